import {
  SignatureClassifierUnavailable,
  type SignatureEvidence,
  SignatureImageRefused,
  WallClock
} from "@quittance/core"
import { Effect, Option, Scope, Semaphore } from "effect"
import { type ImageHeader, imagePixelsMax } from "../decode/ImageHeader.ts"
import { pixelsHeldOf } from "../decode/pixelsHeld.ts"
import { workerFailure } from "./workerFailure.ts"
import { startThreads, type Threads } from "./Threads.ts"
import type { Work, WorkAnswer, WorkerSettings } from "./Work.ts"

/** Worker threads that decode and judge images. */
export interface WorkerPool {
  /**
   * Judges one image. What takes longer than `secondsMax` is `tooManyPixels`; where all places are taken, a worker breaks down,
   * or none begins within twice that time, it is `SignatureClassifierUnavailable`. The bytes stay the caller's.
   */
  readonly judge: (
    bytes: Uint8Array,
    header: ImageHeader
  ) => Effect.Effect<SignatureEvidence, SignatureImageRefused | SignatureClassifierUnavailable>
}

export interface WorkerPoolOptions extends WorkerSettings {
  /** Images judged at once: threads. */
  readonly workers: number
  /** Images that wait until others are judged. */
  readonly waitingMax: number
  /** The file of a worker: a module whose default export is a `Worker`. */
  readonly file: URL
}

/**
 * A worker starts with the first image, others with images that find all at work, and they go with the scope. One that is late or
 * breaks down is replaced by a fresh one. An image that nobody waits for any longer gives its worker up.
 *
 * Large images share a budget: those of up to 8 megapixels go freely, those above take what they have of 40, so that several of
 * the largest never lie in memory together. What cannot be decoded row by row counts three times.
 */
export const make = Effect.fnUntraced(function* (
  options: WorkerPoolOptions
): Effect.fn.Return<WorkerPool, never, Scope.Scope> {
  const { secondsMax, waitingMax, workers } = options
  const admitted = yield* Semaphore.make(workers + waitingMax)
  const working = yield* Semaphore.make(workers)
  const budget = yield* Semaphore.make(imagePixelsMax)
  const scope = yield* Scope.Scope
  const started = yield* Effect.cached(Scope.provide(startThreads(options), scope))

  const judged = Effect.fnUntraced(function* (bytes: Uint8Array, header: ImageHeader) {
    const begunAt = new BigInt64Array(new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT))
    const threads = yield* Effect.tapError(started, told)
    if (!threads.isWarm()) yield* warmthOf(threads)
    const answer = Effect.suspend(() => {
      // One copy, which then belongs to the worker; what waits has none.
      const work: Work = { _tag: "Judge", bytes: new Uint8Array(bytes), header, begunAt }
      return answerOf(threads, work, work.bytes.buffer)
    }).pipe(working.withPermits(1), budget.withPermits(shareOf(bytes, header)))
    return yield* Effect.raceFirst(answer, lateness(begunAt, secondsMax))
  })

  return {
    judge: (bytes, header) =>
      judged(bytes, header).pipe(
        admitted.withPermitsIfAvailable(1),
        Effect.flatMap(Option.match({ onNone: () => Effect.fail(crowded()), onSome: Effect.succeed }))
      )
  }
})

const crowded = () => new SignatureClassifierUnavailable({ reason: "too many at once" })

/** In pixels that are read row by row. */
const freeMax = 8_000_000

const shareOf = (bytes: Uint8Array, header: ImageHeader): number => {
  const pixels = pixelsHeldOf(bytes, header)
  return pixels <= freeMax ? 0 : Math.min(pixels, imagePixelsMax)
}

/** The longest that the first images wait for workers that start. */
const startMillisMax = 30_000

const warmthOf = Effect.fnUntraced(function* (threads: Threads) {
  const { sleep } = yield* WallClock
  const slow = new SignatureClassifierUnavailable({ reason: "the workers do not start" })
  const given = Effect.andThen(sleep(startMillisMax), Effect.fail(slow))
  const warm = Effect.tryPromise({ try: () => threads.warm, catch: workerFailure }).pipe(
    Effect.tapError(told)
  )
  yield* Effect.raceFirst(warm, given)
})

const answerOf = Effect.fnUntraced(function* (
  threads: Threads,
  work: Work,
  moved: ArrayBuffer
): Effect.fn.Return<SignatureEvidence, SignatureImageRefused | SignatureClassifierUnavailable> {
  const answer = yield* Effect.tryPromise({
    try: (signal): Promise<WorkAnswer> => threads.run(work, { signal, transferList: [moved] }),
    catch: workerFailure
  }).pipe(Effect.tapError(told))
  switch (answer._tag) {
    case "Judged":
      return answer.evidence
    case "Refused":
      return yield* new SignatureImageRefused({ fault: answer.fault, limit: answer.limit })
    case "Ready":
      return yield* new SignatureClassifierUnavailable({ reason: "the worker did not process the image" })
  }
})

/** Whoever sent the image is not told why, so the log is. */
const told = ({ reason }: SignatureClassifierUnavailable) =>
  Effect.logError(`an image of a signature could not be judged: ${reason}`)

/**
 * Fails when work has taken too long, or has not begun for too long. The clock is the machine's own: a domain clock that is moved
 * ahead hurries no worker.
 */
const lateness = Effect.fnUntraced(function* (begunAt: BigInt64Array, secondsMax: number) {
  const { sleep } = yield* WallClock
  const hasBegun = () => Atomics.load(begunAt, 0) !== 0n
  const millisMax = 1000 * secondsMax
  yield* sleep(millisMax)
  if (!hasBegun()) yield* sleep(millisMax)
  if (!hasBegun()) return yield* new SignatureClassifierUnavailable({ reason: "no worker has become free" })
  const millisWorked = Number(process.hrtime.bigint() - Atomics.load(begunAt, 0)) / 1e6
  yield* sleep(Math.max(millisMax - millisWorked, 0))
  return yield* new SignatureImageRefused({ fault: "tooManyPixels" })
})
