import { type Html, html } from "@quittance/adapters-http/pages"
import type { SearchResultView } from "@quittance/core/adapter"
import { Effect } from "effect"
import { id, instant, status, text } from "../../look/Cell.ts"
import { empty, notice, table } from "../../look/parts.ts"
import { pageScreen, screensOf } from "../../screen/Screen.ts"
import type { ScreenFailure, Seen } from "../../screen/Seen.ts"
import { deliveryPath } from "../../screen/story.ts"

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

type Found = Effect.Effect<ReadonlyArray<SearchResultView>, ScreenFailure>

/** What was found; webhooks name their deliveries, and a delivery has no other name. */
const found = ({ may, operations, partner }: Seen, q: string): Found =>
  /^dlv_[0-9a-f]{32}$/.test(q.trim()) && may("webhooks.delivery")
    ? operations.webhooks.delivery(partner.id, q.trim()).pipe(
        Effect.map(({ createdAt, id, status }) => [{ type: "delivery", id, status, createdAt }]),
        Effect.catchTag("NotFound", () => Effect.succeed([]))
      )
    : Effect.map(operations.search(partner.id, { q }), ({ results }) => results)

/** With the page of the record; a bank payment is told with its invoice. */
const placed = Effect.fnUntraced(function* (seen: Seen, hit: SearchResultView) {
  const { base, operations, partner } = seen
  const { id, type } = hit
  if (type === "delivery") return { ...hit, page: deliveryPath(seen, id) }
  const named = type === "bank_payment" ? (yield* operations.bankPayments.get(partner.id, id)).invoiceId : id
  return { ...hit, page: `${base}${places[type] ?? ""}/${named}` }
})

export const searchScreen = screensOf("payments", (said) => {
  const nothing = (told: Html | null): Html =>
    html`${told}<h2>${said.whatIsSearched}</h2><ul>${said.searched.map((each) => html`<li>${each}</li>`)}</ul>`
  const columns = [
    { title: said.record, cell: (hit: SearchResultView) => id(hit.id) },
    { title: said.kind, cell: (hit: SearchResultView) => text(said.kinds[hit.type] ?? hit.type) },
    { title: said.status, cell: (hit: SearchResultView) => status(hit.status) },
    { title: said.created, cell: (hit: SearchResultView) => instant(hit.createdAt) }
  ]
  const answer = Effect.fnUntraced(function* (seen: Seen, q: string) {
    const items = yield* Effect.forEach(yield* found(seen, q), (hit) => placed(seen, hit))
    const [first] = items
    if (first === undefined) return { status: 404, body: nothing(empty(said.nothingFound(q))) }
    // Of one payment and its invoice, both lead to the invoice.
    if (items.every(({ page }) => page === first.page)) return { to: first.page, body: html`` }
    return { body: table(seen, { caption: said.search, columns, items, link: ({ page }) => page }) }
  })
  return [
    pageScreen({
      ...{ path: "/search", operation: "search", title: said.search },
      show: (seen) => {
        const q = seen.query.get("q") ?? ""
        return q.trim() === ""
          ? Effect.succeed({ body: nothing(null) })
          : Effect.catchTag(answer(seen, q), "InvalidInput", ({ message }) =>
              Effect.succeed({ status: 400, body: nothing(notice(message, "bad")) })
            )
      }
    })
  ]
})
