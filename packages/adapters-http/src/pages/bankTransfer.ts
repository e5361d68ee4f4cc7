/**
 * What a customer transfers to an account of the seller: every field of the form that a bank shows, in its words, and
 * the code that holds the same.
 */
import { formatMinor, spacedReference, type TransferInstructions } from "@quittance/core/adapter"
import type { BankMessages } from "./BankMessages.ts"
import type { BankPaymentView, OfferedBank } from "./BankPaymentView.ts"
import { type Html, html } from "./Html.ts"
import { warningIcon } from "./icons.ts"
import type { Locale } from "./Locale.ts"
import { amountText } from "./localText.ts"
import { copyButton, factRow, money, nothing, qrCode } from "./pageParts.ts"

export const collectsByTransfer = ({ collects }: OfferedBank): boolean => collects === "transfer"

/**
 * The one bank that collects by transfer is no bank to customers; where there are more, their names tell them apart.
 */
export const inWords = (view: BankPaymentView, { transfer }: BankMessages): BankPaymentView => {
  const { banks, chosen } = view
  const isOnly = (banks ?? []).filter(collectsByTransfer).length <= 1
  const named = (bank: OfferedBank): OfferedBank =>
    isOnly && collectsByTransfer(bank) ? { ...bank, name: transfer.name } : bank
  return {
    ...view,
    banks: banks === null ? null : banks.map(named),
    chosen: chosen === null ? null : { ...chosen, bank: named(chosen.bank) }
  }
}

/** The longest text of a code that phones still read from a screen: a transfer in roubles with all its words. */
const codeBytesMax = 1_000

/** Whoever copies it or selects it gets `plain`, without the spaces that people read it by. */
const exact = (shown: string, plain: string): Html =>
  html`<bdi class="figure" data-plain="${plain}" translate="no">${shown}</bdi>`

const inFours = (text: string): Html => exact(spacedReference(text), text)

const isIban = (account: string): boolean => /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(account)

export const transferDetails = (
  instructions: TransferInstructions,
  locale: Locale,
  { transfer: texts }: BankMessages
): Html => {
  const { account, amountMinor, bankIds, beneficiary, currency, note, reference } = instructions
  const row = (id: string, name: string, plain: string, shown = exact(plain, plain)): Html =>
    factRow(name, html`${shown} ${copyButton(`copy-${id}`, plain, texts.copy(name), "small")}`)
  const amount = formatMinor(amountMinor, currency)
  const named = (name: string): string =>
    Object.hasOwn(texts.bankIds, name) ? (texts.bankIds[name] ?? name) : name
  const hasPurpose = note !== reference
  return html`<p class="warning">${warningIcon}<span>${texts.exactly}</span></p>
<h2 class="label">${texts.details}</h2>
<dl class="facts">
${row("beneficiary", texts.beneficiary, beneficiary)}
${isIban(account) ? row("account", texts.iban, account, inFours(account)) : row("account", texts.account, account)}
${bankIds.map(({ name, value }, index) => row(`bank-id-${index}`, named(name), value))}
${row("amount", texts.amount, amount, money(amountText(amount, locale), currency, amount))}
${row("reference", hasPurpose ? texts.reference : texts.referenceAsPurpose, reference, inFours(reference))}
${hasPurpose ? row("purpose", texts.purpose, note) : null}
</dl>`
}

export const transferCode = ({ qrPayload }: TransferInstructions, { transfer: texts }: BankMessages): Html =>
  qrPayload === undefined || new TextEncoder().encode(qrPayload).length > codeBytesMax
    ? nothing
    : html`<div>${qrCode(qrPayload, texts.qrCode)}<p class="hint scan">${texts.scan}</p></div>`
