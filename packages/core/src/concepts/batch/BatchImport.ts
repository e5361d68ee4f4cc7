import type { Option } from "effect"
import { requestForm } from "../../kernel/idempotency/Idempotency.ts"
import type { FiatCurrency } from "../../kernel/money/Currency.ts"
import { batchClaims } from "./batchNames.ts"

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
  /** For rows without a cancel URL. */
  readonly defaultCancelUrl: Option.Option<string>
}

/** What a repeated import is compared by. */
export const batchForm = requestForm<BatchImport>(batchClaims.create)
