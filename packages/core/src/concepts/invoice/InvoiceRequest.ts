import { Schema } from "effect"
import { exampleTexts } from "../../kernel/concept/wire.ts"
import { canonicalJson, requestForm } from "../../kernel/idempotency/Idempotency.ts"
import { amountField, decoderOf, optionalField, textUpTo, webUrl } from "../../kernel/input/Input.ts"
import { cancelUrlField, redirectProtocols } from "../../kernel/input/redirects.ts"
import { FiatCurrency, fiatCurrencies } from "../../kernel/money/Currency.ts"
import { amountView, formatMinor, minorText } from "../../kernel/money/Money.ts"
import { parseInstant } from "../../kernel/time/parseInstant.ts"
import type { SettingsShape } from "../settings/Settings.ts"
import { invoiceClaims } from "./invoiceNames.ts"
import { Metadata, metadataFacts } from "./Metadata.ts"

export const descriptionLengthMax = 500

/** What is within the bounds of at least one currency. */
const boundsOverAll = ({ fiatInvoice: { bounds } }: SettingsShape) => ({
  minimum: Math.min(...fiatCurrencies.map((currency) => amountView(bounds[currency].minMinor, currency))),
  maximum: Math.max(...fiatCurrencies.map((currency) => amountView(bounds[currency].maxMinor, currency)))
})

const amountBounds = ({ fiatInvoice: { bounds } }: SettingsShape): string =>
  fiatCurrencies
    .map((currency) => {
      const { maxMinor, minMinor } = bounds[currency]
      return `${formatMinor(minMinor, currency)} to ${formatMinor(maxMinor, currency)} ${currency}`
    })
    .join(", ")

/** A request for a fiat invoice, as a client sends it. The bounds of the amount depend on the currency. */
export const invoiceRequest = (settings: SettingsShape) =>
  Schema.Struct({
    amount: amountField({
      ...boundsOverAll(settings),
      description: `In units of the currency, at most 2 decimals: ${amountBounds(settings)}.`,
      examples: [1250.5]
    }),
    currency: FiatCurrency.annotate({ examples: ["KZT"] }),
    description: optionalField(
      textUpTo(descriptionLengthMax).annotate({
        description: `Shown to the customer. At most ${descriptionLengthMax} characters.`,
        examples: [exampleTexts.description]
      })
    ),
    metadata: optionalField(Metadata).annotate(metadataFacts),
    expiresAt: optionalField(
      Schema.String.annotate({
        format: "date-time",
        description: "Until when it can be paid; a day after its creation unless given."
      })
    ),
    redirectUrl: optionalField(
      webUrl(redirectProtocols(settings)).annotate({
        description: "Where the payment page leads when it is paid.",
        examples: ["https://shop.example/thanks"]
      })
    ),
    cancelUrl: cancelUrlField(settings)
  })
type InvoiceRequestFields = ReturnType<typeof invoiceRequest>["Type"]

/** A request for a fiat invoice. `amount` is an exact decimal in units of `currency`, as text. */
export interface InvoiceRequest extends InvoiceRequestFields {}

/** What a repeated request for a fiat invoice is compared by. */
export const invoiceForm = requestForm<InvoiceRequest>(invoiceClaims.create, {
  amount: ({ amount, currency }) => ({ amount: minorText(amount, currency) ?? `not ${amount}` }),
  metadata: ({ metadata }) => ({ metadata: canonicalJson(metadata ?? {}) }),
  expiresAt: ({ expiresAt }) => ({ expiresAt: expiresAt == null ? undefined : parseInstant(expiresAt) })
})

export const invoiceDecoder = (settings: SettingsShape) => decoderOf(invoiceRequest(settings))
