// First, so that a Node.js that is too old is told before anything else is loaded.
import "@quittance/core"

export { BackupRefused } from "./backup/BackupRefused.ts"
export { type BackupOptions, backupStore } from "./backup/backupStore.ts"
export { type RestoredStore, type RestoreOptions, restoreStore } from "./backup/restoreStore.ts"
export type { StoreCopy } from "./backup/StoreCopy.ts"
export { StoreSource, type StoreSourceOptions } from "./copy/StoreSource.ts"
export { SqliteStore, type SqliteStoreOptions } from "./SqliteStore.ts"
export { SqliteStoreRefused } from "./SqliteStoreRefused.ts"
export type { Step } from "./schema/Step.ts"
export { schemaVersion } from "./schema/steps.ts"
