export { SqliteStore, type SqliteStoreOptions } from "./SqliteStore.ts"
export { SqliteStoreRefused } from "./SqliteStoreRefused.ts"
