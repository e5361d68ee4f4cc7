import type { MadeTransfer } from "@quittance/core"
import {
  amountText,
  type ChainSetup,
  type Hold,
  type Instant,
  isReadBack,
  isReference,
  pausedText,
  payoutJobs,
  payoutStatus,
  payoutWaitText,
  type RecordedPayout,
  WorkQueue,
  waitsOf
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"

/** How late a job may be before it is said that nobody does it. */
const lateMillis = 60_000

/** When the server works on the payout next; none if it has ended. */
export const nextAttemptOf = Effect.fnUntraced(function* ({ order }: RecordedPayout) {
  const queue = yield* WorkQueue
  return yield* queue.dueAtOf({
    kind: payoutJobs.dispatch,
    partnerId: order.partnerId,
    subjectId: order.id
  })
})

/** What happened last, for operators. */
export const stepWords = {
  awaiting: "debited, and waiting until people have approved it",
  reserved: "debited, but not sent yet",
  submitting: "about to be sent, or being sent",
  submitted: "accepted by the processing side, but not final yet",
  unknown: "the answer was lost: the money may have left",
  confirmed: "the money arrived",
  rejected: "refused by the processing side; the debit was returned",
  not_confirmed: "given up; the debit was returned",
  declined: "declined, withdrawn or not approved in time; the debit was returned"
} as const satisfies { readonly [T in RecordedPayout["_tag"]]: string }

/** What is known besides the payout itself. */
interface Surroundings {
  readonly now: Instant
  readonly nextAttemptAt: Option.Option<Instant>
  readonly hold: Option.Option<Hold>
  /** Whether this server carries the payout out on its network by itself. */
  readonly isActing: boolean
  /** What is stored about the network. */
  readonly setup: Option.Option<ChainSetup>
}

/** What an operator can do next, in sentences; nothing once it has ended. */
export const adviceOn = (payout: RecordedPayout, around: Surroundings): ReadonlyArray<string> => {
  if (payoutStatus(payout) !== "PENDING") return []
  const { hold, isActing, nextAttemptAt, now, setup } = around
  const { id, network } = payout.order
  if (Option.isSome(hold))
    return [
      `Nothing is sent or looked up. ${hold.value.reason}`,
      "quittance payouts release compares it with the processing side, and continues."
    ]
  const isLate = Option.exists(nextAttemptAt, (at) => at < now - lateMillis)
  const late = isLate
    ? [
        "Its next attempt is overdue, so no worker runs: start quittance serve with QUITTANCE_ROLE all or worker."
      ]
    : []
  const chain = isActing
    ? [
        ...waitsFor(payout, setup),
        `quittance chain status --network ${network} shows what wallets, gas and nodes it waits for.`
      ]
    : []
  return [...late, ...chain, ...byStep(payout, id)]
}

/** What keeps the network from carrying it out. What is signed lacks nothing. */
const waitsFor = (
  { order: { network }, processingId }: RecordedPayout,
  setup: Option.Option<ChainSetup>
): ReadonlyArray<string> => {
  if (Option.exists(setup, ({ isPaused }) => isPaused)) return [`${pausedText(network)}.`]
  if (Option.isSome(processingId)) return []
  const texts = [...waitsOf(setup, "payouts").keys()].map((code) => payoutWaitText(network, code))
  return texts.map((text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`)
}

const byStep = ({ _tag }: RecordedPayout, id: string): ReadonlyArray<string> => {
  switch (_tag) {
    case "awaiting":
      return [
        "The partner's people approve or decline it. At the next attempt it is declined, if they have done neither.",
        `If it must not be sent: quittance payouts resolve ${id} --as failed --reason TEXT.`
      ]
    case "unknown":
      return [
        "It is looked up at the next attempt, and never sent again blindly.",
        `If the processing side tells you what became of it: quittance payouts resolve ${id} --as completed --reason TEXT, or --as failed.`
      ]
    case "submitted":
      return [
        "It is looked up at the next attempt. Only if the processing side says that it will never be final, decide:",
        `quittance payouts resolve ${id} --as completed --reason TEXT, or --as failed.`
      ]
    case "reserved":
    case "submitting":
      return ["The server continues it at the next attempt."]
    case "confirmed":
    case "rejected":
    case "not_confirmed":
    case "declined":
      return []
  }
}

export const amountOf = ({ order }: RecordedPayout): string => amountText(order.amountMinor, order.currency)

/** Explains what happens to unknown transfers when a client repeats its request. */
export const unknownAdvice = (unknown: ReadonlyArray<MadeTransfer>): ReadonlyArray<string> => {
  const readBack = unknown.filter(({ reference }) => isReadBack(reference)).length
  const byIds = unknown.filter(({ reference }) => !isReference(reference)).length - readBack
  const advice: Array<string> = []
  if (readBack > 0)
    advice.push(
      `${readBack} of them ${readBack === 1 ? "was" : "were"} read back from a network, and it is not known which payout ${readBack === 1 ? "it was" : "they were"}: a client that repeats such\na request gets a payout that waits. quittance chain reconcile names it, and quittance chain match settles it.`
    )
  if (byIds + readBack < unknown.length)
    advice.push(
      "A client that repeats such a request gets that transfer, and no new one is made. For transfers that no client\nrequests again, debit the balance with quittance balance adjust."
    )
  if (byIds > 0)
    advice.push(
      `${byIds} of them ${byIds === 1 ? "is" : "are"} known at the processing side by the id of a payout, as in the first version, not by a reference:\na client that repeats such a request is paid again. Keep the store on hold until you have settled this with them.`
    )
  return advice
}
