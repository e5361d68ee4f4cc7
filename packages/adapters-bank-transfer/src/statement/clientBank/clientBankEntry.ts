import type { CalendarDate, StatementItem } from "@quittance/core/adapter"
import { Option } from "effect"
import type { EntryKeys } from "../EntryKeys.ts"
import { lineAt, refuse } from "../refuse.ts"
import { isOwn, requireCurrency, type StatementAccount } from "../StatementAccount.ts"
import { readAmount } from "../StatementAmount.ts"
import { readDay } from "../StatementDay.ts"
import { type DocumentFields, documentKeys } from "./DocumentFields.ts"

/** Where the money of a document went, and on which day of the bank; undefined where it did not go yet. */
interface Movement {
  readonly amountMinor: bigint
  readonly direction: "credit" | "debit"
  readonly bookedOn: CalendarDate | undefined
}

/** A document of a 1C file as an entry of the account, or why it is none. */
export const clientBankEntry = (
  document: DocumentFields,
  account: StatementAccount,
  keys: EntryKeys
): StatementItem => {
  const place = lineAt(document.line)
  const currency = document.field(documentKeys.currency)
  if (currency !== undefined && !isCurrency(account.currency, currency.value))
    requireCurrency(account, currency.value, lineAt(currency.line))
  const movement = movementOf(document, account)
  if (movement === undefined)
    return { _tag: "Skipped", place, reason: "neither payer nor payee of the document is the account" }
  const { amountMinor, bookedOn, direction } = movement
  const documentDay = dayAt(document, documentKeys.date)
  const day = bookedOn ?? documentDay ?? refuse(place, "the document must have a date: Дата is missing")
  const purpose = document.text(documentKeys.purpose)
  const lines = documentKeys.purposeLines.flatMap((key) => document.text([key]) ?? [])
  const payerAccount = document.text(documentKeys.payerAccount)
  const entry = {
    place,
    amountMinor,
    direction,
    isReversal: false,
    status: bookedOn === undefined ? ("pending" as const) : ("booked" as const),
    bookedOn: day,
    valueOn: Option.fromUndefinedOr(dayAt(document, documentKeys.valueOn)),
    acceptedAt: Option.none(),
    payer: {
      name: Option.fromUndefinedOr(document.text(documentKeys.payerName)),
      account: Option.fromUndefinedOr(payerAccount),
      bankId: Option.fromUndefinedOr(document.text(documentKeys.payerBankId)),
      bank: Option.fromUndefinedOr(document.text(documentKeys.payerBank))
    },
    structuredReferences: [],
    texts: purpose === undefined ? lines : [purpose],
    endToEndId: Option.none()
  }
  const number = document.text(documentKeys.number)
  const key = keys.next(
    entry,
    number === undefined || payerAccount === undefined
      ? undefined
      : { kind: "document", names: [payerAccount, number, documentDay ?? day] }
  )
  return { _tag: "Entry", entry: { ...entry, key, isBatch: false, partOf: Option.none() } }
}

/**
 * Banks of Kazakhstan say the direction by the name of the amount. Others do not say it: the accounts do. Money is
 * booked once the bank writes the day on which it came or went; the date of the document is when it was written.
 */
const movementOf = (document: DocumentFields, account: StatementAccount): Movement | undefined => {
  const operatedOn = dayAt(document, documentKeys.operatedOn)
  const credit = amountAt(document, documentKeys.credit)
  const debit = amountAt(document, documentKeys.debit)
  if (credit !== undefined && credit > 0n && debit !== undefined && debit > 0n)
    return refuse(
      lineAt(document.line),
      "the document has both СуммаПриход and СуммаРасход, and must have one"
    )
  const creditedOn = dayAt(document, documentKeys.creditedOn)
  const debitedOn = dayAt(document, documentKeys.debitedOn)
  if (credit !== undefined && (credit > 0n || debit === undefined))
    return { amountMinor: credit, direction: "credit", bookedOn: operatedOn ?? creditedOn }
  if (debit !== undefined)
    return { amountMinor: debit, direction: "debit", bookedOn: operatedOn ?? debitedOn }
  const amountMinor =
    amountAt(document, documentKeys.amount) ??
    refuse(lineAt(document.line), "the document must have an amount: Сумма is missing")
  const isPayer = isOwn(account, document.text(documentKeys.payerAccount) ?? "")
  const isPayee = isOwn(account, document.text(documentKeys.payeeAccount) ?? "")
  if (isPayee && !isPayer) return { amountMinor, direction: "credit", bookedOn: creditedOn ?? operatedOn }
  return isPayer && !isPayee
    ? { amountMinor, direction: "debit", bookedOn: debitedOn ?? operatedOn }
    : undefined
}

const amountAt = (document: DocumentFields, keys: ReadonlyArray<string>): bigint | undefined => {
  const field = document.field(keys)
  return field && readAmount(field.value, ".", lineAt(field.line))
}

const dayAt = (document: DocumentFields, keys: ReadonlyArray<string>): CalendarDate | undefined => {
  const field = document.field(keys)
  return field && readDay(field.value, "DD.MM.YYYY", lineAt(field.line))
}

/** The currency may be written as its letters or its digits. */
const isCurrency = (currency: string, written: string): boolean =>
  written === currency || (digitsOf[currency] ?? []).includes(written)

const digitsOf: Readonly<Record<string, ReadonlyArray<string>>> = {
  RUB: ["643", "810", "RUR"],
  KZT: ["398"],
  EUR: ["978"],
  USD: ["840"]
}
