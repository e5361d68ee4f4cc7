import { Option } from "effect"
import { sha256Hex } from "../digest/sha256.ts"
import type { FingerprintFields } from "../idempotency/Fingerprint.ts"
import type { FiatCurrency } from "../money/Currency.ts"

/** A file of invoices and the options of its import. */
export interface BatchImport {
  /** CSV, UTF-8. */
  readonly file: Uint8Array
  /** Whether the payment links are mailed to the addresses in the file, after the commit. */
  readonly sendEmails: "send" | "none"
  /** For rows without a currency. */
  readonly defaultCurrency: Option.Option<FiatCurrency>
  /** For rows without a redirect URL. */
  readonly defaultRedirectUrl: Option.Option<string>
}

/** The fingerprint of an import: the SHA-256 of the file, and the other fields. */
export const importFields = (request: BatchImport): FingerprintFields => ({
  file: sha256Hex(request.file),
  sendEmails: request.sendEmails,
  defaultCurrency: Option.getOrUndefined(request.defaultCurrency),
  defaultRedirectUrl: Option.getOrUndefined(request.defaultRedirectUrl)
})
