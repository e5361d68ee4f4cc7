import type { Spelling } from "@quittance/adapters-evm/parts"
import { addressOfHex, hexOfAddress } from "./address.ts"

/** Core uses Base58Check for addresses of TRON, and hashes without `0x`. */
export const tronSpelling: Spelling = {
  format: "tron",
  address: addressOfHex,
  hexOfAddress,
  hash: (hex) => hex.slice(2),
  // People copy hashes from places where they have the prefix.
  hexOfHash: (hash) => `0x${hash.replace(/^0x/, "")}`
}
