/** The public API of the server, for programs that run it inside their own process. */
export type { Environment } from "./configuration/variables.ts"
export { type QuittanceServer, serve } from "./serve.ts"
export {
  ProviderCallRefused,
  type ProviderFactory,
  type ProviderHandle,
  type ProviderLogLevel,
  type ProviderRole
} from "./start/ProviderHandle.ts"
