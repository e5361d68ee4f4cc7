export type { UndiciTransportOptions } from "./pooledTransport.ts"
export type { ResolveName } from "./resolveName.ts"
export { UndiciTransport } from "./UndiciTransport.ts"
