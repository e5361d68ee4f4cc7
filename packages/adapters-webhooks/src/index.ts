export { UndiciTransport, type UndiciTransportOptions } from "./UndiciTransport.ts"
export type { ResolveName } from "./resolveName.ts"
