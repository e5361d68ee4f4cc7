import { Context, Effect, Layer } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { ChangeCount } from "../../kernel/work/ChangeCount.ts"

interface Run {
  readonly steps: ChangeCount
  count: number
}

/**
 * The partners whose messages this process fans out at the moment. More of their deliveries are about to be due, so
 * results that end until then can share a commit.
 */
export class RunningFanOuts extends Context.Service<
  RunningFanOuts,
  {
    /** Runs a fan-out. Its argument tells that deliveries were committed. */
    readonly run: <A, E, R>(
      partnerId: PartnerId,
      fanOut: (stepped: Effect.Effect<void>) => Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E, R>
    /** Completes when the partner's fan-out commits next, or ends; undefined if none runs. */
    readonly next: (partnerId: PartnerId) => Effect.Effect<void> | undefined
  }
>()("@quittance/core/concepts/webhook/RunningFanOuts") {
  static readonly layer = Layer.sync(RunningFanOuts, () => {
    const runs = new Map<PartnerId, Run>()

    const begun = (partnerId: PartnerId): Run => {
      const run = runs.get(partnerId) ?? { steps: new ChangeCount(), count: 0 }
      run.count += 1
      runs.set(partnerId, run)
      return run
    }

    return RunningFanOuts.of({
      run: (partnerId, fanOut) =>
        Effect.acquireUseRelease(
          Effect.sync(() => begun(partnerId)),
          ({ steps }) => fanOut(Effect.sync(() => steps.bump())),
          (run) =>
            Effect.sync(() => {
              run.count -= 1
              if (run.count === 0) runs.delete(partnerId)
              run.steps.bump()
            })
        ),
      next: (partnerId) => {
        const steps = runs.get(partnerId)?.steps
        return steps?.await(steps.count)
      }
    })
  })
}
