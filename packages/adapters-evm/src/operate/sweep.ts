import { ChainUpkeeps } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { SweepReport, Tell } from "../ChainOperators.ts"
import type { Execution, LiveNetwork } from "../LiveNetwork.ts"
import { addressTopic, minorOf, transferTopic } from "../tokenCalls.ts"
import { carryOut, type Mined, type Send } from "./carryOut.ts"
import { mayAct } from "./mayAct.ts"
import { orRefused } from "./orRefused.ts"
import { type DepositContracts, planSweeps } from "./planSweeps.ts"

/**
 * Moves the token from all deposit addresses that ever got a transfer and hold something final, except those that an
 * open sweep already empties.
 */
export const sweep = Effect.fnUntraced(function* (
  network: LiveNetwork,
  deposits: DepositContracts,
  send: Send,
  tell?: Tell
) {
  const { name, token } = network
  yield* orRefused(mayAct(name))
  const upkeeps = yield* ChainUpkeeps
  const mined: Array<Mined> = []
  let planned = { addressCount: 0, lookedBlock: 0, isAll: false }
  let addressCount = 0
  while (!planned.isAll) {
    const { orders } = yield* orRefused(
      upkeeps.queueSweeps(name, ({ open, sweptBlock }) =>
        Effect.map(
          planSweeps(network, deposits, {
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
    mined.push(...(yield* carryOut(network, send, orders, tell)))
  }
  const moved = mined.flatMap(({ execution }) => transfersTo(network, execution))
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

/** The values that the token says it moved to the treasury. */
const transfersTo = (
  { spelling: { hexOfAddress }, token, treasury }: LiveNetwork,
  { logs }: Execution
): ReadonlyArray<bigint> => {
  const contract = hexOfAddress(token.address).toLowerCase()
  const recipient = addressTopic(hexOfAddress(treasury))
  return logs.flatMap(({ address, data, topics: [topic, , to] }) =>
    address === contract && topic === transferTopic && to === recipient ? [BigInt(data)] : []
  )
}
