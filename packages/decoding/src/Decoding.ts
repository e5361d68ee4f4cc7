import { type OptionRules, option, refuseOptions, WallClock } from "@quittance/core/adapter"
import { Context, Effect, Exit, Fiber, identity, Layer, Option, Schema, Scope, Semaphore } from "effect"
import { type Decoder, fileBeside } from "./Decoder.ts"
import { type DecodingProcess, type Outcome, startDecodingProcess } from "./DecodingProcess.ts"
import type { Task } from "./Task.ts"

/** The file takes more memory or processor time to decode than a file may. The process that found out was ended. */
export class DecodingTooCostly extends Schema.TaggedError<DecodingTooCostly>()("DecodingTooCostly", {
  bound: Schema.Literals(["memory", "time"])
}) {
  override get message(): string {
    return `decoding the file takes too much ${this.bound}`
  }
}

/** All processes work on other files, and too many wait. Nothing is wrong with this one: it can be sent again. */
export class DecodingBusy extends Schema.TaggedError<DecodingBusy>()("DecodingBusy", {
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

/** No process can be started, or one broke down, twice. The log says why. */
export class DecodingBroken extends Schema.TaggedError<DecodingBroken>()("DecodingBroken", {
  reason: Schema.String
}) {
  override get message(): string {
    return this.reason
  }
}

export type DecodingFailure = DecodingTooCostly | DecodingBusy | DecodingBroken

export interface DecodingOptions {
  /** Files decoded at once, each by a process of its own; 2. Slow ones leave one of several to others. */
  readonly processes?: number
  /** Files that wait until others are decoded; 32. The next one is `DecodingBusy`. */
  readonly waitingMax?: number
  /** The longest that a file waits for a process, in seconds; 10. Then it is `DecodingBusy`. */
  readonly waitSecondsMax?: number
  /** How much memory decoding a file may take, in megabytes (2²⁰ bytes); 768. */
  readonly memoryMegabytesMax?: number
  /** How long a process that has nothing to do is kept, in seconds; 300. It ends within twice that time. */
  readonly idleSeconds?: number
}

/** One file to be decoded. */
export interface DecodingWork<Options, Answer> {
  readonly decoder: Decoder<Options, Answer>
  /** They stay the caller's. */
  readonly bytes: Uint8Array
  readonly options: Options
  /** The processor time that it may take, in seconds. A process that waits for the machine's other work loses none. */
  readonly secondsMax: number
}

/**
 * A file that may take so many seconds or more is slow. Slow ones have all processes but one, and half of the places of
 * those that wait: whoever sends them keeps others only from sending slow ones.
 */
export const slowFromSeconds = 15

/**
 * Decodes files from strangers in processes of their own, which know no secret of this one. A process starts with the
 * first file, works on one file at a time, and is ended when the file takes too much memory or time. So a file ends at
 * most the process that decodes it, and never costs another file more than a wait. A file whose process dies for
 * another reason is decoded once more.
 *
 * A file that is being decoded keeps its process also when nobody waits for the answer any longer.
 */
export class Decoding extends Context.Service<
  Decoding,
  {
    readonly decode: <Options, Answer>(
      work: DecodingWork<Options, Answer>
    ) => Effect.Effect<Answer, DecodingFailure>
  }
>()("@quittance/decoding/Decoding") {
  static readonly layer = (options: DecodingOptions = {}): Layer.Layer<Decoding> => {
    refuseOptions(options, rules, "Decoding")
    return Layer.effect(Decoding, decodingOver(options))
  }
}

const { optional, positive, wholeNumber } = option

const rules: OptionRules<DecodingOptions> = {
  processes: optional(wholeNumber(1)),
  waitingMax: optional(wholeNumber(0)),
  waitSecondsMax: optional(positive),
  memoryMegabytesMax: optional(wholeNumber(1)),
  idleSeconds: optional(positive)
}

const bundled =
  "the files of @quittance/decoding and of what decodes are not beside the code: keep these packages out of the bundle (serverExternalPackages in Next.js, external elsewhere)"

/** How long a process may take to start, on a busy machine. */
const startMillisMax = 30_000

/**
 * So many times its processor time a file may take by the clock: the machine may have other work, or a decoder sleep
 * for ever.
 */
const patience = 4

const decodingOver = Effect.fnUntraced(function* ({
  idleSeconds = 300,
  memoryMegabytesMax = 768,
  processes = 2,
  waitingMax = 32,
  waitSecondsMax = 10
}: DecodingOptions): Effect.fn.Return<Decoding["Service"], never, Scope.Scope> {
  const program = fileBeside("./child", import.meta.url)
  // Of the fibers that wait for processes: they end when these have.
  const scope = yield* Scope.make()
  const { sleep } = yield* WallClock
  const all = yield* placesOf(processes, waitingMax)
  const ofSlow = yield* placesOf(Math.max(1, processes - 1), Math.ceil(waitingMax / 2))
  const alive = new Set<DecodingProcess>()
  const idle: Array<DecodingProcess> = []
  let isClosed = false
  let isWatched = false

  const end = (process: DecodingProcess): void => {
    alive.delete(process)
    process.end()
  }
  yield* Effect.addFinalizer(() =>
    Effect.suspend(() => {
      isClosed = true
      for (const process of alive) process.end()
      return Scope.close(scope, Exit.void)
    })
  )

  /** Ends what had nothing to do from one look to the next, until there is nothing left. */
  const endIdle = Effect.gen(function* () {
    while (alive.size > 0) {
      const counts = new Map(idle.map((process) => [process, process.taskCount()]))
      yield* sleep(1000 * idleSeconds)
      for (const [process, count] of counts)
        if (idle.includes(process) && process.taskCount() === count) {
          idle.splice(idle.indexOf(process), 1)
          end(process)
        }
    }
    isWatched = false
  })

  /** Rather one that has loaded the decoder than another, rather the one that worked last. */
  const takeIdle = (decoder: string): DecodingProcess | undefined => {
    const found = idle.findLast((process) => process.knows(decoder)) ?? idle.at(-1)
    if (found === undefined) return undefined
    idle.splice(idle.indexOf(found), 1)
    if (found.isAlive()) return found
    // It has ended by itself: too much memory was left over.
    alive.delete(found)
    return takeIdle(decoder)
  }

  const start = Effect.fnUntraced(function* (from: URL) {
    const process = startDecodingProcess(from)
    alive.add(process)
    if (!isWatched) {
      isWatched = true
      yield* Effect.forkIn(endIdle, scope)
    }
    return process
  })

  const outcomeOf = Effect.fnUntraced(function* (from: URL, task: Task): Effect.fn.Return<Outcome> {
    if (isClosed) return { _tag: "Died", reason: "the processes have stopped" }
    const process = takeIdle(task.decoder) ?? (yield* start(from))
    const given = Effect.andThen(
      sleep(startMillisMax + patience * task.millisMax),
      Effect.sync(process.timeOut)
    )
    const timer = yield* Effect.forkIn(given, scope)
    const outcome = yield* Effect.promise(() => process.work(task))
    timer.interruptUnsafe()
    if (process.isAlive() && outcome._tag === "Decoded") idle.push(process)
    else end(process)
    return outcome
  })

  const attempt = Effect.fnUntraced(function* (from: URL, task: Task) {
    const first = yield* outcomeOf(from, task)
    const outcome = first._tag === "Died" ? yield* outcomeOf(from, task) : first
    switch (outcome._tag) {
      case "Decoded":
        return outcome.answer
      case "Exceeded":
        return yield* new DecodingTooCostly({ bound: outcome.bound })
      case "TimedOut":
        return yield* new DecodingBusy({ reason: "the machine has no time for it" })
      case "Died":
      case "Failed":
        return yield* isClosed ? new DecodingBroken({ reason: outcome.reason }) : broken(outcome.reason)
    }
  })

  const decode = Effect.fn("Decoding.decode")(function* <Options, Answer>({
    bytes,
    decoder,
    options,
    secondsMax
  }: DecodingWork<Options, Answer>) {
    if (program === undefined || decoder.file === undefined) return yield* broken(bundled)
    const task: Task = {
      decoder: decoder.file.href,
      bytes,
      options,
      memoryBytesMax: memoryMegabytesMax * 2 ** 20,
      millisMax: 1000 * secondsMax
    }
    let hasBegun = false
    const begin = Effect.suspend(() => {
      hasBegun = true
      return attempt(program, task)
    })
    const isSlow = secondsMax >= slowFromSeconds
    const admitted = Effect.uninterruptible(begin).pipe(all.work, isSlow ? ofSlow.work : identity, all.wait)
    const working = yield* Effect.forkIn(
      isSlow ? Effect.map(ofSlow.wait(admitted), Option.flatten) : admitted,
      scope
    )
    const tooLong = Effect.flatMap(sleep(1000 * waitSecondsMax), () =>
      hasBegun ? Effect.never : Effect.fail(new DecodingBusy({ reason: "no process has become free" }))
    )
    const answer = yield* Effect.raceFirst(Fiber.join(working), tooLong).pipe(
      // What waits gives its place up; what has begun is not interrupted.
      Effect.ensuring(Effect.sync(() => working.interruptUnsafe()))
    )
    return (yield* Option.match(answer, {
      onNone: () => Effect.fail(new DecodingBusy({ reason: "too many at once" })),
      onSome: Effect.succeed
    })) as Answer
  })
  return Decoding.of({ decode })
})

/** Places to work, and places for whoever works or waits for that: without one of these a file is not decoded. */
const placesOf = Effect.fnUntraced(function* (working: number, waiting: number) {
  const [work, wait] = [yield* Semaphore.make(working), yield* Semaphore.make(working + waiting)]
  return { work: work.withPermit, wait: wait.withPermitsIfAvailable(1) }
})

/** Whoever sent the file is not told why, so the log is. */
const broken = (reason: string) =>
  Effect.andThen(
    Effect.logError(`a file could not be decoded: ${reason}`),
    Effect.fail(new DecodingBroken({ reason }))
  )
