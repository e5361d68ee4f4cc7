import { BroadcastRefused, CallReverted, type Hex, RpcUnavailable } from "@quittance/adapters-evm"
import { bytesOf, revertReason } from "@quittance/adapters-evm/parts"
import { plainReason } from "@quittance/core/adapter"
import type { TransactionInfo, TronAccount } from "./TronApi.ts"
import type { BroadcastAnswer, ConstantAnswer, InfoAnswer, ResourceAnswer } from "./tronData.ts"

/** The meaning of full nodes' answers, which use several fields and leave some out. */

/**
 * A contract succeeded only if its result says so. A missing result proves nothing, and a transfer of TRX is not a
 * contract call.
 */
export const infoOf = (answer: InfoAnswer): TransactionInfo => {
  const { blockNumber, contract_address, contractResult, fee, id, log, receipt, resMessage, result } = answer
  const isSuccess = (result === "" || result === "SUCESS") && receipt.result === "SUCCESS"
  return {
    id,
    blockNumber,
    isSuccess,
    result: isSuccess
      ? ""
      : receipt.result === "" || receipt.result === "SUCCESS"
        ? result || "DEFAULT"
        : receipt.result,
    ...(!isSuccess && reasonIn(contractResult[0] ?? "0x", textIn(resMessage))),
    feeSun: fee,
    energyUsed: receipt.energy_usage_total,
    contract: contract_address,
    logs: isSuccess ? log : []
  }
}

const reasonIn = (data: Hex, message: string): Pick<TransactionInfo, "reason"> => {
  const reason = plainReason(revertReason(data) || message)
  return reason === "" ? {} : { reason }
}

const left = (limit: bigint, used: bigint): bigint => (limit > used ? limit - used : 0n)

const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other)

/** A transaction takes all its bandwidth from what is staked, or all of it from what is free. */
export const resourcesOf = (answer: ResourceAnswer): Pick<TronAccount, "bandwidthLeft" | "energyLeft"> => ({
  energyLeft: left(answer.EnergyLimit, answer.EnergyUsed),
  bandwidthLeft: larger(left(answer.NetLimit, answer.NetUsed), left(answer.freeNetLimit, answer.freeNetUsed))
})

/** The node can pass nothing on now, whatever the transaction. */
const nodeTroubles = new Map<string, RpcUnavailable["kind"]>([
  ["SERVER_BUSY", "limited"],
  ["NO_CONNECTION", "refused"],
  ["NOT_ENOUGH_EFFECTIVE_CONNECTION", "refused"],
  ["BLOCK_UNSOLIDIFIED", "refused"]
])

const fundsPattern = /balance is not sufficient|not enough|insufficient/i

/** Why a broadcast is refused; undefined if it is accepted. */
export const broadcastFailure = (
  host: string,
  { code, message, result }: BroadcastAnswer
): BroadcastRefused | RpcUnavailable | undefined => {
  if (result) return undefined
  const reason = [code, readable(message)]
    .filter((part) => part !== "")
    .join(": ")
    .slice(0, reasonLengthMax)
  const kind = nodeTroubles.get(code)
  if (kind !== undefined) return new RpcUnavailable({ host, method: "broadcasthex", kind, reason })
  if (code === "DUP_TRANSACTION_ERROR") return new BroadcastRefused({ host, kind: "alreadyKnown", reason })
  const isFunds = code === "BANDWITH_ERROR" || fundsPattern.test(message)
  return new BroadcastRefused({ host, kind: isFunds ? "insufficientFunds" : "other", reason })
}

const reasonLengthMax = 200

/** The program did not end by itself; the node says which error of the virtual machine stopped it. */
const programPattern = /org\.tron\.core\.vm\.program\.Program\$(\w+)/

/** The energy of a call, or why it would do nothing. */
export const energyIn = (host: string, answer: ConstantAnswer): bigint | CallReverted | RpcUnavailable => {
  const { constant_result, energy_used, result, transaction } = answer
  const message = textIn(result.message)
  const reverted = (reason: string) => new CallReverted({ host, reason: reason.slice(0, reasonLengthMax) })
  if (!result.result) {
    const [, error] = programPattern.exec(message) ?? []
    const isOfCall = result.code === "CONTRACT_VALIDATE_ERROR" && !/constant/i.test(message)
    if (isOfCall || (error !== undefined && error !== "OutOfTimeException"))
      return reverted(message || result.code)
    return new RpcUnavailable({
      ...{ host, method: "triggerconstantcontract", kind: "refused" },
      reason: `${result.code}: ${message}`.slice(0, reasonLengthMax)
    })
  }
  const isDone = (transaction?.ret ?? []).every(({ ret }) => ret === "" || ret === "SUCESS")
  if (!isDone || message !== "")
    return reverted(revertReason(constant_result[0] ?? "0x") || message || "it failed")
  return energy_used
}

const textIn = (hex: Hex): string => printable(new TextDecoder().decode(bytesOf(hex)))

/** Some nodes write the message as text, others as bytes. */
const readable = (message: string): string =>
  /^(?:[0-9a-f]{2}){4,}$/.test(message) ? textIn(`0x${message}`) : printable(message)

const printable = (text: string): string => text.replace(/[\p{C}\s]+/gu, " ").trim()
