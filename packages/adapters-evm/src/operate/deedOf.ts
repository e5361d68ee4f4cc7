import { addressOfBytes, type ChainTransactionOrder, formatMinor, readBackId } from "@quittance/core/adapter"
import { Option } from "effect"
import type { EvmNetwork } from "../EvmNetwork.ts"
import { expectedFactory } from "../factory.ts"
import { deterministicDeployer } from "../factoryContracts.ts"
import { bytesOf, type Hex } from "../hex.ts"
import { evmSpelling } from "../Spelling.ts"
import type { FoundSlot } from "../send/findSlots.ts"
import { doesNothing } from "../send/settleSlots.ts"
import { movedBy } from "../send/slotOutcome.ts"
import { minorOf, transferCallIn, valueOf } from "../tokenCalls.ts"
import type { Deed } from "./Deed.ts"

interface Movement {
  readonly recipient: string
  readonly value: bigint
}

/** What a wallet's transaction did, according to its call and the token's events. */
export const deedOf = (network: EvmNetwork, wallet: string, slot: FoundSlot): Deed => {
  const { name, token } = network
  const { receipt, transaction } = slot
  const { hash, input, to } = transaction
  const { blockNumber, effectiveGasPrice, gasUsed, status } = receipt
  const moved = movedBy(receipt, wallet, { token, spelling: evmSpelling }).map(
    ({ to, value }): Movement => ({ recipient: addressIn(to ?? "0x"), value })
  )
  const asked = to === token.address.toLowerCase() ? transferCallIn(input) : undefined
  const [only] = moved
  const payment: Movement | undefined =
    moved.length === 1 && only !== undefined && only.value > 0n
      ? only
      : moved.length === 0
        ? asked
        : undefined
  const amountMinor = payment === undefined ? 0n : minorOf(payment.value, token.decimals)
  const isCancel = doesNothing(transaction)
  const failure =
    status === 0
      ? "the network carried it out and it failed"
      : payment !== undefined && moved.length === 0
        ? "the token accepted the transfer and moved nothing"
        : ""
  const purpose = payment === undefined ? purposeOf(network, to) : "payout"
  return {
    wallet,
    nonce: slot.nonce,
    at: slot.at,
    transactionIndex: receipt.transactionIndex,
    outcome: {
      _tag: isCancel ? "cancelled" : failure === "" ? "completed" : "failed",
      hash,
      blockNumber,
      costWei: gasUsed * effectiveGasPrice,
      reason: failure
    },
    order: {
      id: readBackId(name, hash),
      partnerId: name,
      purpose,
      payoutId: "",
      payoutPartnerId: "",
      sendBefore: Option.none(),
      recipient: payment?.recipient ?? "",
      amountMinor,
      contract: payment === undefined ? (to ?? "") : "",
      data: payment === undefined ? input : "",
      createdAt: slot.at
    },
    isPayment: failure === "" && payment?.value === valueOf(amountMinor, token.decimals) && amountMinor > 0n,
    did: isCancel
      ? "did nothing, and so kept its slot from another transaction"
      : `${wordsOf(network, slot, purpose, payment === undefined ? moved : [payment])}${failure === "" ? "" : `, but ${failure}`}`
  }
}

const purposeOf = (network: EvmNetwork, to: Hex | null): ChainTransactionOrder["purpose"] => {
  if (to === null || to === deterministicDeployer.toLowerCase()) return "deployment"
  return to === expectedFactory(network).factory.address.toLowerCase() ? "sweep" : "other"
}

const wordsOf = (
  { token }: EvmNetwork,
  { transaction: { to, value } }: FoundSlot,
  purpose: ChainTransactionOrder["purpose"],
  moved: ReadonlyArray<Movement>
): string => {
  const payments = moved.map(
    ({ recipient, value }) => `${formatMinor(minorOf(value, token.decimals), "USDT")} USDT to ${recipient}`
  )
  if (purpose === "payout") return `moves ${payments.join(", ")}`
  const parts = [
    purpose === "sweep"
      ? "empties deposit addresses"
      : purpose === "deployment"
        ? "creates a contract"
        : `calls ${to}`,
    ...(value > 0n ? [`gives it ${value} wei of the network's coin`] : []),
    ...payments.map((each) => `moves ${each}`)
  ]
  return parts.join(", ")
}

const addressIn = (topic: string): string => addressOfBytes("evm", bytesOf(topic as Hex).subarray(-20))
