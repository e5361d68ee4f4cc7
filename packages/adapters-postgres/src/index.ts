export { PostgresStore, type PostgresStoreOptions } from "./PostgresStore.ts"
export { PostgresStoreRefused } from "./PostgresStoreRefused.ts"
