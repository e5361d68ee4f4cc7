export { Forwarder } from "./contracts/Forwarder.ts"
export { ForwarderFactory } from "./contracts/ForwarderFactory.ts"
export { depositAddress, saltWord } from "./depositAddress.ts"
export { extendedKeyAddresses } from "./extendedKeyAddresses.ts"
export {
  deterministicDeployer,
  deterministicDeployment,
  type ExpectedCode,
  type FactoryContracts,
  type FactoryDeployment,
  factoryContracts,
  plainDeployment
} from "./factoryContracts.ts"
export type { Hex } from "./hex.ts"
export { nativeCoin, sweepCall } from "./sweepCall.ts"
