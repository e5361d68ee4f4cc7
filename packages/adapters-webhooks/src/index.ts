export { UndiciTransport, type UndiciTransportOptions } from "./UndiciTransport.ts"
