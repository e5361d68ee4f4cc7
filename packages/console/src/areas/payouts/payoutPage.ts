import { html } from "@quittance/adapters-http/pages"
import type { PayoutView } from "@quittance/core"
import { Effect } from "effect"
import { address, amountIn, instant, status, text } from "../../look/Cell.ts"
import { transaction } from "../../look/explorer.ts"
import { facts, known, notice, quiet, section, tableSection } from "../../look/parts.ts"
import { statusWord } from "../../look/status.ts"
import { recordScreen } from "../../screen/recordScreen.ts"
import { screensOf } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import type { Telling } from "../../screen/story.ts"
import type { Words } from "../../words/Words.ts"
import { decisionLinks } from "./payoutDecisions.ts"
import { errorCell, moneyFacts, payoutSeen, waitsFor } from "./payoutWords.ts"

/** Every call to the processing side, and what was signed there. */
const processed = Effect.fnUntraced(function* (seen: Seen, network: string) {
  const { payouts: said } = seen.words
  const { calls, reference, someOmitted, transactions } = yield* seen.operations.payouts.processing(
    seen.partner.id,
    seen.id
  )
  const omitted = someOmitted ? notice(said.someOmitted) : null
  const made = tableSection(seen, {
    caption: said.processing,
    above: html`${facts(seen, [[said.reference, address(reference)]])}${omitted}`,
    items: calls,
    columns: [
      { title: said.call, cell: ({ kind }) => text(said.calls[kind]) },
      { title: said.at, cell: ({ at }) => instant(at) },
      { title: said.answer, cell: ({ answer }) => text(answer ?? said.noAnswer) }
    ],
    none: quiet(said.noCalls)
  })
  const signed = tableSection(seen, {
    caption: said.transactions,
    items: transactions,
    columns: [
      { title: said.transaction, cell: ({ txHash }) => transaction(txHash, network) },
      { title: said.signed, cell: ({ at }) => instant(at) },
      { title: said.outcome, cell: ({ outcome }) => (outcome ? status(outcome) : text(said.notFinal)) },
      { title: said.block, cell: ({ blockNumber }) => text(blockNumber?.toString()) },
      { title: said.note, cell: ({ cancels }) => text(cancels ? said.isCancellation : null) }
    ]
  })
  return html`${made}${signed}`
})

/** How what happened to it is told: its transactions on its network, its money in its currency. */
const tellingOf = (said: Words["payouts"], { currency, network }: PayoutView): Telling => {
  const hash = (value: string) => transaction(value, network)
  const money = (value: string) => amountIn(Number(value), currency)
  return {
    titles: said.events,
    details: {
      txHash: [said.transaction, hash],
      processingId: [said.transaction, hash],
      amount: [said.amount, money],
      total: [said.totalDebit, money],
      given: [said.approvedBy, (count) => text(said.people(Number(count)))],
      needed: [said.needed, text],
      expiresAt: [said.until, instant],
      error: [said.error, (error) => text(said.errors[error] ?? error)],
      cancels: [said.outcome, () => text(said.isCancellation)],
      outcome: [said.outcome, status],
      blockNumber: [said.block, text]
    }
  }
}

/** A payout: what it is, who approves it, every call to the processing side, and what became of it. */
export const payoutPage = screensOf("payouts", (said) => [
  recordScreen({
    ...{ path: "/payouts/{id}", operation: "payouts.get", title: said.payout },
    read: Effect.fnUntraced(function* (seen) {
      const { id, operations, partner } = seen
      const { approvals, maker, payout, standing } = yield* payoutSeen(seen)
      const { processingStatus, updatedAt } = payout
      const told = known(seen, [
        [said.payout, address(id)],
        [said.status, status(processingStatus)],
        [said.waitsFor, waitsFor(payout, said)],
        [said.error, errorCell(payout, said)],
        ...moneyFacts(payout, said),
        [said.transaction, transaction(payout.processingId, payout.network)],
        [said.madeBy, maker],
        [said.idempotencyKey, text(payout.idempotencyKey)],
        [said.created, instant(payout.createdAt)],
        [said.updated, instant(updatedAt)],
        [said.completed, instant(payout.completedAt)]
      ])
      const approval = approvals.length === 0 ? null : section(said.approval, facts(seen, approvals))
      return {
        title: `${said.payout} ${id}`,
        body: html`${decisionLinks(seen, id, standing)}${facts(seen, told)}${approval}${yield* processed(seen, payout.network)}`,
        history: yield* operations.payouts.history(partner.id, id),
        telling: tellingOf(said, payout),
        course: [processingStatus, updatedAt],
        nowIs: said.nowIs(statusWord(processingStatus, seen))
      }
    })
  })
])
