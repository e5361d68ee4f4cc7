import type { StoreUnavailable } from "@quittance/core"
import {
  type ChainHealth,
  ChainJournal,
  type ChainSetup,
  type LeasedJob,
  millisPerMinute,
  millisPerSecond,
  pausedText,
  payoutWaitText,
  type WaitingChain,
  WallClock,
  waitsOf
} from "@quittance/core/adapter"
import { Clock, Effect, Option } from "effect"
import type { Block } from "../rpc/ChainData.ts"
import type { Rpc } from "../rpc/Rpc.ts"
import { makeRaiseOnce } from "../send/repeatedAlert.ts"
import { makeWaitNotes } from "../waitNotes.ts"
import type { ChainWatcher } from "./ChainWatcher.ts"

/** Anything older than this is reported. Blocks come every few seconds. */
const lateMillis = 5 * millisPerMinute

/** A network that is not read for this long alerts. */
const silentMillisMax = millisPerMinute

/** The clocks of machines and of networks differ by a few seconds. */
const skewMillisMax = millisPerMinute

/**
 * Reports the state of a network, and raises an alert when it is not read or a clock is wrong. No amount and no
 * outcome depends on a clock.
 */
export const makeNetworkHealth = Effect.fnUntraced(function* (
  name: string,
  rpc: Rpc["Service"],
  watcher: ChainWatcher,
  /** Why work on the network does not begin. */
  waitsFor: Effect.Effect<string | undefined>
) {
  const journal = yield* ChainJournal
  const notes = makeWaitNotes(name, "deposits")
  const raise = makeRaiseOnce()
  const wallNow = Effect.flatMap(WallClock, ({ now }) => now)
  let failingSince: number | undefined
  let before: { readonly wall: number; readonly steady: number } | undefined

  /** Why it cannot be read. What this process saw while it read does not count after that. */
  const failure = Effect.fnUntraced(function* (isReader: boolean) {
    const state = yield* watcher.state
    return (yield* waitsFor) ?? (isReader ? Option.getOrUndefined(state.failure) : undefined)
  })

  const clockFault = Effect.gen(function* () {
    const { head } = yield* watcher.state
    return Option.isSome(head) ? aheadOf(name, head.value, yield* wallNow) : undefined
  })

  const checkClock = Effect.gen(function* () {
    const fault = yield* clockFault
    if (fault !== undefined) yield* raise("chain.clock", fault, "ahead")
    const wall = yield* wallNow
    const steady = (yield* Clock.Clock).monotonicTimeNanosUnsafe()
    const last = before
    before = { wall, steady: Number(steady / 1_000_000n) }
    if (last === undefined) return
    const passed = before.steady - last.steady
    if (Math.abs(wall - last.wall - passed) > skewMillisMax)
      yield* raise(
        "chain.clock",
        `the clock of this machine went from ${timeOf(last.wall)} to ${timeOf(wall)} while ${seconds(passed)} s passed`,
        "jumped"
      )
  })

  const checkSilence = Effect.gen(function* () {
    const reason = yield* failure(true)
    const now = yield* Clock.currentTimeMillis
    if (reason === undefined) {
      failingSince = undefined
      return
    }
    failingSince ??= now
    if (now - failingSince >= silentMillisMax)
      yield* raise("chain.silent", `${name} is not read: ${reason}`, "silent")
  })

  /** Deposits are not seen, or not credited: what its nodes answer does not suffice. */
  const keepWaits = Effect.fnUntraced(function* (job: LeasedJob) {
    const { dispute, trouble } = yield* watcher.state
    yield* notes.begin
    if ((yield* failure(true)) !== undefined || Option.isSome(trouble) || Option.isSome(dispute))
      yield* notes.note(name, "node")
    yield* Effect.provideService(notes.keep(job), ChainJournal, journal)
  })

  const health: Effect.Effect<ChainHealth, StoreUnavailable> = Effect.gen(function* () {
    const [now, wall] = [yield* Clock.currentTimeMillis, yield* wallNow]
    const state = yield* watcher.state
    const stored = yield* journal.cursor(name)
    const setup = yield* journal.setup(name)
    const isReader = Option.exists(state.lookedAt, (at) => now - at < lateMillis)
    const head = Option.map(isReader ? state.head : Option.none(), ({ number, timestamp }) => ({
      number,
      ageMillis: wall - timestamp
    }))
    const read = isReader ? Option.all([state.height, state.readTime]) : Option.none()
    const own = Option.map(read, ([number, timestamp]) => ({ number, ageMillis: wall - timestamp }))
    // Without a block of its own, this process knows the time of the last one only if it is the newest.
    const last = Option.map(
      stored,
      ({ blockNumber, updatedAt }) =>
        Option.getOrUndefined(Option.filter(head, ({ number }) => number === blockNumber)) ?? {
          number: blockNumber,
          ageMillis: now - updatedAt
        }
    )
    const cursor = Option.orElse(own, () => last)
    const isLate = ({ ageMillis }: { readonly ageMillis: number }) => ageMillis > lateMillis
    const faults: Array<string> = []
    const reason = yield* failure(isReader)
    if (reason !== undefined) faults.push(reason)
    if (isReader) faults.push(...Option.toArray(state.trouble), ...Option.toArray(state.dispute))
    const why = faults[0]
    if (Option.isNone(cursor)) faults.push("no block has been read yet")
    if (Option.exists(head, isLate))
      faults.push("the newest block that its nodes show is older than 5 minutes")
    else if (Option.exists(cursor, isLate)) faults.push("it has not been read for more than 5 minutes")
    const clock = isReader ? yield* clockFault : undefined
    if (clock !== undefined) faults.push(clock)
    if (Option.exists(setup, ({ isPaused }) => isPaused)) faults.push("it is paused: nothing is signed")
    const nodes = yield* Effect.forEach(rpc.nodes, (node) => node.state)
    const waits = waitingIn(name, setup, why, now)
    return {
      faults,
      ...(waits.length > 0 && { waits }),
      head,
      cursor,
      nodes: nodes.map(({ answers, host, lastFailure }) => ({
        host,
        answers: Option.fromUndefinedOr(answers),
        lastError: Option.map(Option.fromUndefinedOr(lastFailure), ({ at, reason }) => ({
          reason,
          ageMillis: now - at
        }))
      }))
    }
  })

  return { afterLook: Effect.andThen(checkClock, checkSilence), keepWaits, health }
})

