import { html } from "@quittance/adapters-http/pages"
import type { PayoutView } from "@quittance/core"
import { Effect } from "effect"
import { address, amount, amountIn, type Cell, id, instant, text, word } from "../../look/Cell.ts"
import { type Column, type Fact, known } from "../../look/parts.ts"
import type { Seen } from "../../screen/Seen.ts"
import { actorNames } from "../../screen/story.ts"
import type { Words } from "../../words/Words.ts"

/** How payouts are told on every page that has some. */

type Said = Words["payouts"]

/** Something of its approvals, and until when they count. */
export const withExpiry = (told: string, { approval }: Pick<PayoutView, "approval">, said: Said): Cell => ({
  shown: (look) =>
    html`${told} <small class="quiet">${said.expires} ${instant(approval?.expiresAt).shown(look)}</small>`,
  csv: () => told
})

/** What an open payout waits for; nothing for one with an outcome. */
export const waitsFor = (payout: PayoutView, said: Said): Cell => {
  const { approval, processingStatus } = payout
  return processingStatus === "awaiting" && approval !== null
    ? withExpiry(said.approvalsGiven(approval.given.length, approval.needed), payout, said)
    : text(said.waits[processingStatus])
}

/** Why it failed, in words where it is not those of the processing side. */
export const errorOf = ({ error }: PayoutView, said: Said): string | null =>
  error && (said.errors[error] ?? error)

export const errorCell = (payout: PayoutView, said: Said): Cell => text(errorOf(payout, said))

/** The columns of every list of payouts; the first leads to the payout. Addresses are whole where somebody decides. */
export const payoutColumns = (
  said: Said,
  addressCell: typeof address = address
): ReadonlyArray<Column<PayoutView>> => [
  { title: said.id, cell: (payout) => id(payout.id) },
  { title: said.amount, cell: (payout) => amount(payout.amount, payout.currency) },
  { title: said.currency, cell: (payout) => text(payout.currency) },
  {
    title: said.network,
    cell: ({ network, networkLabel }) => ({ ...word(network), csv: () => networkLabel })
  },
  { title: said.address, cell: (payout) => addressCell(payout.address) }
]

/** Where the money goes and what it costs, whole, wherever somebody confirms it. */
export const moneyFacts = (
  payout: Pick<PayoutView, "address" | "amount" | "currency" | "fee" | "networkLabel" | "note" | "total">,
  said: Said
): ReadonlyArray<Fact> => [
  [said.address, address(payout.address)],
  [said.network, text(payout.networkLabel)],
  [said.amount, amountIn(payout.amount, payout.currency)],
  [said.fee, amountIn(payout.fee, payout.currency)],
  [said.totalDebit, amountIn(payout.total, payout.currency)],
  ...(payout.note === null ? [] : [[said.note, text(payout.note)] as const])
]

/** The payout of a page as whoever looks sees it: who made it, and who may approve it. */
export const payoutSeen = Effect.fnUntraced(function* (seen: Seen) {
  const { operations, partner, words } = seen
  const { payouts: said } = words
  const payout = yield* operations.payouts.get(partner.id, seen.id)
  const standing = yield* operations.payouts.standing(partner.id, seen.id)
  const { approval, createdBy } = payout
  const given = approval?.given.map(({ by }) => by) ?? []
  const approvers = standing?.approvers ?? []
  const nameOf = yield* actorNames(seen, [createdBy, ...given, ...approvers])
  const names = (actors: ReadonlyArray<string>) => text(actors.map(nameOf).join(", ") || said.nobody)
  /** Why it needs approvals, who gave one, and who still may. */
  const approvals =
    approval === null
      ? []
      : known(seen, [
          [said.needed, text(String(approval.needed))],
          [said.because, text(approval.reasons.map((reason) => said.reasons[reason]).join(said.and))],
          [said.approvedBy, names(given)],
          [said.stillMay, standing === null ? text(null) : names(approvers)],
          [said.yours, text(standing && said.says[standing.say])],
          [said.until, instant(approval.expiresAt)]
        ])
  return { payout, standing, maker: text(nameOf(createdBy)), approvals }
})
