import { Schema } from "effect"
import { exampleTexts } from "../../kernel/concept/wire.ts"
import { requestForm } from "../../kernel/idempotency/Idempotency.ts"
import { emailAddress } from "../../kernel/input/EmailAddress.ts"
import {
  amountField,
  decoderOf,
  integerField,
  optionalField,
  printableAscii,
  textUpTo,
  webUrl
} from "../../kernel/input/Input.ts"
import { cancelUrlField, redirectProtocols } from "../../kernel/input/redirects.ts"
import { minorText } from "../../kernel/money/Money.ts"
import { boundsOver, networkField } from "../network/describedNetwork.ts"
import type { Network } from "../network/Network.ts"
import type { SettingsShape } from "../settings/Settings.ts"
import { cryptoInvoiceClaims } from "./cryptoInvoiceNames.ts"

/**
 * A request for a crypto invoice, as a client sends it, on one of these networks. The bounds of the amount are those of
 * the network.
 */
export const cryptoInvoiceRequest = (settings: SettingsShape, offered: ReadonlyArray<Network> = []) =>
  Schema.Struct({
    amount: amountField({
      ...boundsOver(
        offered,
        ({ minInvoiceMinor }) => minInvoiceMinor,
        ({ maxInvoiceMinor }) => maxInvoiceMinor
      ),
      description: "In USDT, at most 6 decimals, within minInvoice and maxInvoice of the network.",
      examples: [100]
    }),
    network: networkField("InvoiceNetwork", "A network on which invoices are issued.", offered),
    externalId: printableAscii(128).annotate({
      description:
        "Your own identifier, unique among your invoices: 1 to 128 printable ASCII characters. The same one with the same fields returns the same invoice again.",
      examples: [exampleTexts.externalId]
    }),
    successUrl: optionalField(
      webUrl(redirectProtocols(settings)).annotate({
        description: "Where the payment page leads when it is paid.",
        examples: ["https://shop.example/thanks"]
      })
    ),
    cancelUrl: cancelUrlField(settings),
    description: optionalField(
      textUpTo(500).annotate({
        description: "Shown to the customer. At most 500 characters.",
        examples: [exampleTexts.description]
      })
    ),
    customerName: optionalField(
      textUpTo(200).annotate({ description: "The name of the customer.", examples: ["Ann Example"] })
    ),
    customerEmail: optionalField(
      emailAddress.annotate({
        description: "The e-mail address of the customer.",
        examples: [exampleTexts.email]
      })
    ),
    expiresInMinutes: optionalField(
      integerField({
        description: `How long it can be paid, in minutes; ${settings.invoice.expiresInMinutesDefault} unless given.`,
        examples: [settings.invoice.expiresInMinutesDefault],
        minimum: settings.invoice.expiresInMinutesMin,
        maximum: settings.invoice.expiresInMinutesMax
      })
    )
  })
type CryptoInvoiceRequestFields = ReturnType<typeof cryptoInvoiceRequest>["Type"]

/** A request for a crypto invoice. `amount` is an exact decimal in USDT, as text. */
export interface CryptoInvoiceRequest extends CryptoInvoiceRequestFields {}

/** What a repeated request for a crypto invoice is compared by. */
export const cryptoInvoiceForm = requestForm<CryptoInvoiceRequest>(cryptoInvoiceClaims.create, {
  amount: ({ amount }) => ({ amount: minorText(amount, "USDT") }),
  // It is the key.
  externalId: () => ({})
})

export const cryptoInvoiceDecoder = (settings: SettingsShape) => decoderOf(cryptoInvoiceRequest(settings))
