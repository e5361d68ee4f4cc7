import { ChainJournal, type ChainTransactionOrder } from "@quittance/core/adapter"
import { Clock, Effect, Option } from "effect"
import { ChainRefused, type Tell } from "../ChainOperators.ts"
import type { EvmNetwork } from "../EvmNetwork.ts"
import { expectedFactory, isDeployed } from "../factory.ts"
import { deterministicDeployer, deterministicDeployment } from "../factoryContracts.ts"
import type { Hex } from "../hex.ts"
import type { LiveNetwork } from "../LiveNetwork.ts"
import { carryOut, type Send } from "./carryOut.ts"
import { mayAct, walletsToSign } from "./mayAct.ts"
import { orRefused } from "./orRefused.ts"
import { canPayGas } from "./payGas.ts"
import { waitingDeployment } from "./waitingDeployment.ts"

/** Puts the factory of the treasury on the network, or finds it there, and records it. */
export const deploy = Effect.fnUntraced(function* (
  network: EvmNetwork,
  live: LiveNetwork,
  send: Send,
  tell?: Tell
) {
  const journal = yield* ChainJournal
  const { name, treasury } = network
  const { rpc } = live
  const contracts = expectedFactory(network)
  const factory = contracts.factory.address
  if (yield* orRefused(isDeployed(rpc, contracts))) {
    yield* orRefused(journal.recordFactory(name, factory))
    return { network: name, factory, txHash: null }
  }
  if ((yield* orRefused(rpc.code(deterministicDeployer, "latest"))) === "0x")
    return yield* new ChainRefused({
      reason: `${name} lacks the contract ${deterministicDeployer}, which puts the factory at an address that is known beforehand. Deploy it once on this network: github.com/Arachnid/deterministic-deployment-proxy`
    })
  const { data, to } = deterministicDeployment(treasury as Hex)
  yield* orRefused(mayAct(name))
  const earlier = yield* orRefused(waitingDeployment(live, { contract: deterministicDeployer, data }))
  // What is signed has its gas.
  if (earlier === undefined || earlier._tag === "queued")
    yield* orRefused(canPayGas(live, yield* orRefused(walletsToSign(name)), { data, to }))
  const createdAt = yield* Clock.currentTimeMillis
  const order: ChainTransactionOrder = earlier?.order ?? {
    // A new attempt after a failed one is a new transaction.
    id: `deployment-${factory}-${createdAt}`,
    partnerId: name,
    purpose: "deployment",
    payoutId: "",
    payoutPartnerId: "",
    sendBefore: Option.none(),
    recipient: "",
    amountMinor: 0n,
    contract: deterministicDeployer,
    data,
    createdAt
  }
  const [mined] = yield* carryOut(live, send, [order], tell)
  if (!(yield* orRefused(isDeployed(rpc, contracts))))
    return yield* new ChainRefused({
      reason: `transaction ${mined?.hash} did not create the contract ${factory}${mined?.execution.failure === undefined ? "" : `: ${mined.execution.failure}`}`
    })
  yield* orRefused(journal.recordFactory(name, factory))
  return { network: name, factory, txHash: mined?.hash ?? null }
})
