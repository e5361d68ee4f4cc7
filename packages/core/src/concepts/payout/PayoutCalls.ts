import { Option, Schema } from "effect"
import { packed } from "../../kernel/concept/Field.ts"
import { plainReason } from "../../kernel/input/plainReason.ts"
import type { Instant } from "../../kernel/time/Instant.ts"

/** One call to the processing side, recorded before and after it. */
export const PayoutCall = Schema.Struct({
  kind: Schema.Literals(["submit", "lookup", "abandon"]),
  /** When it was made. */
  at: Schema.Int,
  /** The answer, or why there was none; none for a call in progress or whose process was stopped. */
  answer: Schema.Option(Schema.String)
})
export type PayoutCall = typeof PayoutCall.Type

/** The result of a call, with the abandon that followed it, if any. */
export interface CallAnswer {
  readonly answer: string
  readonly abandon?: { readonly at: Instant; readonly answer: string }
}

/** The calls of the schedule, and the latest reconciliations; those in between are not kept. */
const firstKept = 12
const latestKept = 12
export const callsKeptMax = firstKept + latestKept

type PackedCall = readonly [kind: PayoutCall["kind"], at: Instant, answer: string | null]

/** Calls as a field. Each step of a payout writes them again, so they are packed tightly. */
export const payoutCalls = packed<ReadonlyArray<PayoutCall>>(
  Schema.Array(PayoutCall).check(Schema.isMaxLength(callsKeptMax)),
  {
    pack: (calls) =>
      JSON.stringify(calls.map(({ answer, at, kind }) => [kind, at, Option.getOrNull(answer)])),
    unpack: (text) =>
      (JSON.parse(text) as ReadonlyArray<PackedCall>).map(([kind, at, answer]) => ({
        kind,
        at,
        answer: Option.fromNullOr(answer)
      }))
  }
)

const kept = (calls: ReadonlyArray<PayoutCall>): ReadonlyArray<PayoutCall> =>
  calls.length <= callsKeptMax ? calls : [...calls.slice(0, firstKept), ...calls.slice(-latestKept)]

const answerOf = (text: string): Option.Option<string> => Option.some(plainReason(text))

/** How the record of a call without an answer begins. */
const lost = "no answer: "

export const unanswered = (reason: string): string => `${lost}${reason}`

/** Whether the processing side said something, rather than that nothing was heard. */
export const isHeard = (heard: CallAnswer | undefined): boolean =>
  heard === undefined || !heard.answer.startsWith(lost) || heard.abandon?.answer === abandoned

/** The answer that nothing was sent, and nothing will be. */
export const abandoned = "abandoned"

/** How many answers were lost since the processing side last said that it has the payout, or since the beginning. */
export const lostAnswers = (calls: ReadonlyArray<PayoutCall>): number => {
  const since = calls.findLastIndex(({ answer }) => Option.contains(answer, "accepted"))
  return calls.slice(since + 1).filter(({ answer }) => Option.isNone(answer) || answer.value.startsWith(lost))
    .length
}

/** All up to the last call whose result was recorded. */
export const answeredCalls = (calls: ReadonlyArray<PayoutCall>): ReadonlyArray<PayoutCall> =>
  calls.slice(0, calls.findLastIndex(({ answer }) => Option.isSome(answer)) + 1)

/** A call is about to be made. */
export const callStarted = (
  calls: ReadonlyArray<PayoutCall>,
  kind: "submit" | "lookup",
  at: Instant
): ReadonlyArray<PayoutCall> => kept([...calls, { kind, at, answer: Option.none() }])

/** Records the result of the call in progress. */
export const callAnswered = (
  calls: ReadonlyArray<PayoutCall>,
  heard: CallAnswer | undefined
): ReadonlyArray<PayoutCall> => {
  const last = calls.at(-1)
  if (heard === undefined || last === undefined || Option.isSome(last.answer)) return calls
  const answered: ReadonlyArray<PayoutCall> = [
    ...calls.slice(0, -1),
    { ...last, answer: answerOf(heard.answer) }
  ]
  const { abandon } = heard
  return abandon === undefined
    ? answered
    : kept([...answered, { kind: "abandon", at: abandon.at, answer: answerOf(abandon.answer) }])
}
