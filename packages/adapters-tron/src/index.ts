export { addressOfHex, depositAddress, extendedKeyAddresses, hexOfAddress } from "./address.ts"
export type { TronNetwork, TronSweepTerms } from "./TronNetwork.ts"
