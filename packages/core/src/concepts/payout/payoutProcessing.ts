import { Effect, Option } from "effect"
import { Facts } from "../../kernel/history/Facts.ts"
import { historyEventsMax } from "../../kernel/history/History.ts"
import { instantView } from "../../kernel/money/Money.ts"
import { EventReader, type StoredEvent } from "../../kernel/ports/EventReader.ts"
import type { RecordedTransaction } from "../chain/ChainTransaction.ts"
import { ChainWallets } from "../chain/ChainWallets.ts"
import type { PayoutEvent } from "./Payout.ts"
import type { PayoutCall } from "./PayoutCalls.ts"
import type { RecordedPayout } from "./PayoutRecord.ts"

/** A transaction that was signed for a payout, by a wallet of this deployment. */
export interface SignedTransactionView {
  readonly txHash: string
  /** When it was signed; null if it was found on the network after a restore. */
  readonly at: string | null
  /** It moves no money, and only takes the place of the one before. */
  readonly cancels: boolean
  /** What the network made of it; null as long as it is not final, and if another one is. */
  readonly outcome: "completed" | "failed" | "cancelled" | null
  readonly blockNumber: number | null
}

/** What happened between a payout and its processing side. */
export interface PayoutProcessingView {
  /** What the processing side knows the payout by: a repeat of a request has the same one. */
  readonly reference: string
  /** The oldest first, all of them. */
  readonly calls: ReadonlyArray<{
    readonly kind: PayoutCall["kind"]
    readonly at: string
    /** The answer, or why there was none; null while it is unknown. */
    readonly answer: string | null
  }>
  /** Whether there are calls in between that are not told. */
  readonly someOmitted: boolean
  /** In the order in which they were signed; empty where another processing side sends it. */
  readonly transactions: ReadonlyArray<SignedTransactionView>
}

const started: { readonly [Tag in PayoutEvent["_tag"]]?: "submit" | "lookup" } = {
  PayoutSubmissionStarted: "submit",
  PayoutLookupStarted: "lookup"
}

/** What an event tells of the answer to the call before it. */
const answerTold = (event: StoredEvent | undefined): Option.Option<string> =>
  event?.type === "PayoutAccepted"
    ? Option.some("accepted")
    : Option.fromNullOr(event === undefined ? null : Facts.of(event).text("reason"))

const named = ({ at, kind }: Pick<PayoutCall, "at" | "kind">): string => `${kind} ${at}`

/** Every call: those that the record keeps with their answers, and those in between from the events. */
const allCalls = (
  kept: ReadonlyArray<PayoutCall>,
  events: ReadonlyArray<StoredEvent>
): ReadonlyArray<PayoutCall> => {
  const known = new Set(kept.map(named))
  const between = events.flatMap((event, index): ReadonlyArray<PayoutCall> => {
    const kind = Object.hasOwn(started, event.type) ? started[event.type as PayoutEvent["_tag"]] : undefined
    const { at } = event
    return kind === undefined || known.has(named({ at, kind }))
      ? []
      : [{ kind, at, answer: answerTold(events[index + 1]) }]
  })
  return [...kept, ...between].sort((one, other) => one.at - other.at)
}

const transactionsIn = (transaction: RecordedTransaction): ReadonlyArray<SignedTransactionView> => {
  if (!("forms" in transaction)) return []
  const final = "hash" in transaction && transaction.hash !== "" ? transaction : undefined
  const outcome = final && (final._tag === "failed" || final._tag === "cancelled" ? final._tag : "completed")
  const of = (txHash: string, at: string | null, cancels: boolean): SignedTransactionView =>
    final !== undefined && outcome !== undefined && final.hash === txHash
      ? { txHash, at, cancels, outcome, blockNumber: final.blockNumber }
      : { txHash, at, cancels, outcome: null, blockNumber: null }
  const signed = transaction.forms.map(({ at, hash, isCancel }) => of(hash, instantView(at), isCancel))
  return final === undefined || signed.some(({ txHash }) => txHash === final.hash)
    ? signed
    : [...signed, of(final.hash, null, final._tag === "cancelled")]
}

/** Reads what happened between a payout and its processing side, or the wallets of this deployment. */
export const makePayoutProcessing = Effect.gen(function* () {
  const events = yield* EventReader
  const wallets = yield* ChainWallets

  return Effect.fnUntraced(function* ({ calls, order }: RecordedPayout) {
    const { id, network, partnerId, reference } = order
    const found = yield* events.ofSubject(partnerId, id, historyEventsMax + 1)
    const transaction = yield* wallets.transaction(network, reference)
    const view: PayoutProcessingView = {
      reference,
      calls: allCalls(calls, found).map(({ answer, at, kind }) => ({
        ...{ kind, at: instantView(at) },
        answer: Option.getOrNull(answer)
      })),
      someOmitted: found.length > historyEventsMax,
      transactions: Option.match(transaction, { onNone: () => [], onSome: transactionsIn })
    }
    return view
  })
})
