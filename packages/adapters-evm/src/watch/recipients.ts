import { cryptoInvoice, type StateReader, transitWallet } from "@quittance/core/adapter"
import { Effect, Option, Stream } from "effect"

/** With more addresses than this, reading all transfers of the token takes fewer requests. */
const recipientsMax = 20_000

/** Nor is it worth a longer search among the addresses of other networks. */
const searchMillisMax = 5_000

/**
 * The deposit addresses of a network; undefined if they are so many that a filter of all of them costs more than none.
 */
export const recipientsOf = (states: StateReader["Service"], network: string) => {
  const ofInvoices = Stream.map(states.all(cryptoInvoice), ({ order }) => order)
  return Stream.concat(ofInvoices, states.all(transitWallet)).pipe(
    Stream.filter((owner) => owner.network === network),
    Stream.map(({ address }) => address),
    Stream.take(recipientsMax + 1),
    Stream.runCollect,
    Effect.timeoutOption(searchMillisMax),
    Effect.map((found) =>
      Option.getOrUndefined(Option.filter(found, (addresses) => addresses.length <= recipientsMax))
    )
  )
}
