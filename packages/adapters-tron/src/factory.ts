import {
  type FactoryContracts,
  factoryContracts,
  type Hex,
  type Rpc,
  type RpcUnavailable
} from "@quittance/adapters-evm"
import { factoryInitCode, isDeployed } from "@quittance/adapters-evm/parts"
import { Effect, Option } from "effect"
import { ForwarderFactory } from "./contracts/ForwarderFactory.ts"

/**
 * The factory of deposit addresses. On TRON its address is not known beforehand: it follows from the transaction that
 * creates it. The expected code follows from the treasury and the address of the factory's implementation.
 */

/** Creates the factory of a treasury: the data of its deployment. */
export const factoryCreation = (treasury: Hex): Hex => factoryInitCode(treasury, ForwarderFactory)

/**
 * The energy that must be left before the factory empties an address; otherwise it reverts. Nodes estimate what a
 * call uses, not what it needs to have left, so the limit of a sweep adds this to the estimate. Unused energy costs
 * nothing.
 */
export const sweepEnergyLeft = 213_175n

/** `implementation()` */
const implementationCall: Hex = "0x5c60da1b"

/** Both contracts, if they have exactly the code that sends money to this treasury; none if anything else is there. */
export const provenFactory = Effect.fnUntraced(function* (
  rpc: Rpc["Service"],
  factory: Hex,
  treasury: Hex
): Effect.fn.Return<Option.Option<FactoryContracts>, RpcUnavailable> {
  // A node fails when the called address is not a contract.
  if ((yield* rpc.code(factory, "latest")) === "0x") return Option.none()
  const answer = yield* Effect.catchTag(
    rpc.call({ to: factory, data: implementationCall }, "latest"),
    "CallReverted",
    () => Effect.succeed<Hex>("0x")
  )
  const [, implementation] = /^0x0{24}([0-9a-f]{40})$/.exec(answer) ?? []
  if (implementation === undefined) return Option.none()
  const contracts = factoryContracts(factory, treasury, `0x${implementation}`, ForwarderFactory)
  return (yield* isDeployed(rpc, contracts)) ? Option.some(contracts) : Option.none()
})
