import { type AddressFormat, addressOfBytes } from "@quittance/core/adapter"
import { bytesOf, type Hex } from "./hex.ts"

/** How core spells the addresses and hashes of a network. Inside the adapters they are hex, as nodes write them. */
export interface Spelling {
  readonly format: AddressFormat
  readonly address: (hex: Hex) => string
  readonly hexOfAddress: (address: string) => Hex
  readonly hash: (hex: Hex) => string
  readonly hexOfHash: (hash: string) => Hex
}

/** EVM networks use the spelling of their nodes, except for the case of addresses (EIP-55). */
export const evmSpelling: Spelling = {
  format: "evm",
  address: (hex) => addressOfBytes("evm", bytesOf(hex)),
  hexOfAddress: (address) => address as Hex,
  hash: (hex) => hex,
  hexOfHash: (hash) => hash as Hex
}
