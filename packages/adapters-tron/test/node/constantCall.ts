import type { Hex } from "./bytes.ts"
import { hexOf, keccakOf } from "./bytes.ts"
import { billOf } from "./contractRun.ts"
import { callContract, type Log } from "./contracts.ts"
import type { RefusalCode } from "./Refusal.ts"
import type { TronState } from "./TronState.ts"

/** A call that no transaction makes, and nothing remembers. */
export interface ConstantCall {
  readonly owner: Hex | undefined
  readonly to: Hex | undefined
  readonly data: Hex
  readonly callValue: bigint
}

/** What it ends in (`Wallet.callConstantContract`). */
export type Constant =
  | { readonly ends: "refused"; readonly code: RefusalCode; readonly message: string }
  | {
      readonly ends: "SUCCESS" | "REVERT"
      readonly total: bigint
      readonly penalty: bigint
      readonly answer: Hex
      readonly logs: ReadonlyArray<Log>
    }

/** `CommonParameter.maxEnergyLimitForConstant` */
const energyMax = 100_000_000n

/** The selector of a function, and its parameters: what `Util.parseMethod` makes data of. */
export const dataOf = (selector: unknown, parameter: unknown, data: unknown): Hex =>
  typeof selector === "string" && selector !== ""
    ? `0x${hexOf(keccakOf(Buffer.from(selector))).slice(2, 10)}${String(parameter ?? "")}`
    : `0x${String(data ?? "").replace(/^0x/, "")}`

export const callConstant = (state: TronState, { callValue, data, owner, to }: ConstantCall): Constant => {
  if (owner === undefined)
    return {
      ...{ ends: "refused", code: "OTHER_ERROR" },
      message: "class java.security.InvalidParameterException : owner_address isn't set."
    }
  const contract = to && state.contracts.get(to)
  if (to === undefined || contract === undefined)
    return { ends: "refused", code: "CONTRACT_VALIDATE_ERROR", message: "Smart contract is not exist." }
  const called = callContract(state.copy(), contract, { caller: owner, to, data, callValue })
  const bill = billOf(called, state.token.penalty, energyMax)
  if (bill.result === "OUT_OF_ENERGY")
    return {
      ...{ ends: "refused", code: "OTHER_ERROR" },
      message: `class org.tron.core.vm.program.Program$OutOfEnergyException : ${bill.message}`
    }
  const logs = called.ends === "SUCCESS" ? called.logs : []
  return { ends: called.ends, total: bill.total, penalty: bill.penalty, answer: called.answer, logs }
}
