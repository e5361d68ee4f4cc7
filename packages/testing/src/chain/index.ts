/** A local EVM network for tests, measurements and demonstrations. It needs the package `@foundry-rs/anvil`. */
export { AnvilNode, anvilAccounts, anvilMnemonic } from "./AnvilNode.ts"
export { DemoToken } from "./DemoToken.ts"
