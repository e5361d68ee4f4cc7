import { Clock, Effect } from "effect"
import { ChainJournal } from "../chain/ChainJournal.ts"
import { ChainNetworks } from "../chain/ChainNetworks.ts"
import { WorkQueue } from "../ports/WorkQueue.ts"
import { millisPerHour } from "../time/Instant.ts"
import type { JobHandler } from "../work/Worker.ts"
import { Deposits } from "./Deposits.ts"

/** Reads networks block by block, and immediately records the effects on invoices and wallets. */
export const makeChainReader = Effect.gen(function* () {
  const chains = yield* ChainNetworks
  const deposits = yield* Deposits
  const journal = yield* ChainJournal
  const queue = yield* WorkQueue
  // If the store does not answer yet, the job asks it later.
  yield* Effect.ignore(Effect.forEach(chains.networks, journal.begin, { discard: true }))

  const handler: JobHandler = {
    kind: "chain.read",
    concurrency: 8,
    handle: Effect.fnUntraced(function* (job) {
      const network = job.subjectId
      const isOffered = chains.networks.includes(network)
      const {
        againMillis,
        resolved = [],
        touched
      } = isOffered ? yield* chains.read(network, job) : { touched: [], againMillis: millisPerHour }
      const late = new Set(resolved)
      // What waited is recorded however long ago its address was watched.
      const readings = [
        ...resolved.map((address) => [address, deposits.refresh(network, address)] as const),
        ...touched
          .filter((address) => !late.has(address))
          .map((address) => [address, deposits.notice(network, address)] as const)
      ]
      for (const [address, reading] of readings)
        yield* Effect.asVoid(reading).pipe(
          Effect.catchTags({
            DepositAddressesUnavailable: ({ reason }) =>
              Effect.logWarning(`the ${network} address ${address} could not be read: ${reason}`),
            NotFound: () => Effect.void,
            ProviderMissing: () => Effect.void
          })
        )
      const now = yield* Clock.currentTimeMillis
      yield* queue.release(job, now + againMillis)
    })
  }
  return handler
})
