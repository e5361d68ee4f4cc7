import type { AddressFormat } from "./Address.ts"

/**
 * The one spelling under which a transaction's hash is stored, compared and claimed. EVM networks write it in lower case behind `0x`,
 * Tron in lower case without. Sources differ in case and prefix, and two spellings would be two transactions whose money counts
 * twice. What is no hash, as names in a sandbox may be, stays as it is.
 */
export const canonicalTxHash = (format: AddressFormat, txHash: string): string => {
  const hash = /^(?:0x)?([0-9a-f]{64})$/i.exec(txHash)?.[1]?.toLowerCase()
  if (format === "tron") return hash ?? txHash
  if (hash !== undefined) return `0x${hash}`
  return /^0x[0-9a-f]+$/i.test(txHash) ? txHash.toLowerCase() : txHash
}

/** Every spelling under which somebody who does not say on which network may mean a transaction. */
export const txHashSpellings = (txHash: string): ReadonlyArray<string> => [
  ...new Set([txHash, canonicalTxHash("evm", txHash), canonicalTxHash("tron", txHash)])
]
