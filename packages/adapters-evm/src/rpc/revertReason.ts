import { plainReason } from "@quittance/core/adapter"
import { Option, Schema } from "effect"
import { bytesOf, type Hex } from "../hex.ts"

/** What Solidity's own checks say (`Panic(uint256)`). */
const panics: Readonly<Record<string, string>> = {
  "1": "a failed assertion",
  "11": "an overflow",
  "12": "a division by zero",
  "21": "no value of an enum",
  "22": "a corrupt array",
  "31": "pop of an empty array",
  "32": "an index out of bounds",
  "41": "too much memory",
  "51": "a call of nothing"
}

/** Why a contract reverted, by the data that it returned; undefined if it returned nothing. */
export const revertReason = (data: Hex): string | undefined => {
  if (data.length < 10) return undefined
  const [, length, text = ""] = /^0x08c379a00{62}20([0-9a-f]{64})((?:[0-9a-f]{2})*)$/i.exec(data) ?? []
  if (length !== undefined) {
    const digits = BigInt(`0x${length}`) * 2n
    return digits <= BigInt(text.length)
      ? plainReason(new TextDecoder().decode(bytesOf(`0x${text.slice(0, Number(digits))}`)))
      : undefined
  }
  const [, panic] = /^0x4e487b710{48,63}([0-9a-f]{1,16})$/i.exec(data) ?? []
  if (panic !== undefined) {
    const code = BigInt(`0x${panic}`).toString(16)
    return `panic 0x${code.padStart(2, "0")}${code in panics ? `, ${panics[code]}` : ""}`
  }
  return `it reverts with ${data.slice(0, 10)}`
}

/** An error of JSON-RPC. */
export interface JsonRpcError {
  readonly message: string
  readonly data?: unknown
}

const revertPattern = /0x(?:[0-9a-f]{2})*/i

/** Bytes, or an object that has them, or text with them, by the node's program. */
const Nested = Schema.Struct({ data: Schema.String })
const decodeNested = Schema.decodeUnknownOption(Nested)

const bytesIn = (data: unknown): Hex | undefined => {
  const text =
    typeof data === "string"
      ? data
      : Option.getOrUndefined(Option.map(decodeNested(data), (nested) => nested.data))
  return text === undefined ? undefined : (revertPattern.exec(text)?.[0] as Hex | undefined)
}

/** What a node says, with what it says beside that, or what the contract says if the node shows that as bytes only. */
export const reasonIn = ({ data, message }: JsonRpcError): string => {
  const bytes = bytesIn(data)
  const reason = bytes === undefined ? (typeof data === "string" ? data : undefined) : revertReason(bytes)
  return reason === undefined || reason === "" || message.includes(reason) ? message : `${message}: ${reason}`
}
