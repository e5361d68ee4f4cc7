import { Clock, Effect } from "effect"
import { ChainJournal } from "../chain/ChainJournal.ts"
import { ChainNetworks } from "../chain/ChainNetworks.ts"
import { WorkQueue } from "../ports/WorkQueue.ts"
import { millisPerHour } from "../time/Instant.ts"
import type { JobHandler } from "../work/Worker.ts"
import { Deposits } from "./Deposits.ts"

/**
 * Reads networks block by block, and immediately records the effects on invoices and wallets. An address whose effects could not
 * be recorded is tried again at the next reading. Another process begins with what the latest blocks have touched.
 */
export const makeChainReader = Effect.gen(function* () {
  const chains = yield* ChainNetworks
  const deposits = yield* Deposits
  const journal = yield* ChainJournal
  const queue = yield* WorkQueue
  // If the store does not answer yet, the job asks it later.
  yield* Effect.ignore(Effect.forEach(chains.networks, journal.begin, { discard: true }))

  /** By network. */
  const untold = new Map<string, Set<string>>()

  const handler: JobHandler = {
    kind: "chain.read",
    concurrency: 8,
    handle: Effect.fnUntraced(function* (job) {
      const network = job.subjectId
      const isOffered = chains.networks.includes(network)
      const { againMillis, touched } = isOffered
        ? yield* chains.read(network, job)
        : { touched: [], againMillis: millisPerHour }
      const addresses = new Set([...(untold.get(network) ?? []), ...touched])
      untold.set(network, addresses)
      for (const address of addresses) {
        const isTold = yield* deposits.notice(network, address).pipe(
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
        if (isTold) addresses.delete(address)
      }
      const now = yield* Clock.currentTimeMillis
      yield* queue.release(job, now + againMillis)
    })
  }
  return handler
})
