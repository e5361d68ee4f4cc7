export { addressOfHex, depositAddress, extendedKeyAddresses, hexOfAddress } from "./address.ts"
export type { TronTransaction } from "./encode/TronTransaction.ts"
export { digestSigner } from "./sign/digestSigner.ts"
export type { TronNetwork, TronSweepTerms } from "./TronNetwork.ts"
