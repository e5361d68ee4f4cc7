/**
 * What an adapter is built of whose nodes speak the Ethereum JSON-RPC too. It promises nothing to applications: it changes with the
 * adapters of this repository.
 */
export { cloneCode, depositAddress } from "./depositAddress.ts"
export { addressOfHash, bytesOf, hexOf, keccak } from "./hex.ts"
export { type AllowedContracts, type Call, forbiddenCall, type SigningPurpose } from "./send/allowedCalls.ts"
export type { Floors } from "./send/lowFunds.ts"
export { makeRaiseOnce, type RaiseOnce } from "./send/repeatedAlert.ts"
export { refusedMillisMax, signedAtOnceMax, signedMillisMax, signingMillisMax } from "./send/SenderOptions.ts"
export { SignerUnavailable } from "./send/Signer.ts"
export { slotOutcome, type Token } from "./send/slotOutcome.ts"
export { brokenLimit, recentHours, type SpendingLimits, withSpent } from "./send/spending.ts"
export { addressTopic, NoToken, tokenBalance, transferCall, transferTopic, valueOf } from "./tokenCalls.ts"
export { firstBlock } from "./watch/firstBlock.ts"
export { readLogs } from "./watch/readLogs.ts"
export { tokenNode } from "./watch/TokenNode.ts"
export { type TokenTransfer, tokenTransfers } from "./watch/TokenTransfer.ts"
export { firstWindow } from "./watch/WindowSize.ts"
