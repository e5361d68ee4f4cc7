import type { Spelling } from "@quittance/adapters-evm/parts"
import { addressOfHex, hexOfAddress } from "./address.ts"

/** TRON writes addresses in Base58Check and hashes without `0x`. */
export const tronSpelling: Spelling = {
  format: "tron",
  address: addressOfHex,
  hexOfAddress,
  hash: (hex) => hex.slice(2),
  hexOfHash: (hash) => (hash.startsWith("0x") ? (hash as `0x${string}`) : `0x${hash}`)
}
