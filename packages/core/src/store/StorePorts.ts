import type { AnalyticsReader } from "../concepts/analytics/AnalyticsReader.ts"
import type { BatchReader } from "../concepts/batch/BatchReader.ts"
import type { KycReader } from "../concepts/kyc/KycReader.ts"
import type { SubscriberQueue } from "../concepts/subscriber/SubscriberQueue.ts"
import type { TransitReader } from "../concepts/transit/TransitReader.ts"
import type { WebhookReader } from "../concepts/webhook/WebhookReader.ts"
import type { ClaimReader } from "../kernel/idempotency/ClaimReader.ts"
import type { ListReader } from "../kernel/list/ListReader.ts"
import type { DataKeys } from "../kernel/ports/DataKeys.ts"
import type { EventReader } from "../kernel/ports/EventReader.ts"
import type { Guard } from "../kernel/ports/Guard.ts"
import type { LedgerReader } from "../kernel/ports/LedgerReader.ts"
import type { LinkBase } from "../kernel/ports/LinkBase.ts"
import type { RefusedRequests } from "../kernel/ports/RefusedRequests.ts"
import type { SandboxStore } from "../kernel/ports/SandboxStore.ts"
import type { StateReader } from "../kernel/ports/StateReader.ts"
import type { Store } from "../kernel/ports/Store.ts"
import type { StoreHold } from "../kernel/ports/StoreHold.ts"
import type { WorkQueue } from "../kernel/ports/WorkQueue.ts"
import type { SearchReader } from "../kernel/search/SearchReader.ts"
import type { AuditReader } from "./AuditReader.ts"
import type { WaitingWork } from "./WaitingWork.ts"

/** Everything one storage adapter provides, all on the same data. */
export type StorePorts =
  | Store
  | StateReader
  | ClaimReader
  | ListReader
  | SearchReader
  | BatchReader
  | KycReader
  | TransitReader
  | WebhookReader
  | SubscriberQueue
  | AnalyticsReader
  | EventReader
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
