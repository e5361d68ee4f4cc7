import type { Hex } from "./bytes.ts"

/** An error of JSON-RPC, with the codes of `TronJsonRpc`. */
export class RpcError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export const invalid = (message: string): RpcError => new RpcError(-32602, message)

/** `ByteArray.hexToBigInteger` */
export const numberOf = (text: unknown): number => {
  if (typeof text !== "string" || !/^(0x[0-9a-fA-F]+|[0-9]+)$/.test(text))
    throw invalid("invalid block number")
  return Number(text)
}

/** Only the newest state can be asked about (`TronJsonRpcImpl.getCall`, `getTrxBalance`, `getABIOfSmartContract`). */
export const checkLatest = (tag: unknown): void => {
  if (typeof tag !== "string") throw new RpcError(-32600, "invalid json request")
  switch (tag.toLowerCase()) {
    case "latest":
      return
    case "earliest":
    case "pending":
    case "finalized":
      throw invalid("TAG [earliest | pending | finalized] not supported")
    default:
      numberOf(tag)
      throw invalid("QUANTITY not supported, just support TAG as latest")
  }
}

/** `JsonRpcApiUtil.addressCompatibleToByteArray` */
export const addressOf = (text: unknown): Hex => {
  const [, digits] = /^(?:0x)?(?:41)?([0-9a-fA-F]{40})$/.exec(String(text)) ?? []
  if (digits === undefined) throw invalid("invalid address hash value")
  return `0x${digits.toLowerCase()}`
}

/** `TronJsonRpcImpl.hashToByteArray` */
export const hashOf = (text: unknown): Hex => {
  const [, digits] = /^(?:0x)?([a-zA-Z0-9]{64})$/.exec(String(text)) ?? []
  if (digits === undefined) throw invalid("invalid hash value")
  return `0x${digits.toLowerCase()}`
}
