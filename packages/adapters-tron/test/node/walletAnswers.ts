import { type Block, slotOf } from "./Block.ts"
import { addressOfBase58, bare, bytesOf, type Hex } from "./bytes.ts"
import { type Constant, callConstant, dataOf } from "./constantCall.ts"
import { printed, shown, shownBlock, shownInfo, shownTransaction, textHex } from "./messages.ts"
import { energyUsed, freeNetUsed, netUsed } from "./resources.ts"
import { type Found, parsed, refusalOf, type TronNode } from "./TronNode.ts"
import type { TronState } from "./TronState.ts"
import { bytesOfTransaction, readTransaction } from "./transaction.ts"

interface Asked {
  readonly node: TronNode
  readonly body: Record<string, unknown>
  readonly isVisible: boolean
  /** Whether it was asked below `/walletsolidity`: as if nothing after the solid block had happened. */
  readonly isSolid: boolean
}

const failed = (kind: string, message: string) => ({ Error: `class ${kind} : ${message}` })
const headOf = ({ isSolid, node }: Asked): Block => (isSolid ? node.solid : node.head)

const stateOf = ({ isSolid, node }: Asked): TronState =>
  isSolid ? node.chain.stateAt(node.solid.number) : node.pending.state

/** What is not written as it must be (`JsonFormat.ParseException`). */
class Unreadable extends Error {}

/** An address in a question: 41 and 40 digits, or Base58Check where it is visible. Other bytes are nobody's. */
const addressIn = (value: unknown, isVisible: boolean): Hex | undefined => {
  const text = String(value ?? "")
  if (text === "") return undefined
  if (isVisible) {
    const address = addressOfBase58(text)
    if (address === undefined) throw new Unreadable("1:12: INVALID base58 String, ")
    return address
  }
  if (!/^(?:0x)?(?:[0-9a-fA-F]{2})*$/.test(text)) throw new Unreadable("1:12: INVALID hex String")
  const [, digits] = /^(?:0x)?41([0-9a-fA-F]{40})$/.exec(text) ?? []
  return digits === undefined ? undefined : `0x${digits.toLowerCase()}`
}

const idIn = (value: unknown): Hex => `0x${String(value).replace(/^0x/, "").toLowerCase()}`

const wholeBlock = ({ isVisible, node }: Asked, block: Block) =>
  shownBlock(block, node.minedIn(block), isVisible)

const foundOf = ({ isSolid, node }: Asked, id: Hex): Found | undefined => {
  const found = node.found(id)
  return found !== undefined && isSolid && found.block.number > node.solid.number ? undefined : found
}

const bytesIn = (value: unknown): Uint8Array => bytesOf(`0x${String(value ?? "").replace(/^0x/, "")}`)

const unreadable = (reason: unknown) =>
  failed("com.google.protobuf.InvalidProtocolBufferException", reason instanceof Error ? reason.message : "")

/** `BroadcastHexServlet`: it shows what went wrong as text. */
const broadcastHex = ({ body, node }: Asked): Record<string, unknown> => {
  try {
    const bytes = bytesIn(body.transaction)
    const transaction = readTransaction(bytes)
    const refused = refusalOf(() => node.broadcast(bytes))
    return {
      ...{ result: refused === undefined, code: refused?.code ?? "SUCCESS", txid: bare(transaction.id) },
      ...{
        message: refused?.message ?? "",
        transaction: JSON.stringify(shownTransaction(transaction, undefined, true))
      }
    }
  } catch (reason) {
    return unreadable(reason)
  }
}

/**
 * `BroadcastServlet`: it shows what went wrong as hex. Takes the raw data in hex, where java-tron reads the JSON beside
 * it.
 */
const broadcastTransaction = ({ body, isVisible, node }: Asked): Record<string, unknown> => {
  try {
    const signatures = [body.signature ?? []].flat().map(bytesIn)
    const bytes = bytesOfTransaction({ raw: bytesIn(body.raw_data_hex), signatures })
    const { id } = readTransaction(bytes)
    const refused = refusalOf(() => node.broadcast(bytes))
    if (refused === undefined) return { result: true, txid: bare(id) }
    const { code, message } = refused
    return { code, message: isVisible ? message : textHex(message), txid: bare(id) }
  } catch (reason) {
    return unreadable(reason)
  }
}

