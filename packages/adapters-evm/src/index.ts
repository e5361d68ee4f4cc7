export { type ActingNetwork, type ActingServices, actingNetworks } from "./ActingNetwork.ts"
export {
  ChainOperators,
  ChainRefused,
  type Matched,
  type ReadBack,
  type ReconcileOptions,
  type ReconcileReport,
  type SweepReport,
  type Tell,
  type WalletName
} from "./ChainOperators.ts"
export { Forwarder } from "./contracts/Forwarder.ts"
export { ForwarderFactory } from "./contracts/ForwarderFactory.ts"
export { depositAddress, saltWord } from "./depositAddress.ts"
export type { EvmNetwork, SweepTerms } from "./EvmNetwork.ts"
export * as EvmNetworks from "./EvmNetworks.ts"
export { extendedKeyAddresses } from "./extendedKeyAddresses.ts"
export {
  deterministicDeployer,
  deterministicDeployment,
  type ExpectedCode,
  type FactoryContracts,
  type FactoryDeployment,
  factoryContracts
} from "./factoryContracts.ts"
export type { Hex } from "./hex.ts"
export { publicKeyAddress } from "./publicKeyAddress.ts"
export type { Block, FeeHistory, Log, Receipt, SlotUse, Transaction } from "./rpc/ChainData.ts"
export { httpFetch } from "./rpc/httpFetch.ts"
export type { LogFilter } from "./rpc/LogFilter.ts"
export type { Fetch } from "./rpc/NodeHttp.ts"
export type { NodeState } from "./rpc/NodeState.ts"
export { type NodeUrl, NodeUrlRefused, readNodeUrl } from "./rpc/NodeUrl.ts"
export type {
  AskedEach,
  ContractCall,
  HeadTag,
  RangeLogs,
  StateTag
} from "./rpc/questions.ts"
export { type Questions, Rpc, type RpcOptions } from "./rpc/Rpc.ts"
export { BlockUnknown, BroadcastRefused, CallReverted, RpcUnavailable, TooMuch } from "./rpc/RpcFailure.ts"
export type { StateOverrides } from "./rpc/StateOverrides.ts"
export type { Spelling } from "./Spelling.ts"
export { type DigestKey, digestSigner } from "./send/digestSigner.ts"
export type { GasFees } from "./send/fees.ts"
export type { HostSigner } from "./send/OutsideSigner.ts"
export type { UnsignedTransaction } from "./send/Signer.ts"
export { nativeCoin, sweepCall } from "./sweepCall.ts"
export { type ChainWatcher, makeChainWatcher, type WatchState } from "./watch/ChainWatcher.ts"
export type { NodeFailure, TokenNode } from "./watch/TokenNode.ts"
export type { WatchedNetwork } from "./watch/WatchedNetwork.ts"
