import { Schema } from "effect"
import { canonicalJson, requestForm } from "../../kernel/idempotency/RequestForm.ts"
import {
  amountField,
  decoderOf,
  optionalField,
  textUpTo,
  type WebProtocols,
  webUrl
} from "../../kernel/input/Input.ts"
import { FiatCurrency } from "../../kernel/money/Currency.ts"
import { minorText } from "../../kernel/money/Money.ts"
import { parseInstant } from "../../kernel/time/parseInstant.ts"
import type { SettingsShape } from "../settings/Settings.ts"
import { invoiceClaims } from "./invoiceNames.ts"
import { Metadata } from "./Metadata.ts"

export const descriptionLengthMax = 500

/** The allowed protocols of URLs to which customers are redirected. */
export const redirectProtocols = (settings: SettingsShape): WebProtocols =>
  settings.mode === "live" ? ["https:"] : ["https:", "http:"]

/** A request for a fiat invoice, as a client sends it. The bounds of the amount depend on the currency. */
export const invoiceRequest = (settings: SettingsShape) =>
  Schema.Struct({
    amount: amountField,
    currency: FiatCurrency,
    description: optionalField(textUpTo(descriptionLengthMax)),
    metadata: optionalField(Metadata),
    expiresAt: optionalField(Schema.String.annotate({ format: "date-time" })),
    redirectUrl: optionalField(webUrl(redirectProtocols(settings)))
  })
/** A request for a fiat invoice. `amount` is an exact decimal in units of `currency`, as text. */
export type InvoiceRequest = ReturnType<typeof invoiceRequest>["Type"]

/** What a repeated request for a fiat invoice is compared by. */
export const invoiceForm = requestForm<InvoiceRequest>(invoiceClaims.create, {
  amount: ({ amount, currency }) => ({ amount: minorText(amount, currency) ?? `not ${amount}` }),
  metadata: ({ metadata }) => ({ metadata: canonicalJson(metadata ?? {}) }),
  expiresAt: ({ expiresAt }) => ({ expiresAt: expiresAt == null ? undefined : parseInstant(expiresAt) })
})

export const invoiceDecoder = (settings: SettingsShape) => decoderOf(invoiceRequest(settings))
