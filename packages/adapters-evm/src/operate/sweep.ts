import { ChainJournal, ChainUpkeeps, StoreHold } from "@quittance/core"
import { Effect, Option } from "effect"
import { ChainRefused, type SweepReport } from "../EvmOperators.ts"
import type { EvmNetwork } from "../EvmNetwork.ts"
import type { Receipt } from "../rpc/ChainData.ts"
import type { Rpc } from "../rpc/Rpc.ts"
import { addressTopic, minorOf, transferTopic } from "../tokenCalls.ts"
import { carryOut, type Mined, type Send } from "./carryOut.ts"
import { planSweeps } from "./planSweeps.ts"
import { told } from "./told.ts"

/**
 * Moves the token from all deposit addresses that ever got a transfer and have something that is final. What an open sweep
 * empties already is left to it.
 */
export const sweep = Effect.fnUntraced(function* (network: EvmNetwork, rpc: Rpc["Service"], send: Send) {
  const { name, token } = network
  yield* told(mayAct(name))
  const upkeeps = yield* ChainUpkeeps
  const mined: Array<Mined> = []
  let planned = { addressCount: 0, lookedBlock: 0, isAll: false }
  let addressCount = 0
  while (!planned.isAll) {
    const { orders } = yield* told(
      upkeeps.queueSweeps(name, ({ open, sweptBlock }) =>
        Effect.map(
          planSweeps(network, rpc, {
            above: planned.lookedBlock,
            minimum: 1n,
            others: open
          }),
          (plan) => {
            planned = plan
            return { orders: plan.orders, sweptBlock }
          }
        )
      )
    )
    addressCount += planned.addressCount
    mined.push(...(yield* carryOut(rpc, send, orders)))
  }
  const moved = mined.flatMap(({ receipt }) => transfersTo(network, receipt))
  return {
    network: name,
    addresses: moved.length,
    skipped: addressCount - moved.length,
    amountMinor: minorOf(
      moved.reduce((sum, value) => sum + value, 0n),
      token.decimals
    ),
    txHashes: mined.map(({ hash }) => hash)
  } satisfies SweepReport
})

/** Nothing is queued that would not be signed. */
const mayAct = Effect.fnUntraced(function* (name: string) {
  const setup = yield* (yield* ChainJournal).setup(name)
  if (Option.exists(setup, ({ isPaused }) => isPaused))
    return yield* new ChainRefused({
      reason: `${name} is paused: quittance chain resume --network ${name} continues`
    })
  const held = yield* (yield* StoreHold).current
  if (Option.isSome(held)) return yield* new ChainRefused({ reason: held.value.reason })
})

/** The values that the token says it moved to the treasury. */
const transfersTo = ({ token, treasury }: EvmNetwork, { logs }: Receipt): ReadonlyArray<bigint> =>
  logs.flatMap(({ address, data, topics: [topic, , to] }) =>
    address === token.address.toLowerCase() && topic === transferTopic && to === addressTopic(treasury)
      ? [BigInt(data)]
      : []
  )
