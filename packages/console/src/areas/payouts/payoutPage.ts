import { type Html, html } from "@quittance/adapters-http/pages"
import type { PayoutDetailView } from "@quittance/core"
import type { PayoutProcessingView } from "@quittance/core/adapter"
import { Effect } from "effect"
import { address, instant, status, text } from "../../look/Cell.ts"
import { transaction } from "../../look/explorer.ts"
import { actLinks, beside, type Column, type Fact, facts, notice, section, table } from "../../look/parts.ts"
import { statusWord } from "../../look/status.ts"
import { pageScreen, type Screen } from "../../screen/Screen.ts"
import type { Seen } from "../../screen/Seen.ts"
import { actorNames, storyOf, storySection } from "../../screen/story.ts"
import type { Words } from "../../words/Words.ts"
import { decisionLinks } from "./payoutDecisions.ts"
import {
  type ActorNamed,
  approvalActors,
  approvalFacts,
  errorOf,
  moneyFacts,
  tellingOf,
  waitsFor
} from "./payoutWords.ts"

const factsOf = (payout: PayoutDetailView, nameOf: ActorNamed, words: Words): ReadonlyArray<Fact> => {
  const { payouts: said } = words
  const waits = waitsFor(payout, words)
  const error = errorOf(payout, words)
  return [
    [said.payout, address(payout.id)],
    [said.status, status(payout.processingStatus)],
    ...(payout.status === "PENDING" ? [[said.waitsFor, waits] as const] : []),
    ...(error === null ? [] : [[said.error, text(error)] as const]),
    ...moneyFacts(payout, words),
    ...(payout.processingId === null
      ? []
      : [[said.transaction, transaction(payout.processingId, payout.network)] as const]),
    [said.madeBy, text(payout.createdBy === null ? null : nameOf(payout.createdBy))],
    [said.idempotencyKey, text(payout.idempotencyKey)],
    [said.created, instant(payout.createdAt)],
    [said.updated, instant(payout.updatedAt)],
    ...(payout.completedAt === null ? [] : [[said.completed, instant(payout.completedAt)] as const])
  ]
}

type Call = PayoutProcessingView["calls"][number]
type Signed = PayoutProcessingView["transactions"][number]

const callColumns = ({ payouts: said }: Words): ReadonlyArray<Column<Call>> => [
  { title: said.call, cell: ({ kind }) => text(said.calls[kind]) },
  { title: said.at, cell: ({ at }) => instant(at) },
  { title: said.answer, cell: ({ answer }) => text(answer ?? said.noAnswer) }
]

const signedColumns = ({ payouts: said }: Words, network: string): ReadonlyArray<Column<Signed>> => [
  { title: said.transaction, cell: ({ txHash }) => transaction(txHash, network) },
  { title: said.signed, cell: ({ at }) => instant(at) },
  { title: said.outcome, cell: ({ outcome }) => (outcome === null ? text(said.notFinal) : status(outcome)) },
  { title: said.block, cell: ({ blockNumber }) => text(blockNumber?.toString()) },
  { title: said.note, cell: ({ cancels }) => text(cancels ? said.isCancellation : null) }
]

const processingSection = (processing: PayoutProcessingView, network: string, seen: Seen): Html => {
  const { words } = seen
  const { payouts: said } = words
  const { calls, reference, someOmitted, transactions } = processing
  return html`${section(
    said.processing,
    html`${facts([[said.reference, address(reference)]], seen)}${someOmitted ? notice(said.someOmitted) : null}${
      calls.length === 0
        ? html`<p class="quiet">${said.noCalls}</p>`
        : table({ caption: said.processing, columns: callColumns(words), items: calls }, seen)
    }`
  )}${
    transactions.length === 0
      ? null
      : section(
          said.transactions,
          table(
            { caption: said.transactions, columns: signedColumns(words, network), items: transactions },
            seen
          )
        )
  }`
}

/** A payout: what it is, who approves it, every call to the processing side, and what became of it. */
export const payoutPage = (words: Words): Screen =>
  pageScreen({
    ...{ scope: "partner", path: "/payouts/{id}", operation: "payouts.get", title: words.payouts.payout },
    show: Effect.fnUntraced(function* (seen: Seen) {
      const { operations, parameters, partner } = seen
      const { id = "" } = parameters
      const { payouts: said } = words
      const payout = yield* operations.payouts.get(partner.id, id)
      const standing = yield* operations.payouts.standing(partner.id, id)
      const history = yield* operations.payouts.history(partner.id, id)
      const processing = yield* operations.payouts.processing(partner.id, id)
      const nameOf = yield* actorNames(seen, approvalActors(payout, standing))
      const story = yield* storyOf(seen, history, tellingOf(words, payout), id)
      const approval = approvalFacts(payout, standing, nameOf, words)
      const left = html`${actLinks(decisionLinks(seen, id, standing))}${facts(factsOf(payout, nameOf, words), seen)}${
        approval.length === 0 ? null : section(said.approval, facts(approval, seen))
      }${processingSection(processing, payout.network, seen)}`
      return {
        body: beside(left, storySection(story, seen)),
        live: {
          shown: `${payout.processingStatus} ${payout.updatedAt} ${story.entries.length}`,
          announcement: said.nowIs(statusWord(payout.processingStatus, seen))
        }
      }
    })
  })
