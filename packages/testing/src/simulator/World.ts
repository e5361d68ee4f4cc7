import type { Instant } from "@quittance/core/adapter"
import { type Clock, type Context, Duration, Effect, Exit, type Fiber, type Scheduler } from "effect"
import type { Chance } from "./Chance.ts"

/**
 * Everything that passes while a simulation runs: virtual time, the turns of all fibers, and every call that leaves a
 * process.
 *
 * Only one thing happens at a time. Fibers run until each of them waits; then one of the waiting calls, chosen by
 * chance, is made and ends before anything else goes on; and only when no call waits does the clock move to the next
 * instant that somebody sleeps for. How long a store really takes thus changes nothing: the same seed gives the same
 * run on every store.
 */

/**
 * A process on the world's machines. A dead process never continues: its fibers stay where they stand, as after `kill
 * -9`.
 */
export interface Process {
  readonly name: string
  isDead: boolean
}

/** Work that a process does in one step of the run. */
export interface Activity<A, R> {
  readonly process: Process
  readonly context: Context.Context<R>
  readonly effect: Effect.Effect<A, unknown, R>
}

/** How an activity ended; undefined if its process died before. */
export type Ending<A> = Exit.Exit<A, unknown> | undefined

/** Whether the process dies around this call. */
export type Death = "none" | "before" | "after"

/** The faults between processes and what they keep, as ratios of the calls that each can affect. */
export interface Trouble {
  /** A write that does not happen and says so. */
  readonly notWritten: number
  /** A write that happens although its caller gets `unknown`. */
  readonly lostAnswer: number
  /** A write that does not happen although its caller gets `unknown`. */
  readonly lostWrite: number
  /** A read without an answer. */
  readonly unreadable: number
  /** A call that takes up to a minute before it is made: longer than any lease. */
  readonly slow: number
}

const noTrouble: Trouble = { notWritten: 0, lostAnswer: 0, lostWrite: 0, unreadable: 0, slow: 0 }

interface WaitingCall {
  readonly process: Process
  readonly name: string
  readonly run: Effect.Effect<unknown, unknown>
  readonly resume: (exit: Exit.Exit<unknown, unknown>) => void
}

interface Sleeper {
  readonly process: Process
  readonly until: Instant
  readonly wake: () => void
}

export class World {
  readonly trace: Array<string> = []
  /** What broke a law, in one sentence each. */
  readonly faults: Array<string> = []
  now: Instant
  /** How far the processes' clocks are ahead of the world. */
  clockAheadMillis = 0
  /**
   * When it is calm, everybody outside is there and answers every call at once. A provider continues to refuse what it
   * refused.
   */
  isCalm = false
  trouble = noTrouble
  /** Asked before every call that leaves a process. */
  deathOf: (process: Process, call: string) => Death = () => "none"
  /** Draws everything that happens. */
  readonly chance: Chance
  readonly #start: Instant
  #turns: Array<() => void> = []
  #calls: Array<WaitingCall> = []
  #sleepers: Array<Sleeper> = []

  constructor(start: Instant, chance: Chance) {
    this.#start = start
    this.now = start
    this.chance = chance
  }

  /** What the clocks of the processes show. */
  get clock(): Instant {
    return this.now + this.clockAheadMillis
  }

  note(actor: string, said: string): void {
    this.trace.push(`${this.now - this.#start} ${actor} ${said}`)
  }

  /** Runs differ in how much goes wrong; some have no trouble at all. */
  becomeTroubled(): void {
    const level = this.chance.oneOf([0, 0.3, 1, 2])
    this.trouble = {
      notWritten: 0.03 * level,
      lostAnswer: 0.05 * level,
      lostWrite: 0.03 * level,
      unreadable: 0.015 * level,
      slow: 0.05 * level
    }
  }

  /** Ends all trouble. */
  calmDown(): void {
    this.note("world", "calms down")
    this.trouble = noTrouble
    this.isCalm = true
    this.clockAheadMillis = 0
    this.deathOf = () => "none"
  }

  /** A call that leaves the process. It waits for its turn, and nothing else continues until it has ended. */
  call<A, E>(process: Process, name: string, run: Effect.Effect<A, E>): Effect.Effect<A, E> {
    return Effect.callback<A, E>((resume) => {
      const waiting: WaitingCall = {
        process,
        name,
        run,
        // What comes back is what `run` ended with, so it has its type.
        resume: resume as (exit: Exit.Exit<unknown, unknown>) => void
      }
      this.#calls.push(waiting)
      return Effect.sync(() => {
        this.#calls = this.#calls.filter((each) => each !== waiting)
      })
    })
  }

