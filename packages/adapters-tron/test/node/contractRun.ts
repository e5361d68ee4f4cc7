import { base58, type Hex } from "./bytes.ts"
import { type Called, callContract, createContract } from "./contracts.ts"
import { accountOf, type ContractResult, type Outcome } from "./execution.ts"
import { Refusal } from "./Refusal.ts"
import { energyLeft, useEnergy } from "./resources.ts"
import type { TronState } from "./TronState.ts"
import { type Contract, createdAddress, type Transaction } from "./transaction.ts"

/** Whether a call takes too long for the witness; all the energy of its limit is used up then. */
export type Fault = "OUT_OF_TIME" | undefined

type VmContract = Exclude<Contract, { readonly type: "TransferContract" }>

export interface EnergyBill {
  readonly result: ContractResult
  readonly message: string
  readonly total: bigint
  readonly penalty: bigint
}

/** What a call ends in within a limit of energy (`VMActuator.execute`, `Program.spendEnergyWithPenalty`). */
export const billOf = (called: Called, penaltyShare: bigint, limit: bigint): EnergyBill => {
  const penaltyOf = (energy: bigint) => (energy * penaltyShare) / 10_000n
  const { ends, energy } = called
  const penalty = penaltyOf(energy)
  const total = energy + penalty
  if (ends === "SUCCESS" && (called.least ?? []).some((least) => least + penaltyOf(least) > limit))
    return { result: "REVERT", total: smaller(total, limit), penalty: 0n, message: revertMessage }
  if (total > limit)
    return {
      ...{ result: "OUT_OF_ENERGY", total: limit, penalty: 0n },
      message: `Not enough energy for 'SSTORE' operation executing: curInvokeEnergyLimit[${limit}], curOpEnergy[${energy}], penaltyEnergy[${penalty}], usedEnergy[0]`
    }
  return { result: ends, total, penalty, message: ends === "REVERT" ? revertMessage : "" }
}

const revertMessage = "REVERT opcode executed"

/** Staked energy first, then TRX (`ReceiptCapsule.payEnergyBill`). */
const payEnergy = (state: TronState, owner: Hex, staked: bigint, total: bigint, slot: number) => {
  const energyUsage = total < staked ? total : staked
  const energyFee = (total - energyUsage) * state.parameters.energyPrice
  if (accountOf(state, owner).balance < energyFee) throw Refusal.execution("insufficient balance")
  useEnergy(state, owner, energyUsage, slot)
  state.pay(owner, -energyFee)
  return { energyUsage, energyFee }
}

const smaller = (left: bigint, right: bigint): bigint => (left < right ? left : right)

/** What has to be true before anything runs (`VMActuator.call` and `create`). Answers what happens then. */
const prepared = (
  { parameters: { maxFeeLimit }, contracts, accounts }: TronState,
  contract: VmContract,
  address: Hex,
  { feeLimit, id }: Pick<Transaction, "feeLimit" | "id">
): ((trial: TronState) => Called) => {
  if (contract.type === "TriggerSmartContract") {
    const deployed = contracts.get(address)
    if (deployed === undefined) throw Refusal.contract("No contract or not a smart contract")
    checkAmounts(contract.callValue, feeLimit, maxFeeLimit)
    const { callValue, data, owner } = contract
    return (trial) => callContract(trial, deployed, { caller: owner, to: address, data, callValue })
  }
  if (contract.owner !== contract.origin) throw Refusal.contract("OwnerAddress is not equals OriginAddress")
  if (contract.name.length > 32) throw Refusal.contract("contractName's length cannot be greater than 32")
  if (contract.percent < 0n || contract.percent > 100n)
    throw Refusal.contract("percent must be >= 0 and <= 100")
  if (accounts.has(address))
    throw Refusal.contract(`Trying to create a contract with existing contract address: ${base58(address)}`)
  checkAmounts(contract.callValue, feeLimit, maxFeeLimit)
  if (contract.originEnergyLimit <= 0n) throw Refusal.contract("The originEnergyLimit must be > 0")
  return (trial) => createContract(trial, { ...contract, address, id })
}

const checkAmounts = (callValue: bigint, feeLimit: bigint, feeLimitMax: bigint): void => {
  if (callValue < 0n) throw Refusal.contract("callValue must be >= 0")
  if (feeLimit < 0n || feeLimit > feeLimitMax)
    throw Refusal.contract(`feeLimit must be >= 0 and <= ${feeLimitMax}`)
}

/**
 * Runs a contract on a copy, which counts only if it ends in success. The energy is paid for in any case. The owner of
 * the contract takes over nothing: `consume_user_resource_percent` is 100.
 */
export const runContract = (
  state: TronState,
  transaction: Transaction,
  contract: VmContract,
  slot: number,
  fault: Fault
): Omit<Outcome, "netUsage" | "netFee" | "fee"> => {
  const { energyPrice } = state.parameters
  const isCreation = contract.type === "CreateSmartContract"
  const address = isCreation ? createdAddress(transaction.id, contract.owner) : contract.contract
  const run = prepared(state, contract, address, transaction)
  const account = accountOf(state, contract.owner)
  const staked = energyLeft(account, slot)
  const spendable = account.balance > contract.callValue ? account.balance - contract.callValue : 0n
  // `getAccountEnergyLimitWithFixRatio`: the limit of fees counts in energy also where energy is staked.
  const limit = smaller(staked + spendable / energyPrice, transaction.feeLimit / energyPrice)
  const trial = state.copy()
  const called = run(trial)
  const bill: EnergyBill =
    fault === undefined
      ? billOf(called, isCreation ? 0n : state.token.penalty, limit)
      : { result: fault, total: limit, penalty: 0n, message: "CPU timeout for 'SSTORE' operation executing" }
  if (bill.result === "SUCCESS") state.become(trial)
  return {
    ...{ result: bill.result, message: bill.message, energyTotal: bill.total, energyPenalty: bill.penalty },
    ...payEnergy(state, contract.owner, staked, bill.total, slot),
    ...{ contract: address, answer: bill.result === called.ends ? called.answer : "0x" },
    logs: bill.result === "SUCCESS" && called.ends === "SUCCESS" ? called.logs : []
  }
}
