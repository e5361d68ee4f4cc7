import { Schema } from "effect"
import { requestForm } from "../../kernel/idempotency/RequestForm.ts"
import { emailAddress } from "../../kernel/input/EmailAddress.ts"
import {
  amountField,
  decoderOf,
  optionalField,
  printableAscii,
  textUpTo,
  webUrl
} from "../../kernel/input/Input.ts"
import { minorText } from "../../kernel/money/Money.ts"
import type { SettingsShape } from "../settings/Settings.ts"
import { cryptoInvoiceClaims } from "./cryptoInvoiceNames.ts"

/** A request for a crypto invoice, as a client sends it. The bounds of the amount depend on the network. */
export const cryptoInvoiceRequest = (settings: SettingsShape) =>
  Schema.Struct({
    amount: amountField,
    network: textUpTo(64),
    externalId: printableAscii(128),
    successUrl: optionalField(webUrl(settings.mode === "live" ? ["https:"] : ["https:", "http:"])),
    description: optionalField(textUpTo(500)),
    customerName: optionalField(textUpTo(200)),
    customerEmail: optionalField(emailAddress),
    expiresInMinutes: optionalField(Schema.Int)
  })
/** A request for a crypto invoice. `amount` is an exact decimal in USDT, as text. */
export type CryptoInvoiceRequest = ReturnType<typeof cryptoInvoiceRequest>["Type"]

/** What a repeated request for a crypto invoice is compared by. */
export const cryptoInvoiceForm = requestForm<CryptoInvoiceRequest>(cryptoInvoiceClaims.create, {
  amount: ({ amount }) => ({ amount: minorText(amount, "USDT") }),
  // It is the key.
  externalId: () => ({})
})

export const cryptoInvoiceDecoder = (settings: SettingsShape) => decoderOf(cryptoInvoiceRequest(settings))
