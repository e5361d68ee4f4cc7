import { base58, type Hex } from "./bytes.ts"
import { type Fault, runContract } from "./contractRun.ts"
import type { Log } from "./contracts.ts"
import { Refusal } from "./Refusal.ts"
import { useFreeNet, useNet } from "./resources.ts"
import type { Account, TronState } from "./TronState.ts"
import type { Transaction } from "./transaction.ts"

/** `Transaction.Result.contractResult`, as far as it occurs here. */
export type ContractResult =
  | "DEFAULT"
  | "SUCCESS"
  | "REVERT"
  | "OUT_OF_ENERGY"
  | "OUT_OF_TIME"
  | "ILLEGAL_OPERATION"

/** What a transaction did in a block (`TransactionInfo`). A failed one is in the block and cost money. */
export interface Outcome {
  readonly result: ContractResult
  /** Empty if it did not fail. */
  readonly message: string
  readonly answer: Hex
  readonly contract: Hex | undefined
  readonly logs: ReadonlyArray<Log>
  /** Of what was staked, what was burned, and all together. */
  readonly energyUsage: bigint
  readonly energyFee: bigint
  readonly energyTotal: bigint
  readonly energyPenalty: bigint
  readonly netUsage: bigint
  readonly netFee: bigint
  /** All that it cost in TRX. */
  readonly fee: bigint
}

interface Paid {
  readonly netUsage: bigint
  readonly netFee: bigint
}

/** `Constant.MAX_RESULT_SIZE_IN_TX`: a result takes room that is paid for before it is there. */
export const resultSize = 64

export const accountOf = (state: TronState, owner: Hex): Account => {
  const account = state.accounts.get(owner)
  if (account !== undefined) return account
  throw Refusal.contract(`account [${owner === "0x" ? "" : base58(owner)}] does not exist`)
}

/** Bandwidth that is staked, or free, or paid for with TRX (`BandwidthProcessor.consume`). */
const consumeBandwidth = (
  state: TronState,
  { contract, size }: Transaction,
  owner: Hex,
  slot: number
): Paid => {
  const account = accountOf(state, owner)
  const bytes = BigInt(size + resultSize)
  const { bandwidthPrice, newAccountBandwidthFee } = state.parameters
  if (contract?.type === "TransferContract" && !state.accounts.has(contract.to)) {
    if (useNet(state, owner, account, bytes, slot)) return { netUsage: bytes, netFee: 0n }
    return burned(state, owner, account, newAccountBandwidthFee)
  }
  if (useNet(state, owner, account, bytes, slot) || useFreeNet(state, owner, account, bytes, slot))
    return { netUsage: bytes, netFee: 0n }
  return burned(state, owner, account, bandwidthPrice * bytes)
}

const burned = (state: TronState, owner: Hex, account: Account, fee: bigint): Paid => {
  if (account.balance < fee) throw Refusal.resources
  state.pay(owner, -fee)
  return { netUsage: 0n, netFee: fee }
}

/** `Manager.consumeMemoFee` */
const consumeMemoFee = (state: TronState, { memo }: Transaction, owner: Hex): bigint => {
  const { memoFee } = state.parameters
  if (memo.length === 0 || memoFee === 0n) return 0n
  if (accountOf(state, owner).balance < memoFee) throw Refusal.resources
  state.pay(owner, -memoFee)
  return memoFee
}

const withoutEnergy: Omit<Outcome, "netUsage" | "netFee" | "fee"> = {
  ...{ energyUsage: 0n, energyFee: 0n, energyTotal: 0n, energyPenalty: 0n, logs: [], message: "" },
  ...{ result: "SUCCESS", answer: "0x", contract: undefined }
}

/** `TransferActuator` */
const transferCoin = (
  state: TronState,
  { amount, owner, to }: { readonly owner: Hex; readonly to: Hex; readonly amount: bigint }
): bigint => {
  if (to === "0x") throw Refusal.contract("Invalid toAddress!")
  if (to === owner) throw Refusal.contract("Cannot transfer TRX to yourself.")
  if (amount <= 0n) throw Refusal.contract("Amount must be greater than 0.")
  const recipient = state.accounts.get(to)
  const fee = recipient === undefined ? state.parameters.newAccountFee : 0n
  if (recipient?.isContract === true) throw Refusal.contract("Cannot transfer TRX to a smartContract.")
  if (accountOf(state, owner).balance < amount + fee)
    throw Refusal.contract("Validate TransferContract error, balance is not sufficient.")
  state.pay(owner, -(amount + fee))
  state.pay(to, amount)
  return fee
}

/**
 * Carries a transaction out, after all that must be true of it is checked (`Manager.processTransaction`). Throws a
 * refusal.
 */
export const carryOut = (state: TronState, transaction: Transaction, slot: number, fault: Fault): Outcome => {
  const { contract } = transaction
  if (contract === undefined) throw Refusal.contract("Unknown contract type")
  const paid = consumeBandwidth(state, transaction, contract.owner, slot)
  const memoFee = consumeMemoFee(state, transaction, contract.owner)
  const done =
    contract.type === "TransferContract"
      ? { ...withoutEnergy, ownFee: transferCoin(state, contract) }
      : { ...runContract(state, transaction, contract, slot, fault), ownFee: 0n }
  const { ownFee, ...rest } = done
  return { ...rest, ...paid, fee: ownFee + memoFee + rest.energyFee + paid.netFee }
}
