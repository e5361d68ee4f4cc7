import { type Html, html } from "@quittance/adapters-http/pages"
import type { SearchResultView } from "@quittance/core/adapter"
import { Effect } from "effect"
import { id, instant, status, text } from "../../look/Cell.ts"
import { empty, notice, table } from "../../look/parts.ts"
import { pageScreen, type Screen } from "../../screen/Screen.ts"
import type { ScreenFailure, Seen } from "../../screen/Seen.ts"
import { deliveryPath } from "../../screen/story.ts"
import type { Words } from "../../words/Words.ts"

/** Where records are, by what a search calls them. */
const places: { readonly [type: string]: string } = {
  invoice: "/invoices",
  batch: "/batches",
  kyc_session: "/kyc",
  payout: "/payouts",
  crypto_invoice: "/crypto-invoices",
  wallet: "/wallets",
  bank_payment: "/invoices"
}

const deliveryForm = /^dlv_[0-9a-f]{32}$/

/** What was found; webhooks name their deliveries, and a delivery has no other name. */
const found = Effect.fnUntraced(function* (
  seen: Seen,
  q: string
): Effect.fn.Return<ReadonlyArray<SearchResultView>, ScreenFailure> {
  const { may, operations, partner } = seen
  if (!deliveryForm.test(q.trim()) || !may("webhooks.delivery"))
    return (yield* operations.search(partner.id, { q })).results
  const delivery = yield* operations.webhooks
    .delivery(partner.id, q.trim())
    .pipe(Effect.catchTag("NotFound", () => Effect.succeed(undefined)))
  if (delivery === undefined) return []
  const { createdAt, id, status } = delivery
  return [{ type: "delivery", id, status, createdAt }]
})

/** The page of a record; a bank payment is told with its invoice. */
const pageOf = Effect.fnUntraced(function* (
  seen: Seen,
  { id, type }: SearchResultView
): Effect.fn.Return<string, ScreenFailure> {
  const { base, operations, partner } = seen
  if (type === "delivery") return deliveryPath(seen, id)
  const named = type === "bank_payment" ? (yield* operations.bankPayments.get(partner.id, id)).invoiceId : id
  return `${base}${places[type] ?? ""}/${named}`
})

export const searchScreen = (words: Words): Screen => {
  const { payments: said } = words
  const nothing = (q: string): Html =>
    html`${q === "" ? null : empty(said.nothingFound(q))}<h2>${said.whatIsSearched}</h2><ul>${said.searched.map((each) => html`<li>${each}</li>`)}</ul>`
  return pageScreen({
    ...{ scope: "partner", path: "/search", operation: "search", title: said.search },
    show: Effect.fnUntraced(function* (seen: Seen) {
      const q = seen.query.get("q") ?? ""
      if (q.trim() === "") return { body: nothing("") }
      const results = yield* Effect.result(found(seen, q))
      if (results._tag === "Failure") {
        const { failure } = results
        if (failure._tag !== "InvalidInput") return yield* Effect.fail(failure)
        return { status: 400, body: html`${notice(failure.message, "bad")}${nothing("")}` }
      }
      const hits = yield* Effect.forEach(results.success, (hit) =>
        Effect.map(pageOf(seen, hit), (page) => ({ ...hit, page }))
      )
      const [first, ...others] = hits
      if (first === undefined) return { status: 404, body: nothing(q) }
      // Of one payment and its invoice, both lead to the invoice.
      if (others.every(({ page }) => page === first.page)) return { to: first.page, body: html`` }
      const columns = [
        { title: said.record, cell: (hit: SearchResultView) => id(hit.id) },
        { title: said.kind, cell: (hit: SearchResultView) => text(said.kinds[hit.type] ?? hit.type) },
        { title: said.status, cell: (hit: SearchResultView) => status(hit.status) },
        { title: said.created, cell: (hit: SearchResultView) => instant(hit.createdAt) }
      ]
      return { body: table({ caption: said.search, columns, items: hits, link: ({ page }) => page }, seen) }
    })
  })
}
