import { Context, Layer } from "effect"
import { AnalyticsReader } from "../ports/AnalyticsReader.ts"
import { AuditReader } from "../ports/AuditReader.ts"
import { BankPaymentReader } from "../ports/BankPaymentReader.ts"
import { BatchReader } from "../ports/BatchReader.ts"
import { ClaimReader } from "../ports/ClaimReader.ts"
import { CryptoInvoiceReader } from "../ports/CryptoInvoiceReader.ts"
import { DataKeys } from "../ports/DataKeys.ts"
import { Guard } from "../ports/Guard.ts"
import { InvoiceReader } from "../ports/InvoiceReader.ts"
import { KycReader } from "../ports/KycReader.ts"
import { LedgerReader } from "../ports/LedgerReader.ts"
import { PartnerReader } from "../ports/PartnerReader.ts"
import { PayoutReader } from "../ports/PayoutReader.ts"
import { SandboxStore } from "../ports/SandboxStore.ts"
import { Store } from "../ports/Store.ts"
import { StoreHold } from "../ports/StoreHold.ts"
import type { StorePorts } from "../ports/StorePorts.ts"
import { TransitReader } from "../ports/TransitReader.ts"
import { WebhookReader } from "../ports/WebhookReader.ts"
import { WorkQueue } from "../ports/WorkQueue.ts"
import { memoryAnalyticsReader } from "./MemoryAnalytics.ts"
import { memoryAuditReader } from "./MemoryAudit.ts"
import { memoryStore } from "./MemoryCommit.ts"
import { memoryDataKeys } from "./MemoryDataKeys.ts"
import { memoryGuard } from "./MemoryGuard.ts"
import { memoryBankPaymentReader, memoryBatchReader, memoryInvoiceReader } from "./MemoryInvoices.ts"
import { memoryKycReader } from "./MemoryKyc.ts"
import {
  memoryClaimReader,
  memoryCryptoInvoiceReader,
  memoryLedgerReader,
  memoryPartnerReader,
  memoryPayoutReader
} from "./MemoryReaders.ts"
import { memorySandboxStore } from "./MemorySandboxStore.ts"
import { emptyMemoryState, type MemoryState } from "./MemoryState.ts"
import { memoryStoreHold } from "./MemoryStoreHold.ts"
import { memoryTransitReader } from "./MemoryTransit.ts"
import { memoryWebhookReader } from "./MemoryWebhooks.ts"
import { memoryWorkQueue } from "./MemoryWorkQueue.ts"

const portsOver = (state: MemoryState): Context.Context<StorePorts> =>
  Context.make(Store, memoryStore(state)).pipe(
    Context.add(ClaimReader, memoryClaimReader(state)),
    Context.add(PayoutReader, memoryPayoutReader(state)),
    Context.add(CryptoInvoiceReader, memoryCryptoInvoiceReader(state)),
    Context.add(InvoiceReader, memoryInvoiceReader(state)),
    Context.add(BankPaymentReader, memoryBankPaymentReader(state)),
    Context.add(BatchReader, memoryBatchReader(state)),
    Context.add(KycReader, memoryKycReader(state)),
    Context.add(TransitReader, memoryTransitReader(state)),
    Context.add(WebhookReader, memoryWebhookReader(state)),
    Context.add(AnalyticsReader, memoryAnalyticsReader(state)),
    Context.add(LedgerReader, memoryLedgerReader(state)),
    Context.add(AuditReader, memoryAuditReader(state)),
    Context.add(PartnerReader, memoryPartnerReader(state)),
    Context.add(WorkQueue, memoryWorkQueue(state)),
    Context.add(Guard, memoryGuard(state)),
    Context.add(StoreHold, memoryStoreHold(state)),
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
