/** What a host may import: the server as one function, for programs that run it inside their own process. */
export type { Environment } from "./configuration/Environment.ts"
export { type QuittanceServer, serve } from "./serve.ts"
export {
  ProviderCallRefused,
  type ProviderFactory,
  type ProviderHandle,
  type ProviderLogLevel,
  type ProviderRole
} from "./start/ProviderHandle.ts"
