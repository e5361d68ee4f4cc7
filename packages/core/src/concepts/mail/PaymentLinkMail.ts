import { Option } from "effect"
import type { Locale } from "../../kernel/input/Locale.ts"
import type { FiatCurrency } from "../../kernel/money/Currency.ts"
import { amountText } from "../../kernel/money/Money.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import type { Brand } from "../branding/Branding.ts"
import { calm } from "./calmText.ts"
import { factIf, type MailContent, mailContent, minuteView } from "./mailContent.ts"
import { commonWords, paymentLinkWords } from "./mailWords.ts"

/** What the e-mail tells of an invoice. */
interface Demand {
  readonly amountMinor: bigint
  readonly currency: FiatCurrency
  readonly description: Option.Option<string>
  readonly expiresAt: Instant
}

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
