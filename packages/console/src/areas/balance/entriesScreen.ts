import { html } from "@quittance/adapters-http/pages"
import { balanceEntryKinds, type CurrencyBalanceView, type StatementRowView } from "@quittance/core/adapter"
import { Effect } from "effect"
import { amount, id, instant, text, word } from "../../look/Cell.ts"
import { tableSection } from "../../look/parts.ts"
import { listScreen } from "../../screen/listScreen.ts"
import { screensOf } from "../../screen/Screen.ts"

/** Only currencies that were ever used have figures; the one of payouts always has. */
const isUsed = ({ adjustments, currency, paidOut, received }: CurrencyBalanceView): boolean =>
  currency === "USDT" || received !== 0 || paidOut !== 0 || adjustments !== 0

/** Where the record behind an entry is shown; null where it has no page of its own. */
export const subjectPath = (
  base: string,
  kind: StatementRowView["kind"],
  subjectId: string | null
): string | null => {
  if (kind === null || subjectId === null) return null
  if (kind.startsWith("payout.")) return `${base}/payouts/${subjectId}`
  return kind.startsWith("crypto.") ? `${base}/crypto-invoices/${subjectId}` : null
}

/** The figures of each currency, which are never added up, above what changed the one that can be paid out. */
export const entriesScreen = screensOf("balance", (said) => [
  listScreen({
    ...{ path: "/balance", operation: "balanceEntries.list", hasDays: true, ...said.pages.entries },
    read: ({ operations, partner }, chosen, part) => operations.balanceEntries.list(partner.id, chosen, part),
    columns: [
      { title: said.at, cell: ({ at }) => instant(at) },
      { title: said.kind, cell: ({ kind }) => word(kind) },
      { title: said.subject, cell: ({ subjectId }) => id(subjectId) },
      { title: said.entry, cell: (entry) => text(entry.id), isOnlyInCsv: true },
      { title: said.amount, cell: (entry) => amount(entry.amount, entry.currency) },
      { title: said.after, cell: ({ availableAfter, currency }) => amount(availableAfter, currency) },
      { title: said.currency, cell: ({ currency }) => text(currency) }
    ],
    choices: [{ name: "kind", label: said.kind, values: balanceEntryKinds }],
    link: (entry, { base }) => subjectPath(base, entry.kind, entry.subjectId),
    above: (seen) =>
      Effect.map(seen.operations.balances.all(seen.partner.id), (all) => {
        const figures = tableSection(seen, {
          ...{ caption: said.figures, items: all.filter(isUsed).toReversed() },
          columns: [
            { title: said.currency, cell: ({ currency }) => text(currency) },
            { title: said.available, cell: ({ available, currency }) => amount(available, currency) },
            { title: said.pending, cell: ({ currency, pending }) => amount(pending, currency) },
            { title: said.received, cell: ({ currency, received }) => amount(received, currency) },
            { title: said.paidOut, cell: ({ currency, paidOut }) => amount(paidOut, currency) },
            { title: said.adjustments, cell: ({ adjustments, currency }) => amount(adjustments, currency) }
          ]
        })
        return html`${figures}<h2>${said.entries}</h2>`
      })
  })
])
