import type { AuditReader } from "./AuditReader.ts"
import type { ClaimReader } from "./ClaimReader.ts"
import type { CryptoInvoiceReader } from "./CryptoInvoiceReader.ts"
import type { Guard } from "./Guard.ts"
import type { LedgerReader } from "./LedgerReader.ts"
import type { PartnerReader } from "./PartnerReader.ts"
import type { PayoutReader } from "./PayoutReader.ts"
import type { SandboxStore } from "./SandboxStore.ts"
import type { Store } from "./Store.ts"
import type { WorkQueue } from "./WorkQueue.ts"

/** Everything that one storage adapter provides, all on the same data. */
export type StorePorts =
  | Store
  | ClaimReader
  | PayoutReader
  | CryptoInvoiceReader
  | LedgerReader
  | AuditReader
  | PartnerReader
  | WorkQueue
  | Guard
  | SandboxStore
