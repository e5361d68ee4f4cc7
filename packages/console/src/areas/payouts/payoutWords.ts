import { html } from "@quittance/adapters-http/pages"
import type { PayoutView } from "@quittance/core"
import { address, type Cell, id, instant, status, text } from "../../look/Cell.ts"
import { transaction } from "../../look/explorer.ts"
import { money, moneyFact } from "../../look/money.ts"
import type { Column, Fact } from "../../look/parts.ts"
import type { Telling } from "../../screen/story.ts"
import type { Words } from "../../words/Words.ts"

/** How payouts are told on every page that has some. */

/** Before its outcome. */
export const isOpen = ({ status }: PayoutView): boolean => status === "PENDING"

/** What an open payout waits for; nothing for one with an outcome. */
export const waitsFor = ({ approval, processingStatus }: PayoutView, { payouts: said }: Words): Cell => {
  if (processingStatus !== "awaiting" || approval === null) return text(said.waits[processingStatus] ?? null)
  const given = said.approvalsGiven(approval.given.length, approval.needed)
  return {
    shown: (look) =>
      html`${given}<br><small class="quiet">${said.expires} ${instant(approval.expiresAt).shown(look)}</small>`,
    csv: () => given
  }
}

/** In words, where it is not those of the processing side. */
export const errorOf = ({ error }: PayoutView, { payouts: said }: Words): string | null =>
  error === null ? null : (said.errors[error] ?? error)

/** The columns of every list of payouts; the first leads to the payout. */
export const payoutColumns = ({ payouts: said }: Words): ReadonlyArray<Column<PayoutView>> => [
  { title: said.id, cell: (payout) => id(payout.id) },
  { title: said.amount, cell: (payout) => money(payout.amount, payout.currency) },
  { title: said.currency, cell: (payout) => text(payout.currency) },
  { title: said.network, cell: (payout) => text(payout.networkLabel) },
  { title: said.address, cell: (payout) => address(payout.address) }
]

/** Where the money goes and what it costs, whole, wherever somebody confirms it. */
export const moneyFacts = (
  payout: Pick<
    PayoutView,
    "address" | "amount" | "currency" | "fee" | "network" | "networkLabel" | "note" | "total"
  >,
  { payouts: said }: Words
): ReadonlyArray<Fact> => [
  [said.address, address(payout.address)],
  [said.network, text(payout.networkLabel)],
  [said.amount, moneyFact(payout.amount, payout.currency)],
  [said.fee, moneyFact(payout.fee, payout.currency)],
  [said.totalHint, moneyFact(payout.total, payout.currency)],
  ...(payout.note === null ? [] : [[said.note, text(payout.note)] as const])
]

/** How what happened to a payout is told: its transactions on its network, its money in its currency. */
export const tellingOf = (words: Words, { currency, network }: PayoutView): Telling => {
  const { payouts: said } = words
  const detail = (name: string, value: unknown): ReadonlyArray<Fact> => {
    if (value === null || value === false) return []
    switch (name) {
      case "txHash":
      case "processingId":
        return [[said.transaction, transaction(String(value), network)]]
      case "amount":
        return [[said.amount, moneyFact(Number(value), currency)]]
      case "total":
        return [[said.total, moneyFact(Number(value), currency)]]
      case "needed":
        return [[said.needed, text(String(value))]]
      case "expiresAt":
        return [[said.until, instant(String(value))]]
      case "error":
        return [[said.error, text(said.errors[String(value)] ?? String(value))]]
      case "cancels":
        return [[said.outcome, text(said.isCancellation)]]
      case "outcome":
        return [[said.outcome, status(String(value))]]
      case "blockNumber":
        return [[said.block, text(String(value))]]
      default:
        return []
    }
  }
  return {
    titles: said.events,
    detailsOf: ({ details, type }) =>
      type === "approval_given"
        ? given(details as { readonly given: number; readonly needed: number }, words)
        : Object.entries(details).flatMap(([name, value]) => detail(name, value))
  }
}

const given = (
  { given, needed }: { readonly given: number; readonly needed: number },
  { payouts: said }: Words
): ReadonlyArray<Fact> => [[said.approval, text(said.approvalsGiven(given, needed))]]
