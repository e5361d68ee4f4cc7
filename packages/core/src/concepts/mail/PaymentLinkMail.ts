import { Option } from "effect"
import type { Locale } from "../../kernel/input/Locale.ts"
import { amountText } from "../../kernel/money/Money.ts"
import type { Brand } from "../branding/Branding.ts"
import type { InvoiceOrder } from "../invoice/Invoice.ts"
import { calm } from "./calmText.ts"
import { factIf, type MailContent, mailContent, minuteView } from "./Mail.ts"
import { commonWords, paymentLinkWords } from "./mailWords.ts"

/** What the e-mail tells of an invoice. */
type Demand = Pick<InvoiceOrder, "amountMinor" | "currency" | "description" | "expiresAt">

/** The e-mail that brings a payment link to a customer. */
export const paymentLinkMail = (
  { amountMinor, currency, description, expiresAt }: Demand,
  paymentUrl: string,
  locale: Locale,
  brand?: Brand
): MailContent => {
  const [common, words] = [commonWords[locale], paymentLinkWords[locale]]
  const amount = amountText(amountMinor, currency)
  const about = Option.getOrElse(Option.map(description, calm), () => "")
  return mailContent({
    ...{ locale, brand, words, about, url: paymentUrl },
    subject: `${words.title}: ${amount}`,
    facts: [
      ...factIf(common.payee, brand && calm(brand.name)),
      [common.amount, amount],
      ...factIf(common.about, about),
      [words.payBy, minuteView(expiresAt)]
    ]
  })
}
