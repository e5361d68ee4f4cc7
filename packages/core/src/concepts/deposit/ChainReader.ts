import { Clock, Effect } from "effect"
import { WorkQueue } from "../../kernel/ports/WorkQueue.ts"
import { millisPerHour } from "../../kernel/time/Instant.ts"
import type { JobHandler } from "../../kernel/work/JobHandler.ts"
import { ChainJournal } from "../chain/ChainJournal.ts"
import { ChainNetworks } from "../chain/ChainNetworks.ts"
import { chainJobs } from "../chain/chainNames.ts"
import { Deposits } from "./Deposits.ts"

/** How the effects on the owner of an address are recorded. */
type Notice = "notice" | "refresh"

/**
 * Reads networks block by block, and immediately records the effects on invoices and wallets. An address whose effects
 * could not be recorded is tried again at the next reading. Another process begins with what the latest blocks have
 * touched.
 */
export const makeChainReader = Effect.gen(function* () {
  const chains = yield* ChainNetworks
  const deposits = yield* Deposits
  const journal = yield* ChainJournal
  const queue = yield* WorkQueue
  // If the store does not answer yet, the job asks it later.
  yield* Effect.ignore(Effect.forEach(chains.networks, journal.begin, { discard: true }))

  /** Addresses by network. */
  const unnotified = new Map<string, Map<string, Notice>>()

  const handler: JobHandler = {
    kind: chainJobs.read,
    concurrency: 8,
    handle: Effect.fnUntraced(function* (job) {
      const network = job.subjectId
      const isOffered = chains.networks.includes(network)
      const {
        againMillis,
        resolved = [],
        touched
      } = isOffered ? yield* chains.read(network, job) : { touched: [], againMillis: millisPerHour }
      const addresses = unnotified.get(network) ?? new Map<string, Notice>()
      unnotified.set(network, addresses)
      for (const address of touched) if (!addresses.has(address)) addresses.set(address, "notice")
      // What waited is recorded however long ago its address was watched.
      for (const address of resolved) addresses.set(address, "refresh")
      for (const [address, notice] of addresses) {
        const isNotified = yield* deposits[notice](network, address).pipe(
          Effect.as(true),
          Effect.catchTags({
            DepositAddressesUnavailable: ({ reason }) =>
              Effect.as(
                Effect.logWarning(`the ${network} address ${address} could not be read: ${reason}`),
                false
              ),
            NotFound: () => Effect.succeed(true),
            ProviderMissing: () => Effect.succeed(true)
          })
        )
        if (isNotified) addresses.delete(address)
      }
      const now = yield* Clock.currentTimeMillis
      yield* queue.release(job, now + againMillis)
    })
  }
  return handler
})
