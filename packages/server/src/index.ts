/** What a host may import: the server as one function, for programs that run it inside their own process. */
export { readServeConfiguration, type ServeConfiguration } from "./configuration/ServeConfiguration.ts"
