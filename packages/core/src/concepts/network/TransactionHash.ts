import type { AddressFormat } from "./Address.ts"

/**
 * The canonical spelling in which a transaction hash is stored, compared and claimed. EVM networks write it
 * in lower case after `0x`, Tron in lower case without. Sources differ in case and prefix, and two spellings
 * would count as two transactions, with their money counted twice. A text that is not a hash, as possible in
 * a sandbox, stays unchanged.
 */
export const canonicalTxHash = (format: AddressFormat, txHash: string): string => {
  const hash = /^(?:0x)?([0-9a-f]{64})$/i.exec(txHash)?.[1]?.toLowerCase()
  if (format === "tron") return hash ?? txHash
  if (hash !== undefined) return `0x${hash}`
  return /^0x[0-9a-f]+$/i.test(txHash) ? txHash.toLowerCase() : txHash
}

/** Every possible spelling of a transaction hash if the network is unknown. */
export const txHashSpellings = (txHash: string): ReadonlyArray<string> => [
  ...new Set([txHash, canonicalTxHash("evm", txHash), canonicalTxHash("tron", txHash)])
]
