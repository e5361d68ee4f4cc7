import { Context, Effect, Layer, Option, Stream } from "effect"
import { type MadeTransfer, PayoutProcessor } from "../../concepts/payout/PayoutProcessor.ts"
import { payout, payoutStatus, type RecordedPayout } from "../../concepts/payout/PayoutRecord.ts"
import { findNetwork, Settings } from "../../concepts/settings/Settings.ts"
import { Subscribers } from "../../concepts/subscriber/Subscribers.ts"
import { Guard, signatureExpiry } from "../../kernel/ports/Guard.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import { type Hold, StoreHold } from "../../kernel/ports/StoreHold.ts"
import { type Instant, millisPerDay } from "../../kernel/time/Instant.ts"
import { WallClock } from "../../kernel/time/WallClock.ts"
import { AuditReader } from "../AuditReader.ts"
import { type DifferentTransfer, differencesOf } from "./TransferComparison.ts"

/** What an operator checks before money may leave again. */
export interface HoldSurvey {
  readonly hold: Option.Option<Hold>
  /** Transfers from this instant on were compared. */
  readonly since: Instant
  /** How many transfers the processing side listed; none, with the reason, if it could not. */
  readonly listed:
    | { readonly _tag: "Count"; readonly count: number }
    | { readonly _tag: "Unlisted"; readonly reason: string }
  /** Transfers that the store does not know, the oldest first. */
  readonly unknown: ReadonlyArray<MadeTransfer>
  readonly different: ReadonlyArray<DifferentTransfer>
  /**
   * Payouts that continue after the release and that the processing side did not list. If one of them was
   * given up after the copy was made, and requested again under another key, both would be sent.
   */
  readonly waiting: ReadonlyArray<RecordedPayout>
}

/** What was compared, and whether the store was released by that. */
export interface HoldRelease {
  readonly survey: HoldSurvey
  readonly isReleased: boolean
}

/** Whether store and processing side agree, so that no operator has to decide. */
export const isClear = ({ different, listed, unknown }: HoldSurvey): boolean =>
  listed._tag === "Count" && unknown.length === 0 && different.length === 0

/** Allows for the clock of a processing side, and for transfers it made long after the request. */
const marginMillis = millisPerDay

/** A store that may be out of date, and its release. */
export class Holds extends Context.Service<
  Holds,
  {
    readonly current: Effect.Effect<Option.Option<Hold>, StoreUnavailable>
    /**
     * Compares the transfers of the processing side with the payouts of the store, by default from one day
     * before the last change of any payout before the hold. Changes that an operator made on hold say nothing
     * about what is missing.
     */
    readonly survey: (since?: Instant) => Effect.Effect<HoldSurvey, StoreUnavailable>
    /**
     * Money may leave again, in every process within a second. Requests signed before this are refused from
     * now on: the store may have forgotten that it saw one, and an attacker who captured it could send it
     * with another idempotency key.
     */
    readonly release: Effect.Effect<void, StoreUnavailable>
    /**
     * Surveys, and releases a store that is on hold if it agrees with the processing side, or if an operator accepts
     * what does not.
     */
    readonly releaseCompared: (asked?: {
      readonly since?: Instant | undefined
      readonly acceptUnknown?: boolean | undefined
    }) => Effect.Effect<HoldRelease, StoreUnavailable>
  }
>()("@quittance/core/store/hold/Holds") {
  static readonly layer = Layer.effect(
    Holds,
    Effect.gen(function* () {
      const parts = yield* makeParts
      return Holds.of({
        current: parts.hold.current,
        survey: (since) => surveyHold(parts, since),
        release: releaseHold(parts),
        releaseCompared: Effect.fn("Holds.releaseCompared")(function* ({
          acceptUnknown = false,
          since
        } = {}) {
          const survey = yield* surveyHold(parts, since)
          const isReleased = Option.isSome(survey.hold) && (isClear(survey) || acceptUnknown)
          if (isReleased) yield* releaseHold(parts)
          return { survey, isReleased }
        })
      })
    })
  )
}

/** The services that holds use, looked up once and not for each call. */
const makeParts = Effect.gen(function* () {
  return {
    settings: yield* Settings,
    guard: yield* Guard,
    hold: yield* StoreHold,
    subscribers: yield* Subscribers,
    reader: yield* AuditReader,
    processor: yield* Effect.serviceOption(PayoutProcessor)
  }
})
type Parts = Effect.Success<typeof makeParts>

const listTransfers = ({ processor }: Parts, since: Instant) =>
  Option.match(processor, {
    onNone: () => Effect.fail("there is no payout processor"),
    onSome: ({ transfersSince }) => Effect.mapError(transfersSince(since), ({ reason }) => reason)
  })

const newestChangeUpTo = ({ reader }: Parts, end: Instant) =>
  Effect.scoped(
    Effect.flatMap(reader.snapshot, ({ states }) =>
      Stream.runFold(
        states(payout),
        () => 0,
        (newest, { updatedAt }) => (updatedAt > end ? newest : Math.max(newest, updatedAt))
      )
    )
  )

/** The payouts with these references, and all others that are not final. */
const payoutsOf = ({ reader }: Parts, references: ReadonlySet<string>) =>
  Effect.scoped(
    Effect.flatMap(reader.snapshot, ({ states }) =>
      Stream.runFold(
        states(payout),
        () => ({ known: new Map<string, RecordedPayout>(), waiting: [] as RecordedPayout[] }),
        (found, payout) => {
          if (references.has(payout.order.reference)) found.known.set(payout.order.reference, payout)
          else if (payoutStatus(payout) === "PENDING") found.waiting.push(payout)
          return found
        }
      )
    )
  )

const surveyHold = Effect.fn("Holds.survey")(function* (parts: Parts, asked?: Instant) {
  const held = yield* parts.hold.current
  const end = Option.match(held, {
    onNone: () => Number.POSITIVE_INFINITY,
    onSome: (each) => each.since
  })
  const since = asked ?? Math.max(0, (yield* newestChangeUpTo(parts, end)) - marginMillis)
  const listed = yield* Effect.result(listTransfers(parts, since))
  if (listed._tag === "Failure") {
    const { failure: reason } = listed
    const none: HoldSurvey = {
      hold: held,
      since,
      listed: { _tag: "Unlisted", reason },
      unknown: [],
      different: [],
      waiting: (yield* payoutsOf(parts, new Set())).waiting
    }
    return none
  }
  const made = [...listed.success].sort((one, other) => one.at - other.at)
  const { known, waiting } = yield* payoutsOf(parts, new Set(made.map(({ reference }) => reference)))
  const different = made.flatMap((transfer): ReadonlyArray<DifferentTransfer> => {
    const payout = known.get(transfer.reference)
    if (payout === undefined) return []
    const differences = differencesOf(payout, transfer, findNetwork(parts.settings, transfer.network))
    return differences.length === 0 ? [] : [{ transfer, payout, differences }]
  })
  const all: HoldSurvey = {
    hold: held,
    since,
    listed: { _tag: "Count", count: made.length },
    unknown: made.filter(({ reference }) => !known.has(reference)),
    different,
    waiting
  }
  return all
})

const releaseHold = ({ guard, hold, subscribers }: Parts) =>
  Effect.gen(function* () {
    const wallClock = yield* WallClock
    const held = yield* hold.current
    if (Option.isSome(held)) yield* subscribers.oweHold(held.value.since)
    yield* guard.forgetThrough(signatureExpiry(yield* wallClock.now))
    yield* hold.release
  }).pipe(Effect.withSpan("Holds.release"))
