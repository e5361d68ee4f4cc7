export type { ConnectionsOptions } from "./connect/Connections.ts"
export { PostgresStore, type PostgresStoreOptions } from "./PostgresStore.ts"
export { PostgresStoreRefused } from "./PostgresStoreRefused.ts"
export { workerGrants } from "./schema/workerGrants.ts"
