import { expect } from "vitest"
import { type Hex, hexOf } from "./bytes.ts"
import type { Refusal } from "./Refusal.ts"
import { type ChainTerms, TronChain } from "./TronChain.ts"
import { type Found, refusalOf, TronNode } from "./TronNode.ts"
import { keyOf, tokenTransfer } from "./tronweb.ts"

/** Has TRX and some of the token. */
export const payer = keyOf(1)
/** Has some of the token, and is not activated. */
export const holder = keyOf(2)
/** Has nothing. */
export const stranger = keyOf(3)

export const startSun = 1_000_000_000n

/** A chain with three blocks after the first, on which the payer can pay. */
export const startWorld = (terms: Partial<ChainTerms> = {}) => {
  const chain = new TronChain(terms)
  chain.setAccount(payer.address, { balance: startSun })
  chain.setHolding(payer.address, 1_000_000_000n)
  chain.setHolding(holder.address, 1n)
  chain.produceMany(3)
  const node = new TronNode(chain)
  return { chain, node }
}

/** What a broadcast is refused with. */
export const refusedBy = (node: TronNode, bytes: Uint8Array): Refusal =>
  refusalOf(() => node.broadcast(bytes)) ?? expect.fail("it was accepted")

/** Where a transaction is now. */
export const minedAs = (chain: TronChain, id: Hex): Found =>
  chain.found(id) ?? expect.fail("it is in no block")

/** A payment of the token to its holder, as it is in the next block. */
export const paid = async (
  { chain, node }: ReturnType<typeof startWorld>,
  to: Hex = holder.address,
  feeLimit?: number
): Promise<Found> => {
  const { id } = node.broadcast(await tokenTransfer(chain, payer, to, 5n, { ...(feeLimit && { feeLimit }) }))
  chain.produce()
  return minedAs(chain, id)
}

/** Asks the HTTP API of a node. */
export const ask = async (node: TronNode, path: string, body: unknown = {}): Promise<unknown> => {
  const response = await node.fetch(`http://node/${path}`, { method: "POST", body: JSON.stringify(body) })
  return response.json()
}

/** Asks its JSON-RPC. */
export const rpc = (node: TronNode, method: string, ...params: ReadonlyArray<unknown>): Promise<unknown> =>
  ask(node, "jsonrpc", { jsonrpc: "2.0", id: 1, method, params })

export const resultOf = async (node: TronNode, method: string, ...params: ReadonlyArray<unknown>) =>
  ((await rpc(node, method, ...params)) as { readonly result: unknown }).result

export const broadcastHex = (node: TronNode, bytes: Uint8Array): Promise<unknown> =>
  ask(node, "wallet/broadcasthex", { transaction: hexOf(bytes).slice(2) })
