import { Context, type Effect, Schema } from "effect"
import type { ObservedTransfer } from "./Transfer.ts"

/** The address source, or its view of the network, could not answer. */
export class DepositAddressesUnavailable extends Schema.TaggedError<DepositAddressesUnavailable>()(
  "DepositAddressesUnavailable",
  { reason: Schema.String }
) {
  get code() {
    return "deposit_addresses_unavailable" as const
  }
}

/** A transfer in its current state on the network; `dropped` if a reorganisation removed it. */
export interface ShownTransfer extends ObservedTransfer {
  readonly dropped: boolean
}

/**
 * Port. Deposit addresses and the transfers to them. Laws (`depositAddressesSuite` in `@quittance/testing`):
 *
 * 1. `derive` is a function: the same network and salt give the same valid address, and different salts different ones.
 *    A salt is 128 random bits in 32 lower-case hex digits; `derivationPathOf` computes a numeric path from it. The
 *    salt is stored with the address's owner, so that the operator can derive the address again to move the money.
 * 2. `transfers` shows every successful transfer of the network's token to the address, never failed or foreign ones,
 *    nor such of nothing; a vanished one is shown as dropped. One of less than a minor unit is shown with its `rest`.
 *    Its confirmations grow with each block of the network, and only then. Absence means nothing: a source that loses
 *    sight of a transfer for a moment must not make credited money disappear.
 */
export class DepositAddresses extends Context.Service<
  DepositAddresses,
  {
    /** The networks it serves, by name; omitted if it serves all of the deployment. */
    readonly networks?: ReadonlyArray<string> | undefined
    readonly derive: (network: string, salt: string) => Effect.Effect<string, DepositAddressesUnavailable>
    readonly transfers: (
      network: string,
      address: string
    ) => Effect.Effect<ReadonlyArray<ShownTransfer>, DepositAddressesUnavailable>
  }
>()("@quittance/core/concepts/chain/DepositAddresses") {}
