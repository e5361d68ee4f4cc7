import { ChainWallets } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { saltsOf } from "../sweepCall.ts"
import type { ComparedNetwork } from "./ComparedNetwork.ts"
import type { DepositContracts } from "./planSweeps.ts"

/**
 * Addresses whose balance may contain what a transaction of this store does that no block has yet. Empty where nodes
 * show balances as of a block.
 */
export const waitingOn = Effect.fnUntraced(function* (
  { executionOf, name, showsWaiting, treasury }: ComparedNetwork,
  contracts: DepositContracts | undefined
) {
  const addresses = new Set<string>()
  if (!showsWaiting) return addresses
  const wallets = yield* ChainWallets
  for (const { forms, order, wallet } of yield* wallets.open(name)) {
    let isInBlock = false
    for (const { hash } of forms) isInBlock ||= Option.isSome(yield* executionOf(hash))
    if (isInBlock) continue
    for (const each of [wallet, order.recipient]) addresses.add(each)
    if (order.purpose !== "sweep") continue
    addresses.add(treasury)
    for (const salt of saltsOf(order.data)) addresses.add(contracts?.addressOf(salt) ?? "")
  }
  return addresses
})