/** `Wallet.getBlock`: by number, by id, or the newest; with transactions if details are wanted. */
const blockOf = (asked: Asked): Record<string, unknown> => {
  const wanted = String(asked.body.id_or_num ?? "")
  const isNumber = /^-?[0-9]{1,18}$/.test(wanted)
  if (wanted !== "" && !isNumber && !/^[0-9a-fA-F]{64}$/.test(wanted))
    return { Error: "id must be legal block hash." }
  if (isNumber && Number(wanted) < 0) return { Error: "num must be non-positive number." }
  const head = headOf(asked)
  const found =
    wanted === "" ? head : isNumber ? asked.node.block(Number(wanted)) : asked.node.blockWithId(idIn(wanted))
  if (found === undefined || found.number > head.number) return {}
  return asked.body.detail === true ? wholeBlock(asked, found) : shownBlock(found, [], asked.isVisible)
}

const account = (asked: Asked): Record<string, unknown> => {
  const address = addressIn(asked.body.address, asked.isVisible)
  const found = address && stateOf(asked).accounts.get(address)
  if (address === undefined || found === undefined) return {}
  const slot = slotOf(headOf(asked))
  return printed({
    ...{ address: shown(address, asked.isVisible), balance: found.balance },
    ...{ type: found.isContract ? "Contract" : undefined, net_usage: netUsed(found, slot) },
    free_net_usage: freeNetUsed(found, slot),
    create_time: asked.node.chain.at(0).timestamp,
    account_resource: printed({ energy_usage: energyUsed(found, slot) })
  })
}

/** `Wallet.getAccountResource` */
const accountResource = (asked: Asked): Record<string, unknown> => {
  const address = addressIn(asked.body.address, asked.isVisible)
  const state = stateOf(asked)
  const found = address && state.accounts.get(address)
  if (found === undefined) return {}
  const slot = slotOf(headOf(asked))
  return printed({
    ...{ freeNetUsed: freeNetUsed(found, slot), freeNetLimit: state.parameters.freeNetLimit },
    ...{ NetUsed: netUsed(found, slot), NetLimit: found.netLimit },
    ...{ TotalNetLimit: 43_200_000_000, TotalNetWeight: 27_000_000_000 },
    ...{ EnergyUsed: energyUsed(found, slot), EnergyLimit: found.energyLimit },
    ...{ TotalEnergyLimit: 180_000_000_000, TotalEnergyWeight: 19_000_000_000 }
  })
}

/** `Wallet.getChainParameters`, as far as the rules here have them. */
const chainParameters = (asked: Asked): Record<string, unknown> => {
  const { parameters } = stateOf(asked)
  const known: ReadonlyArray<readonly [string, bigint]> = [
    ["getCreateAccountFee", parameters.newAccountBandwidthFee],
    ["getTransactionFee", parameters.bandwidthPrice],
    ["getCreateNewAccountFeeInSystemContract", parameters.newAccountFee],
    ["getEnergyFee", parameters.energyPrice],
    ["getAllowCreationOfContracts", 1n],
    ["getMaxFeeLimit", parameters.maxFeeLimit],
    ["getFreeNetLimit", parameters.freeNetLimit],
    ["getMemoFee", parameters.memoFee],
    ["getConsensusLogicOptimization", parameters.isStrictlyExpiring ? 1n : 0n]
  ]
  return { chainParameter: known.map(([key, value]) => ({ key, ...printed({ value }) })) }
}

const contractOf = (asked: Asked): Record<string, unknown> => {
  const address = addressIn(asked.body.value, asked.isVisible)
  const found = address && stateOf(asked).contracts.get(address)
  if (address === undefined || found === undefined) return {}
  return {
    ...{ bytecode: bare(found.bytecode), consume_user_resource_percent: 100, name: found.name },
    ...{ origin_address: shown(found.origin, asked.isVisible), abi: {}, origin_energy_limit: 10_000_000 },
    contract_address: shown(address, asked.isVisible)
  }
}

const constant = (asked: Asked): Constant => {
  const { body, isVisible } = asked
  const owner = addressIn(body.owner_address, isVisible)
  const to = addressIn(body.contract_address, isVisible)
  return callConstant(stateOf(asked), {
    ...{ owner, to, data: dataOf(body.function_selector, body.parameter, body.data) },
    callValue: BigInt(Number(body.call_value ?? 0))
  })
}

/** `TriggerConstantContractServlet` */
const triggerConstant = (asked: Asked): Record<string, unknown> => {
  const called = constant(asked)
  if (called.ends === "refused")
    return { result: printed({ code: called.code, message: textHex(called.message) }) }
  const isReverted = called.ends === "REVERT"
  return {
    result: { result: true, ...(isReverted && { message: textHex("REVERT opcode executed") }) },
    ...printed({ energy_used: called.total, energy_penalty: called.penalty }),
    constant_result: [bare(called.answer)],
    ...printed({
      logs: called.logs.map(({ address, data, topics }) => ({
        address: bare(address),
        topics: topics.map(bare),
        data: bare(data)
      }))
    }),
    transaction: { ret: [isReverted ? { ret: "FAILED" } : {}], visible: asked.isVisible }
  }
}

