import { html } from "@quittance/adapters-http/pages"
import type { PayoutView } from "@quittance/core"
import type { ApprovalStandingView } from "@quittance/core/adapter"
import { address, type Cell, id, instant, status, text, word } from "../../look/Cell.ts"
import { transaction } from "../../look/explorer.ts"
import { money, moneyFact } from "../../look/money.ts"
import type { Column, Fact } from "../../look/parts.ts"
import type { Telling } from "../../screen/story.ts"
import type { Words } from "../../words/Words.ts"

/** How payouts are told on every page that has some. */

/** What an open payout waits for; nothing for one with an outcome. */
export const waitsFor = ({ approval, processingStatus }: PayoutView, { payouts: said }: Words): Cell => {
  if (processingStatus !== "awaiting" || approval === null) return text(said.waits[processingStatus] ?? null)
  const given = said.approvalsGiven(approval.given.length, approval.needed)
  return {
    shown: (look) =>
      html`${given} <small class="quiet">${said.expires} ${instant(approval.expiresAt).shown(look)}</small>`,
    csv: () => given
  }
}

/** In words, where it is not those of the processing side. */
export const errorOf = ({ error }: PayoutView, { payouts: said }: Words): string | null =>
  error === null ? null : (said.errors[error] ?? error)

/** The columns of every list of payouts; the first leads to the payout. Addresses are whole where somebody decides. */
export const payoutColumns = (
  { payouts: said }: Words,
  addressCell: typeof address = address
): ReadonlyArray<Column<PayoutView>> => [
  { title: said.id, cell: (payout) => id(payout.id) },
  { title: said.amount, cell: (payout) => money(payout.amount, payout.currency) },
  { title: said.currency, cell: (payout) => text(payout.currency) },
  {
    title: said.network,
    cell: ({ network, networkLabel }) => ({ ...word(network), csv: () => networkLabel })
  },
  { title: said.address, cell: (payout) => addressCell(payout.address) }
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
  [said.totalDebit, moneyFact(payout.total, payout.currency)],
  ...(payout.note === null ? [] : [[said.note, text(payout.note)] as const])
]

/** The name of an actor, as somebody may know it. */
export type ActorNamed = (actor: string) => string

/** Why it needs approvals, who gave one, and who still may. */
export const approvalFacts = (
  { approval }: Pick<PayoutView, "approval">,
  standing: ApprovalStandingView | null,
  nameOf: ActorNamed,
  { payouts: said }: Words
): ReadonlyArray<Fact> => {
  if (approval === null) return []
  const names = (actors: ReadonlyArray<string>) =>
    text(actors.length === 0 ? said.nobody : actors.map(nameOf).join(", "))
  const given = approval.given.map(({ by }) => by)
  return [
    [said.needed, text(String(approval.needed))],
    [said.because, text(approval.reasons.map((reason) => said.reasons[reason]).join(said.and))],
    [said.approvedBy, names(given)],
    ...(standing === null
      ? []
      : [
          [said.stillMay, names(standing.approvers)] as const,
          [said.yours, text(said.says[standing.say])] as const
        ]),
    [said.until, instant(approval.expiresAt)]
  ]
}

/** Everybody whom the approvals of a payout name. */
export const approvalActors = (
  { approval, createdBy }: Pick<PayoutView, "approval" | "createdBy">,
  standing: ApprovalStandingView | null
): ReadonlyArray<string> => [
  ...(createdBy === null ? [] : [createdBy]),
  ...(approval?.given ?? []).map(({ by }) => by),
  ...(standing?.approvers ?? [])
]

/** How what happened to a payout is told: its transactions on its network, its money in its currency. */
export const tellingOf = ({ payouts: said }: Words, { currency, network }: PayoutView): Telling => {
  const details: { readonly [name: string]: readonly [term: string, cell: (value: string) => Cell] } = {
    txHash: [said.transaction, (hash) => transaction(hash, network)],
    processingId: [said.transaction, (hash) => transaction(hash, network)],
    amount: [said.amount, (value) => moneyFact(Number(value), currency)],
    total: [said.totalDebit, (value) => moneyFact(Number(value), currency)],
    given: [said.approvedBy, (value) => text(said.people(Number(value)))],
    needed: [said.needed, text],
    expiresAt: [said.until, instant],
    error: [said.error, (value) => text(said.errors[value] ?? value)],
    cancels: [said.outcome, () => text(said.isCancellation)],
    outcome: [said.outcome, status],
    blockNumber: [said.block, text]
  }
  return {
    titles: said.events,
    detailsOf: (entry) =>
      Object.entries(entry.details).flatMap(([name, value]): ReadonlyArray<Fact> => {
        const told = details[name]
        return told === undefined || value === null || value === false
          ? []
          : [[told[0], told[1](String(value))]]
      })
  }
}
