import { Effect, type Scope } from "effect"
import { Piscina } from "piscina"
import type { Work, WorkAnswer, WorkerSettings } from "./Work.ts"

/** Worker threads that run. */
export interface Threads {
  /** Ends when they have started, or cannot. */
  readonly warm: Promise<unknown>
  /**
   * What a worker answers; the buffers named are moved to it. Rejects when it breaks down. A worker whose task is aborted is
   * stopped, whatever it does, and a fresh one takes its place.
   */
  readonly run: (
    work: Work,
    options: { readonly signal: AbortSignal; readonly transferList: Array<ArrayBuffer> }
  ) => Promise<WorkAnswer>
}

/** Beyond it a worker's objects are too many, and it is replaced; what pixels take is bounded by what is decoded. */
const heapMegabytesMax = 512

/** Starts them, and stops them with the scope. */
export const startThreads = ({
  decoder,
  file,
  secondsMax,
  workers
}: WorkerSettings & { readonly workers: number; readonly file: URL }): Effect.Effect<
  Threads,
  never,
  Scope.Scope
> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => {
        const settings: WorkerSettings = { decoder, secondsMax }
        const pool = new Piscina<Work, WorkAnswer>({
          filename: file.href,
          minThreads: workers,
          maxThreads: workers,
          idleTimeout: Number.POSITIVE_INFINITY,
          recordTiming: false,
          resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax },
          workerData: settings,
          // Sources import each other as sources.
          ...(file.pathname.endsWith(".ts") && { execArgv: ["--conditions=source"] })
        })
        // A worker that breaks down between two tasks is replaced, and nobody waits for it.
        pool.on("error", () => undefined)
        // One task for each: the first workers are called ready before they are, and an aborted task would stop them.
        const warm = Promise.allSettled(Array.from({ length: workers }, () => pool.run({ _tag: "Warm" })))
        return { pool, warm, stopping: new AbortController() }
      }),
      ({ pool, stopping }) => {
        stopping.abort()
        return Effect.promise(() => pool.destroy())
      }
    ),
    ({ pool, stopping, warm }) => ({
      warm,
      run: async (work, options) => {
        // It would start threads again.
        if (stopping.signal.aborted) throw new Error("the workers have stopped")
        return pool.run(work, options)
      }
    })
  )
