export type { ResolveName } from "./resolveName.ts"
export { UndiciTransport, type UndiciTransportOptions } from "./UndiciTransport.ts"
