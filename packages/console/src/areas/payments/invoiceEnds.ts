import type { Html } from "@quittance/adapters-http/pages"
import { Effect } from "effect"
import { amountIn, status, text } from "../../look/Cell.ts"
import { actLink, facts } from "../../look/parts.ts"
import { actScreen } from "../../screen/actScreen.ts"
import type { Screen } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import type { Words } from "../../words/Words.ts"

/** The ends that people give to invoices of either kind, each on a page of its own. */

export const invoicePaths = { invoices: "/invoices", cryptoInvoices: "/crypto-invoices" } as const
export type InvoiceKind = keyof typeof invoicePaths
type End = "cancel" | "redact"

interface Endable {
  readonly id: string
  readonly status: string
  readonly redactedAt?: string | null
}

/** The ways to the ends that are possible for who looks. */
export const endLinks = (seen: Seen, kind: InvoiceKind, invoice: Endable): ReadonlyArray<Html> => {
  const { base, may, words } = seen
  const path = `${base}${invoicePaths[kind]}/${invoice.id}`
  const ends: ReadonlyArray<readonly [End, boolean]> = [
    ["cancel", invoice.status === "pending"],
    ["redact", invoice.redactedAt == null && invoice.status !== "confirming"]
  ]
  return ends.flatMap(([end, isPossible]) =>
    isPossible && may(`${kind}.${end}`) ? [actLink(`${path}/${end}`, words.payments[end])] : []
  )
}

const endScreen = (words: Words, kind: InvoiceKind, end: End): Screen => {
  const { payments: said } = words
  const texts = said.ends[end]
  return actScreen({
    ...{
      scope: "partner",
      path: `${invoicePaths[kind]}/{id}/${end}`,
      operation: `${kind}.${end}`,
      isFinal: true
    },
    ...{ title: texts.title, verb: texts.verb, said: texts.said },
    about: Effect.fnUntraced(function* (seen: Seen) {
      const { operations, parameters, partner } = seen
      const { id = "" } = parameters
      const found =
        kind === "invoices"
          ? yield* operations.invoices.get(partner.id, id)
          : yield* operations.cryptoInvoices.get(partner.id, id)
      return facts(
        [
          [said.invoice, text(id)],
          [said.amount, amountIn(found.amount, found.currency)],
          [said.description, text(found.description)],
          [said.status, status(found.status)],
          [said.whatFollows, text(texts.follows)]
        ],
        seen
      )
    }),
    act: Effect.fnUntraced(function* ({ operations, parameters: { id = "" }, partner }) {
      yield* kind === "invoices"
        ? operations.invoices[end](partner.id, id)
        : operations.cryptoInvoices[end](partner.id, id)
      return { to: `${invoicePaths[kind]}/${id}` }
    })
  })
}

export const invoiceEnds = (words: Words): ReadonlyArray<Screen> =>
  (["invoices", "cryptoInvoices"] as const).flatMap((kind) =>
    (["cancel", "redact"] as const).map((end) => endScreen(words, kind, end))
  )
