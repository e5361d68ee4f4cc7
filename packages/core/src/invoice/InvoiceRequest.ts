import { Schema } from "effect"
import { amountField, decoderOf, optionalField, textUpTo, type WebProtocols, webUrl } from "../input/Input.ts"
import { FiatCurrency } from "../money/Currency.ts"
import type { SettingsShape } from "../settings/Settings.ts"
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
export type InvoiceRequest = ReturnType<typeof invoiceRequest>["Type"]

export const invoiceDecoder = (settings: SettingsShape) => decoderOf(invoiceRequest(settings))
