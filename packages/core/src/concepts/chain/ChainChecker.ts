import { Clock, Effect } from "effect"
import { WorkQueue } from "../../kernel/ports/WorkQueue.ts"
import { millisPerDay, millisPerHour, millisPerSecond } from "../../kernel/time/Instant.ts"
import { raiseAlert } from "../../kernel/work/Alert.ts"
import type { JobHandler } from "../../kernel/work/JobHandler.ts"
import { keepLease } from "../../kernel/work/keepLease.ts"
import { ChainNetworks } from "./ChainNetworks.ts"
import { ChainUpkeeps } from "./ChainUpkeeps.ts"
import { chainJobs } from "./chainNames.ts"

/** A network that could not be compared for so long alerts. */
const uncheckedMillisMax = 2 * millisPerDay

/** How soon a network that did not answer is compared again. */
const retryMillis = millisPerHour / 6

/**
 * Compares each network with the journal and the books, once a day. What agreed is not compared again; differences
 * are reported every day, and so is a network that cannot be compared.
 */
export const makeChainChecker = Effect.gen(function* () {
  const chains = yield* ChainNetworks
  const upkeeps = yield* ChainUpkeeps
  const queue = yield* WorkQueue

  /** By network: since when it could not be compared, as far as this process knows, and when that was reported last. */
  const failing = new Map<string, { readonly since: number; readonly alertedAt: number }>()
  const failed = Effect.fnUntraced(function* (network: string, reason: string) {
    yield* Effect.logWarning(`${network} could not be compared: ${reason}`)
    const now = yield* Clock.currentTimeMillis
    const { since, alertedAt } = failing.get(network) ?? { since: now, alertedAt: now - millisPerDay }
    const isDue = now - since >= uncheckedMillisMax && now - alertedAt >= millisPerDay
    failing.set(network, { since, alertedAt: isDue ? now : alertedAt })
    if (isDue)
      yield* raiseAlert(
        "chain.unchecked",
        `${network} was not compared with its journal and the books for ${Math.floor((now - since) / millisPerDay)} days: ${reason}`
      )
  })

  const handler: JobHandler = {
    kind: chainJobs.check,
    concurrency: 1,
    claimMax: 1,
    handle: Effect.fnUntraced(function* (job, isFinishing) {
      const network = job.subjectId
      const again = (millis: number) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) => queue.release(job, now + millis))
      if (!chains.networks.includes(network)) return yield* again(millisPerHour)
      const since = yield* upkeeps.of(network)
      const comparison = chains.compare(network, since, (point) =>
        upkeeps.recordComparison(network, point, job)
      )
      const compared = yield* Effect.result(
        Effect.raceFirst(Effect.raceFirst(comparison, until(isFinishing)), keepLease(queue, job))
      )
      if (compared._tag === "Failure") {
        if (compared.failure._tag !== "ChainUnavailable") return yield* compared.failure
        yield* failed(network, compared.failure.reason)
        return yield* again(retryMillis)
      }
      // Another process continues where it was.
      if (compared.success === undefined) return yield* again(0)
      failing.delete(network)
      const { differenceCount, differences } = compared.success
      if (differenceCount > 0)
        yield* raiseAlert(
          "chain.differs",
          `${network}, its journal and the books differ (${differenceCount}): ${differences.join("; ")}`
        )
      yield* again(millisPerDay)
    })
  }
  return handler
})

/** A shutdown does not wait for minutes. */
const until = (isFinishing: () => boolean): Effect.Effect<undefined> =>
  Effect.suspend(() =>
    isFinishing()
      ? Effect.succeed(undefined)
      : Effect.andThen(Effect.sleep(millisPerSecond), until(isFinishing))
  )