  /** The world's time, as a process has it; how long somebody sleeps does not depend on what the clock shows. */
  clockOf(process: Process): Clock.Clock {
    const millis = (): Instant => this.clock
    const nanos = (): bigint => BigInt(this.clock) * 1_000_000n
    return {
      currentTimeMillisUnsafe: millis,
      currentTimeMillis: Effect.sync(millis),
      currentTimeNanosUnsafe: nanos,
      currentTimeNanos: Effect.sync(nanos),
      monotonicTimeNanosUnsafe: nanos,
      monotonicTimeNanos: Effect.sync(nanos),
      sleep: (duration) =>
        Effect.callback<void>((resume) => {
          const until = this.now + Duration.toMillis(duration)
          const sleeper: Sleeper = { process, until, wake: () => resume(Effect.void) }
          this.#sleepers.push(sleeper)
          return Effect.sync(() => this.#forgetSleeper(sleeper))
        })
    }
  }

  kill(process: Process): void {
    process.isDead = true
    this.#calls = this.#calls.filter((call) => call.process !== process)
    this.#sleepers = this.#sleepers.filter((sleeper) => sleeper.process !== process)
    this.note(process.name, "killed")
  }

  /** Carries activities out at once, until each has ended or its process is dead. */
  async run<A, R>(activities: ReadonlyArray<Activity<A, R>>): Promise<ReadonlyArray<Ending<A>>> {
    const fibers = activities.map(({ context, effect }): Fiber.Fiber<A, unknown> => {
      return Effect.runForkWith(context)(effect, { scheduler: this.#scheduler })
    })
    const goesOn = (): boolean =>
      fibers.some(
        (fiber, index) => fiber.pollUnsafe() === undefined && activities[index]?.process.isDead === false
      )
    while (true) {
      this.#takeTurns()
      if (!goesOn()) break
      if (this.#calls.length > 0) await this.#makeOneCall()
      else if (!this.#wakeNext()) {
        this.faults.push("an activity waits for something that never happens")
        break
      }
    }
    return fibers.map((fiber) => fiber.pollUnsafe())
  }

  /** Fibers take their turns in the order in which they asked for them. */
  readonly #scheduler: Scheduler.Scheduler = {
    executionMode: "async",
    shouldYield: () => false,
    makeDispatcher: () => ({
      scheduleTask: (task) => void this.#turns.push(task),
      flush: () => this.#takeTurns()
    })
  }

  #takeTurns(): void {
    while (this.#turns.length > 0) {
      const turns = this.#turns
      this.#turns = []
      for (const turn of turns) turn()
    }
  }

  async #makeOneCall(): Promise<void> {
    const [call] = this.#calls.splice(this.chance.below(this.#calls.length), 1)
    if (call === undefined) return
    const { name, process, resume, run } = call
    const death = this.deathOf(process, name)
    if (death !== "before") {
      const exit = await ended(Effect.runFork(run))
      this.note(process.name, `${name} ${outcomeOf(exit)}`)
      if (death === "none") return resume(exit)
    }
    this.kill(process)
  }

  #wakeNext(): boolean {
    const [first] = this.#sleepers
    if (first === undefined) return false
    const next = this.#sleepers.reduce((one, other) => (other.until < one.until ? other : one), first)
    this.#forgetSleeper(next)
    this.now = Math.max(this.now, next.until)
    next.wake()
    return true
  }

  #forgetSleeper(sleeper: Sleeper): void {
    this.#sleepers = this.#sleepers.filter((each) => each !== sleeper)
  }
}

const ended = <A, E>(fiber: Fiber.Fiber<A, E>): Exit.Exit<A, E> | Promise<Exit.Exit<A, E>> =>
  fiber.pollUnsafe() ?? new Promise((resolve) => void fiber.addObserver(resolve))

/** `ok`, or what went wrong. */
export const outcomeOf = (exit: Exit.Exit<unknown, unknown>): string => {
  if (Exit.isSuccess(exit)) return "ok"
  const [reason] = exit.cause.reasons
  if (reason?._tag !== "Fail") return reason?._tag ?? "nothing"
  const { error } = reason
  const tag = typeof error === "object" && error !== null && "_tag" in error ? String(error._tag) : "failed"
  return typeof error === "object" && error !== null && "outcome" in error ? `${tag}/${error.outcome}` : tag
}

/** Whoever was not told `notWritten` in so many words does not know what became of it. */
export const isUnclear = (outcome: string): boolean =>
  outcome === "killed" || outcome === "StoreUnavailable/unknown"
