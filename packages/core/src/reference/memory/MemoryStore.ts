import { Context, Layer } from "effect"
import { AnalyticsReader } from "../../concepts/analytics/AnalyticsReader.ts"
import { BatchReader } from "../../concepts/batch/BatchReader.ts"
import { KycReader } from "../../concepts/kyc/KycReader.ts"
import { SubscriberQueue } from "../../concepts/subscriber/SubscriberQueue.ts"
import { TransitReader } from "../../concepts/transit/TransitReader.ts"
import { WebhookReader } from "../../concepts/webhook/WebhookReader.ts"
import { ClaimReader } from "../../kernel/idempotency/ClaimReader.ts"
import { ListReader } from "../../kernel/list/ListReader.ts"
import { DataKeys } from "../../kernel/ports/DataKeys.ts"
import { EventReader } from "../../kernel/ports/EventReader.ts"
import { Guard } from "../../kernel/ports/Guard.ts"
import { LedgerReader } from "../../kernel/ports/LedgerReader.ts"
import { LinkBase } from "../../kernel/ports/LinkBase.ts"
import { RefusedRequests } from "../../kernel/ports/RefusedRequests.ts"
import { SandboxStore } from "../../kernel/ports/SandboxStore.ts"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import { Store } from "../../kernel/ports/Store.ts"
import { StoreHold } from "../../kernel/ports/StoreHold.ts"
import { WorkQueue } from "../../kernel/ports/WorkQueue.ts"
import { SearchReader } from "../../kernel/search/SearchReader.ts"
import { AuditReader } from "../../store/AuditReader.ts"
import type { StorePorts } from "../../store/StorePorts.ts"
import { WaitingWork } from "../../store/WaitingWork.ts"
import { memoryAnalyticsReader } from "./MemoryAnalytics.ts"
import { memoryAuditReader } from "./MemoryAudit.ts"
import { memoryStore } from "./MemoryCommit.ts"
import { memoryGuard } from "./MemoryGuard.ts"
import { memoryListReader } from "./MemoryLists.ts"
import { memorySubscriberQueue } from "./MemoryQueue.ts"
import {
  memoryBatchReader,
  memoryClaimReader,
  memoryEventReader,
  memoryKycReader,
  memoryLedgerReader
} from "./MemoryReaders.ts"
import { memoryRefusedRequests } from "./MemoryRefusedRequests.ts"
import { memorySandboxStore } from "./MemorySandboxStore.ts"
import { memorySearchReader } from "./MemorySearch.ts"
import { emptyMemoryState, type MemoryState } from "./MemoryState.ts"
import { memoryStateReader } from "./MemoryStates.ts"
import { memoryDataKeys, memoryLinkBase, memoryStoreHold } from "./MemoryStoreFacts.ts"
import { memoryTransitReader } from "./MemoryTransit.ts"
import { memoryWaitingWork } from "./MemoryWaitingWork.ts"
import { memoryWebhookReader } from "./MemoryWebhooks.ts"
import { memoryWorkQueue } from "./MemoryWorkQueue.ts"

const portsOver = (state: MemoryState): Context.Context<StorePorts> =>
  Context.add(Context.make(Store, memoryStore(state)), SubscriberQueue, memorySubscriberQueue(state)).pipe(
    Context.add(StateReader, memoryStateReader(state)),
    Context.add(ClaimReader, memoryClaimReader(state)),
    Context.add(ListReader, memoryListReader(state)),
    Context.add(SearchReader, memorySearchReader(state)),
    Context.add(BatchReader, memoryBatchReader(state)),
    Context.add(KycReader, memoryKycReader(state)),
    Context.add(TransitReader, memoryTransitReader(state)),
    Context.add(WebhookReader, memoryWebhookReader(state)),
    Context.add(WaitingWork, memoryWaitingWork(state)),
    Context.add(AnalyticsReader, memoryAnalyticsReader(state)),
    Context.add(EventReader, memoryEventReader(state)),
    Context.add(LedgerReader, memoryLedgerReader(state)),
    Context.add(AuditReader, memoryAuditReader(state)),
    Context.add(WorkQueue, memoryWorkQueue(state)),
    Context.add(Guard, memoryGuard(state)),
    Context.add(RefusedRequests, memoryRefusedRequests(state)),
    Context.add(StoreHold, memoryStoreHold(state)),
    Context.add(LinkBase, memoryLinkBase(state)),
    Context.add(DataKeys, memoryDataKeys(state)),
    Context.add(SandboxStore, memorySandboxStore(state))
  )

/**
 * The reference store: every storage port over one state in memory, written to be read. It is what each port means;
 * `storeSuite` of `@quittance/testing` holds it and every other adapter to that. Nothing outlives the process.
 */
export const MemoryStore = {
  /** A store of its own for each time the layer is built. */
  layer: Layer.syncContext(() => portsOver(emptyMemoryState())),
  /** A store over a state that outlives it: built again it is the next process, built twice a second one. */
  layerOver: (state: MemoryState): Layer.Layer<StorePorts> => Layer.succeedContext(portsOver(state))
} as const
