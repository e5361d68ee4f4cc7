import type { AnalyticsReader } from "../analytics/AnalyticsReader.ts"
import type { AuditReader } from "./AuditReader.ts"
import type { BatchReader } from "../batch/BatchReader.ts"
import type { ClaimReader } from "../idempotency/ClaimReader.ts"
import type { DataKeys } from "../ports/DataKeys.ts"
import type { Guard } from "../ports/Guard.ts"
import type { KycReader } from "../kyc/KycReader.ts"
import type { LedgerReader } from "../ports/LedgerReader.ts"
import type { LinkBase } from "../ports/LinkBase.ts"
import type { ListReader } from "../list/ListReader.ts"
import type { RefusedRequests } from "../ports/RefusedRequests.ts"
import type { SandboxStore } from "../ports/SandboxStore.ts"
import type { Store } from "../ports/Store.ts"
import type { StateReader } from "../ports/StateReader.ts"
import type { StoreHold } from "../ports/StoreHold.ts"
import type { TransitReader } from "../transit/TransitReader.ts"
import type { WaitingWork } from "./WaitingWork.ts"
import type { WebhookReader } from "../webhook/WebhookReader.ts"
import type { WorkQueue } from "../ports/WorkQueue.ts"

/** Everything one storage adapter provides, all on the same data. */
export type StorePorts =
  | Store
  | StateReader
  | ClaimReader
  | ListReader
  | BatchReader
  | KycReader
  | TransitReader
  | WebhookReader
  | AnalyticsReader
  | LedgerReader
  | AuditReader
  | WorkQueue
  | WaitingWork
  | Guard
  | RefusedRequests
  | StoreHold
  | LinkBase
  | DataKeys
  | SandboxStore
