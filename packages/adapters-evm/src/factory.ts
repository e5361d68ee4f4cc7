import { ChainJournal, ChainUnavailable } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { depositAddress } from "./depositAddress.ts"
import type { EvmNetwork } from "./EvmNetwork.ts"
import { deterministicDeployment, type FactoryContracts, factoryContracts } from "./factoryContracts.ts"
import type { Hex } from "./hex.ts"
import type { Rpc } from "./rpc/Rpc.ts"

/** Whether both contracts are on the network, with exactly the code that sends money to this treasury. */
export const isDeployed = Effect.fnUntraced(function* (
  rpc: Rpc["Service"],
  { factory, implementation }: FactoryContracts
) {
  for (const { address, code } of [factory, implementation])
    if ((yield* rpc.code(address, "latest")) !== code) return false
  return true
})

/** The factory of the treasury, where the deterministic deployer puts it. */
export const expectedFactory = ({ treasury }: EvmNetwork): FactoryContracts =>
  factoryContracts(deterministicDeployment(treasury as Hex).address, treasury as Hex)

/**
 * Deposit addresses of a network, while the factory of its treasury is the recorded one. The contracts behind them are
 * checked once, before the first address is given out.
 */
export const makeAddressOf = Effect.fnUntraced(function* (rpc: Rpc["Service"], network: EvmNetwork) {
  const journal = yield* ChainJournal
  const { factory, implementation } = expectedFactory(network)
  const missing = new ChainUnavailable({
    reason: `the contract for deposit addresses of this treasury is not on ${network.name}: run quittance chain deploy --network ${network.name}`
  })
  let isProven = false
  const proven = Effect.gen(function* () {
    const setup = yield* Effect.mapError(
      journal.setup(network.name),
      ({ reason }) => new ChainUnavailable({ reason })
    )
    const isRecorded = Option.exists(setup, (each) => Option.contains(each.factory, factory.address))
    if (!isRecorded) return yield* missing
    if (isProven) return
    const isThere = yield* Effect.mapError(
      isDeployed(rpc, { factory, implementation }),
      ({ host, reason }) => new ChainUnavailable({ reason: `${host}: ${reason}` })
    )
    if (!isThere) return yield* missing
    isProven = true
  })
  return (salt: string): Effect.Effect<string, ChainUnavailable> =>
    Effect.as(proven, depositAddress(factory.address, implementation.address, salt))
})
