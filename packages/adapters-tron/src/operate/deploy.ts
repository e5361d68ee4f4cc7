import { ChainRefused, type Tell } from "@quittance/adapters-evm"
import {
  carryOut,
  type LiveNetwork,
  mayAct,
  orRefused,
  type Send,
  waitingDeployment,
  walletsToSign
} from "@quittance/adapters-evm/parts"
import { ChainJournal, type ChainTransactionOrder } from "@quittance/core/adapter"
import { Clock, Effect, Option } from "effect"
import { addressOfHex, hexOfAddress } from "../address.ts"
import { factoryCreation, provenFactory } from "../factory.ts"
import type { TronApi } from "../node/TronApi.ts"
import { tronSpelling } from "../spelling.ts"
import type { Deposits } from "./deposits.ts"

/**
 * Deploys the factory of the treasury on the network and records it, unless the recorded one belongs to this
 * treasury.
 */
export const deploy = Effect.fnUntraced(function* (
  live: LiveNetwork,
  api: TronApi,
  deposits: Deposits,
  send: Send,
  tell?: Tell
) {
  const journal = yield* ChainJournal
  const { name, rpc } = live
  const treasury = hexOfAddress(live.treasury)
  const before = yield* orRefused(deposits.found)
  if (before !== undefined) return { network: name, factory: before.factory, txHash: null }
  yield* orRefused(mayAct(name))
  yield* orRefused(walletsToSign(name))
  const createdAt = yield* Clock.currentTimeMillis
  const data = factoryCreation(treasury)
  // Another transaction would create a second factory.
  const earlier = yield* orRefused(waitingDeployment(live, { contract: "", data }))
  const order: ChainTransactionOrder = earlier?.order ?? {
    ...{ id: `deployment-${live.treasury}-${createdAt}`, partnerId: name, purpose: "deployment", createdAt },
    ...{
      payoutId: "",
      payoutPartnerId: "",
      sendBefore: Option.none(),
      recipient: "",
      amountMinor: 0n,
      contract: ""
    },
    data
  }
  const [mined] = yield* carryOut(live, send, [order], tell)
  const txHash = mined?.hash ?? ""
  const info = yield* orRefused(api.info(tronSpelling.hexOfHash(txHash)))
  const factory = Option.getOrUndefined(info)?.contract
  if (factory === undefined || Option.isNone(yield* orRefused(provenFactory(rpc, factory, treasury))))
    return yield* new ChainRefused({
      reason: `transaction ${txHash} did not create the contract${mined?.execution.failure === undefined ? "" : `: ${mined.execution.failure}`}`
    })
  yield* orRefused(journal.recordFactory(name, addressOfHex(factory)))
  return { network: name, factory: addressOfHex(factory), txHash }
})
