import { ChainJournal, type ChainTransactionOrder } from "@quittance/core"
import { Clock, Effect } from "effect"
import { ChainRefused } from "../ChainOperators.ts"
import type { EvmNetwork } from "../EvmNetwork.ts"
import { expectedFactory, isDeployed } from "../factory.ts"
import { deterministicDeployer, deterministicDeployment } from "../factoryContracts.ts"
import type { Hex } from "../hex.ts"
import type { LiveNetwork } from "../LiveNetwork.ts"
import { carryOut, type Send } from "./carryOut.ts"
import { told } from "./told.ts"

/** Puts the factory of the treasury on the network, or finds it there, and records it. */
export const deploy = Effect.fnUntraced(function* (network: EvmNetwork, live: LiveNetwork, send: Send) {
  const journal = yield* ChainJournal
  const { name, treasury } = network
  const { rpc } = live
  const contracts = expectedFactory(network)
  const factory = contracts.factory.address
  if (yield* told(isDeployed(rpc, contracts))) {
    yield* told(journal.recordFactory(name, factory))
    return { network: name, factory, txHash: null }
  }
  if ((yield* told(rpc.code(deterministicDeployer, "latest"))) === "0x")
    return yield* new ChainRefused({
      reason: `${name} lacks the contract ${deterministicDeployer}, which puts the factory at an address that is known beforehand. Deploy it once on this network: github.com/Arachnid/deterministic-deployment-proxy`
    })
  const createdAt = yield* Clock.currentTimeMillis
  const order: ChainTransactionOrder = {
    // A new attempt after a failed one is a new transaction.
    id: `deployment-${factory}-${createdAt}`,
    partnerId: name,
    purpose: "deployment",
    payoutId: "",
    payoutPartnerId: "",
    recipient: "",
    amountMinor: 0n,
    contract: deterministicDeployer,
    data: deterministicDeployment(treasury as Hex).data,
    createdAt
  }
  const [mined] = yield* carryOut(live, send, [order])
  if (!(yield* told(isDeployed(rpc, contracts))))
    return yield* new ChainRefused({
      reason: `transaction ${mined?.hash} did not create the contract ${factory}${mined?.execution.failure === undefined ? "" : `: ${mined.execution.failure}`}`
    })
  yield* told(journal.recordFactory(name, factory))
  return { network: name, factory, txHash: mined?.hash ?? null }
})
