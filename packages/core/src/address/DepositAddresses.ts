import { Context, type Effect, Schema } from "effect"
import type { ObservedTransfer } from "./Transfer.ts"

/** The address source or its view of the network could not answer. */
export class DepositAddressesUnavailable extends Schema.TaggedError<DepositAddressesUnavailable>()(
  "DepositAddressesUnavailable",
  { reason: Schema.String }
) {}

/** A transfer as the network shows it now; `dropped` when it was reorganised away. */
export interface ShownTransfer extends ObservedTransfer {
  readonly dropped: boolean
}

/**
 * Port. Deposit addresses and what arrives at them. Laws (`depositAddressesSuite` in `@quittance/testing`):
 *
 * 1. `derive` is a function: the same network and salt give the same valid address, and different salts different ones. A salt is
 *    128 random bits in 32 lower-case hex digits; `derivationPathOf` draws from it what a source of numbered addresses takes. It is
 *    kept with what the address is for, so that whoever moves the money can derive the address again.
 * 2. `transfers` shows every successful transfer of the network's token to the address, the failed and foreign ones never;
 *    one that vanished is shown as dropped. Its confirmations grow with each block of the network, and only then. Absence means nothing: a source that lost sight of a transfer for a
 *    moment must not make credited money disappear.
 */
export class DepositAddresses extends Context.Service<
  DepositAddresses,
  {
    /** The networks that it serves, by name; left out where it serves all of the deployment. */
    readonly networks?: ReadonlyArray<string> | undefined
    readonly derive: (network: string, salt: string) => Effect.Effect<string, DepositAddressesUnavailable>
    readonly transfers: (
      network: string,
      address: string
    ) => Effect.Effect<ReadonlyArray<ShownTransfer>, DepositAddressesUnavailable>
  }
>()("@quittance/core/address/DepositAddresses") {}
