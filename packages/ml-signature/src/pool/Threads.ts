import * as modules from "node:module"
import { dirname } from "node:path"
import type { SignatureClassifierUnavailable } from "@quittance/core"
import { Effect, type Scope } from "effect"
import { Piscina } from "piscina"
import { workerFailure } from "./workerFailure.ts"
import type { Work, WorkAnswer, WorkerSettings } from "./Work.ts"

/** Worker threads: one that runs, and as many more as there is work for at once. */
export interface Threads {
  /** Ends when the first has started; rejects when it cannot: then none can. */
  readonly warm: Promise<void>
  readonly isWarm: () => boolean
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

/** With what the host keeps of compiled code, which makes a start a third shorter: a worker does not inherit that. */
const environment = (): NodeJS.ProcessEnv => {
  const kept = modules.getCompileCacheDir()
  // It names a folder of this version of Node.js within the one that was chosen.
  return kept === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(kept) }
}

/** Starts the first, and stops all with the scope. Fails where none can be started here at all. */
export const startThreads = ({
  decoder,
  file,
  secondsMax,
  workers
}: WorkerSettings & { readonly workers: number; readonly file: URL }): Effect.Effect<
  Threads,
  SignatureClassifierUnavailable,
  Scope.Scope
> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.try({
        try: () => {
          const settings: WorkerSettings = { decoder, secondsMax }
          const pool = new Piscina<Work, WorkAnswer>({
            filename: file.href,
            minThreads: 1,
            maxThreads: workers,
            idleTimeout: Number.POSITIVE_INFINITY,
            recordTiming: false,
            resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax },
            env: environment(),
            workerData: settings,
            // What has started rather than what still starts.
            loadBalancer: (_task, threads) =>
              threads.findLast(({ currentUsage }) => currentUsage === 0) ?? null,
            // Sources import each other as sources.
            ...(file.pathname.endsWith(".ts") && { execArgv: ["--conditions=source"] })
          })
          // A worker that breaks down between two tasks is replaced, and nobody waits for it.
          pool.on("error", () => undefined)
          // The first worker is called ready before it is, and an aborted task would stop it.
          let isWarm = false
          const warm = pool.run({ _tag: "Warm" }).then(() => {
            isWarm = true
          })
          // Whoever waits for it is told.
          warm.catch(() => undefined)
          return { pool, warm, isWarm: () => isWarm, stopping: new AbortController() }
        },
        catch: workerFailure
      }),
      ({ pool, stopping }) => {
        stopping.abort()
        return Effect.promise(() => pool.destroy())
      }
    ),
    ({ isWarm, pool, stopping, warm }) => ({
      warm,
      isWarm,
      run: async (work, options) => {
        // It would start threads again.
        if (stopping.signal.aborted) throw new Error("the workers have stopped")
        return pool.run(work, options)
      }
    })
  )
