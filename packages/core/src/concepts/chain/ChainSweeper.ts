import { Clock, Effect, Option } from "effect"
import { StoreHold } from "../../kernel/ports/StoreHold.ts"
import { WorkQueue } from "../../kernel/ports/WorkQueue.ts"
import { millisPerHour } from "../../kernel/time/Instant.ts"
import type { JobHandler } from "../../kernel/work/JobHandler.ts"
import { ChainNetworks } from "./ChainNetworks.ts"
import { chainJobs } from "./chainNames.ts"

/**
 * Sweeps deposit addresses of networks into their treasuries: it queues the transactions, and `ChainSender` carries
 * them out.
 */
export const makeChainSweeper = Effect.gen(function* () {
  const chains = yield* ChainNetworks
  const queue = yield* WorkQueue
  const hold = yield* StoreHold

  const handler: JobHandler = {
    kind: chainJobs.sweep,
    concurrency: 8,
    isHeld: Effect.map(hold.current, Option.isSome),
    handle: Effect.fnUntraced(function* (job) {
      const network = job.subjectId
      const isOffered = chains.networks.includes(network)
      const { againMillis } = isOffered ? yield* chains.sweep(network, job) : { againMillis: millisPerHour }
      const now = yield* Clock.currentTimeMillis
      yield* queue.release(job, now + againMillis)
    })
  }
  return handler
})
