import type { DepositContracts, LiveNetwork } from "@quittance/adapters-evm/parts"
import { ChainJournal, ChainUnavailable } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { addressOfHex, depositAddress, hexOfAddress } from "../address.ts"
import { provenFactory } from "../factory.ts"

/**
 * How many addresses one transaction empties: the network gives a transaction 80 ms, and each address uses a part of
 * them.
 */
const groupSize = 20

export interface TronDepositContracts extends DepositContracts {
  /** What deposit addresses delegate to. */
  readonly implementation: string
}

/**
 * The contracts behind the deposit addresses of a network. The address of the factory follows from the transaction
 * that created it, so the recorded one is used. It counts if the network has exactly the code there that sends money
 * to the configured treasury, which is checked once.
 */
export const makeDeposits = Effect.fnUntraced(function* ({ name, rpc, treasury }: LiveNetwork) {
  const journal = yield* ChainJournal
  let proven: TronDepositContracts | undefined

  const found = Effect.gen(function* () {
    const setup = yield* journal.setup(name)
    const factory = Option.getOrUndefined(Option.flatMap(setup, (each) => each.factory))
    if (factory === undefined) return undefined
    if (proven?.factory === factory) return proven
    const there = yield* provenFactory(rpc, hexOfAddress(factory), hexOfAddress(treasury))
    if (Option.isNone(there)) return undefined
    const { factory: made, implementation } = there.value
    const addressOf = (salt: string): string =>
      addressOfHex(depositAddress(made.address, implementation.address, salt))
    proven = { factory, addressOf, groupSize, implementation: addressOfHex(implementation.address) }
    return proven
  })

  const addressOf = (salt: string): Effect.Effect<string, ChainUnavailable> =>
    found.pipe(
      Effect.mapError((failure) => new ChainUnavailable({ reason: failure.reason })),
      Effect.flatMap((contracts) =>
        contracts === undefined
          ? Effect.fail(
              new ChainUnavailable({
                reason: `the contract for deposit addresses of this treasury is not on ${name}: run quittance chain deploy --network ${name}`
              })
            )
          : Effect.succeed(contracts.addressOf(salt))
      )
    )

  return {
    /** Undefined before they are deployed for the treasury. */
    found,
    addressOf
  }
})

export type Deposits = Effect.Success<ReturnType<typeof makeDeposits>>