/** What is stored about what waits, in the words of this process as far as it knows more. */
const waitingIn = (
  name: string,
  setup: Option.Option<ChainSetup>,
  why: string | undefined,
  now: number
): ReadonlyArray<WaitingChain> => {
  const payouts = [...waitsOf(setup, "payouts")].map(([code, since]) => ({
    code,
    ageMillis: now - since,
    message: payoutWaitText(name, code, why)
  }))
  const deposits = [...waitsOf(setup, "deposits")].map(([code, since]) => ({
    code,
    ageMillis: now - since,
    message: `deposits on ${name} wait for its nodes: ${why ?? "too few answer, or they contradict each other"}`
  }))
  const held = Option.toArray(Option.filter(setup, ({ isPaused }) => isPaused)).map(({ updatedAt }) => ({
    code: "hold" as const,
    ageMillis: now - updatedAt,
    message: pausedText(name)
  }))
  return [...payouts, ...deposits, ...held]
}

/** Why a block cannot have that time. Which of the two clocks is wrong is not known here. */
export const aheadOf = (
  name: string,
  { timestamp }: Pick<Block, "timestamp">,
  wall: number
): string | undefined =>
  timestamp - wall > skewMillisMax
    ? `the clock of this machine says ${timeOf(wall)}, and the newest block of ${name} says ${timeOf(timestamp)}: one of the two is wrong`
    : undefined

const timeOf = (millis: number): string => new Date(millis).toISOString()

const seconds = (millis: number): number => Math.round(millis / millisPerSecond)
