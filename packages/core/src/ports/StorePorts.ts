import type { AnalyticsReader } from "./AnalyticsReader.ts"
import type { AuditReader } from "./AuditReader.ts"
import type { BankPaymentReader } from "./BankPaymentReader.ts"
import type { BatchReader } from "./BatchReader.ts"
import type { ClaimReader } from "./ClaimReader.ts"
import type { DataKeys } from "./DataKeys.ts"
import type { CryptoInvoiceReader } from "./CryptoInvoiceReader.ts"
import type { Guard } from "./Guard.ts"
import type { InvoiceReader } from "./InvoiceReader.ts"
import type { KycReader } from "./KycReader.ts"
import type { LedgerReader } from "./LedgerReader.ts"
import type { PartnerReader } from "./PartnerReader.ts"
import type { PayoutReader } from "./PayoutReader.ts"
import type { SandboxStore } from "./SandboxStore.ts"
import type { Store } from "./Store.ts"
import type { StoreHold } from "./StoreHold.ts"
import type { TransitReader } from "./TransitReader.ts"
import type { WebhookReader } from "./WebhookReader.ts"
import type { WorkQueue } from "./WorkQueue.ts"

/** Everything that one storage adapter provides, all on the same data. */
export type StorePorts =
  | Store
  | ClaimReader
  | PayoutReader
  | CryptoInvoiceReader
  | InvoiceReader
  | BankPaymentReader
  | BatchReader
  | KycReader
  | TransitReader
  | WebhookReader
  | AnalyticsReader
  | LedgerReader
  | AuditReader
  | PartnerReader
  | WorkQueue
  | Guard
  | StoreHold
  | DataKeys
  | SandboxStore
