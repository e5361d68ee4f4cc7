import { Option } from "effect"
import type { Locale } from "../../kernel/input/Locale.ts"
import type { Currency } from "../../kernel/money/Currency.ts"
import { amountText } from "../../kernel/money/Money.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import type { Brand } from "../branding/Branding.ts"
import { calm } from "./calmText.ts"
import type { MailPairs } from "./Mail.ts"
import { factIf, type MailContent, mailContent, minuteView } from "./mailContent.ts"
import { commonWords, type ReceiptWords, receiptWords } from "./mailWords.ts"

/** What a receipt by e-mail tells of a paid invoice. */
export interface MailedReceipt {
  /** The id of the invoice. */
  readonly number: string
  readonly amountMinor: bigint
  readonly currency: Currency
  readonly paidAt: Instant
  readonly description: Option.Option<string>
  readonly paidThrough:
    | { readonly bank: string }
    | { readonly network: string; readonly hashes: ReadonlyArray<string> }
  /** The receipt on the web. */
  readonly url: string
}

export interface ReceiptMailOptions {
  readonly locale: Locale
  readonly brand: Brand | undefined
  /** Of a sandbox: no real money was paid. */
  readonly isSample: boolean
}

/** So many hashes are told; all of them are on the web. */
const hashesMax = 5

/** Amounts are read with both digits of their cents. */
const decimalsMin = 2

/** The e-mail that brings the receipt of a paid invoice to its customer. */
export const receiptMail = (
  receipt: MailedReceipt,
  { brand, isSample, locale }: ReceiptMailOptions
): MailContent => {
  const [common, words] = [commonWords[locale], receiptWords[locale]]
  const amount = amountText(receipt.amountMinor, receipt.currency, decimalsMin)
  const about = Option.getOrElse(Option.map(receipt.description, calm), () => "")
  return mailContent({
    ...{ locale, brand, words, about, url: receipt.url },
    notice: isSample ? words.sample : undefined,
    subject: `${words.title}: ${amount}`,
    facts: [
      ...factIf(common.payee, brand && calm(brand.name)),
      [common.amount, amount],
      ...factIf(common.about, about),
      [words.paidAt, minuteView(receipt.paidAt)],
      ...paidThrough(receipt, words),
      [words.number, receipt.number]
    ]
  })
}

const paidThrough = ({ paidThrough: through }: MailedReceipt, words: ReceiptWords): MailPairs => {
  if ("bank" in through) return [[words.bank, calm(through.bank)]]
  const { hashes, network } = through
  const told = hashes.slice(0, hashesMax).join("\n")
  return [
    [words.network, calm(network)],
    ...factIf(words.hash, hashes.length > hashesMax ? `${told}\n${words.more}` : told)
  ]
}