/** `Wallet.estimateEnergy`, which most nodes have switched off. */
const estimateEnergy = (asked: Asked): Record<string, unknown> => {
  if (!asked.node.estimatesEnergy)
    return {
      result: {
        code: "CONTRACT_VALIDATE_ERROR",
        message: textHex("this node does not support estimate energy")
      }
    }
  const called = constant(asked)
  if (called.ends === "refused")
    return { result: printed({ code: called.code, message: textHex(called.message) }) }
  if (called.ends === "REVERT")
    return { result: { code: "CONTRACT_EXE_ERROR", message: textHex("REVERT opcode executed") } }
  return { result: { result: true }, energy_required: Number(called.total) }
}

/** What a node answers below `/wallet`. Undefined if it has nothing there. */
export const answerWallet = (node: TronNode, name: string, text: string, isSolid: boolean): unknown => {
  try {
    return answerOf(node, name, text, isSolid)
  } catch (reason) {
    if (!(reason instanceof Unreadable)) throw reason
    const failure = failed(parseException, reason.message)
    const message = textHex(failure.Error)
    return constantCalls.includes(name) ? { result: { code: "OTHER_ERROR", message } } : failure
  }
}

const parseException = "org.tron.core.services.http.JsonFormat$ParseException"

/** They tell of everything that goes wrong in the result. */
const constantCalls = ["triggerconstantcontract", "estimateenergy"]

const answerOf = (node: TronNode, name: string, text: string, isSolid: boolean): unknown => {
  const body = text === "" ? {} : parsed(text)
  if (typeof body !== "object" || body === null)
    return failed("com.alibaba.fastjson.JSONException", "syntax error")
  const fields = body as Record<string, unknown>
  const isVisible = fields.visible === true || fields.visible === "true"
  const asked: Asked = { node, body: fields, isVisible, isSolid }
  switch (name) {
    case "getnowblock":
      return wholeBlock(asked, headOf(asked))
    case "getblockbynum": {
      const block = node.block(Number(fields.num ?? 0))
      return block === undefined || block.number > headOf(asked).number ? {} : wholeBlock(asked, block)
    }
    case "getblock":
      return blockOf(asked)
    case "getblockbyid": {
      const found = node.blockWithId(idIn(fields.value))
      return found === undefined ? {} : wholeBlock(asked, found)
    }
    case "broadcasthex":
      return broadcastHex(asked)
    case "broadcasttransaction":
      return broadcastTransaction(asked)
    case "gettransactionbyid": {
      const found = foundOf(asked, idIn(fields.value))
      if (found !== undefined) return shownTransaction(found.transaction, found.outcome, isVisible)
      // What waits is in the store of transactions of the node that it waits at, as if it had been done.
      const waits = isSolid
        ? undefined
        : node.pending.transactions.find(({ id }) => id === idIn(fields.value))
      return waits === undefined
        ? {}
        : { ...shownTransaction(waits, undefined, isVisible), ret: [{ contractRet: "SUCCESS" }] }
    }
    case "gettransactioninfobyid": {
      const found = foundOf(asked, idIn(fields.value))
      return found === undefined ? {} : shownInfo(found, found.block, isVisible)
    }
    case "gettransactioninfobyblocknum": {
      const found = node.block(Number(fields.num ?? 0))
      if (found === undefined || found.number > headOf(asked).number) return []
      return found.number === 0 ? {} : node.minedIn(found).map((each) => shownInfo(each, found, isVisible))
    }
    case "gettransactionfrompending": {
      const waits = node.pending.transactions.find(({ id }) => id === idIn(fields.value))
      return waits === undefined ? {} : shownTransaction(waits, undefined, isVisible)
    }
    case "triggerconstantcontract":
      return triggerConstant(asked)
    case "estimateenergy":
      return estimateEnergy(asked)
    case "getaccount":
      return account(asked)
    case "getaccountresource":
      return accountResource(asked)
    case "getchainparameters":
      return chainParameters(asked)
    case "getcontract":
      return contractOf(asked)
    case "getnodeinfo":
      return {
        ...{ beginSyncNum: node.head.number, block: `Num:${node.head.number},ID:${bare(node.head.id)}` },
        ...{ solidityBlock: `Num:${node.solid.number},ID:${bare(node.solid.id)}`, activeConnectCount: 1 }
      }
    default:
      return undefined
  }
}
