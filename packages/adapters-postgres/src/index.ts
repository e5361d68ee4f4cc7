export type { Partners } from "./commit/BulkRows.ts"
export type { CommitOptions } from "./commit/PostgresCommit.ts"
export type { ConnectionsOptions } from "./connect/ConnectionsOptions.ts"
export type { Plans } from "./connect/Plans.ts"
export type { TableCopy } from "./copy/copyRows.ts"
export {
  type CopyCheck,
  type CopyProgress,
  StoreTarget,
  type StoreTargetOptions
} from "./copy/StoreTarget.ts"
export { PostgresStore, type PostgresStoreOptions } from "./PostgresStore.ts"
export { PostgresStoreRefused } from "./PostgresStoreRefused.ts"
export { distributeStore, type StoreDistributionOptions } from "./StoreDistribution.ts"
export type { SpreadTable } from "./schema/distribution.ts"
export { readerGrants, roleMade, workerGrants } from "./schema/roleGrants.ts"
export type { Step } from "./schema/Step.ts"
export { schemaVersion } from "./schema/steps.ts"
