import { type CalendarDate, isCalendarDate, type StatedEntry } from "@quittance/core/adapter"
import { Option } from "effect"
import { type EntryKeys, namedBy } from "../EntryKeys.ts"
import { refuse } from "../refuse.ts"
import { requireCurrency, type StatementAccount } from "../StatementAccount.ts"
import { readAmount } from "../StatementAmount.ts"
import { dayOfTime } from "../StatementDay.ts"
import { type CamtDetail, directionOf } from "./CamtDetail.ts"
import { camtPayments, type Moved } from "./camtPayments.ts"
import { nodeAt, textAt, textsAt, type XmlNode } from "./XmlNode.ts"

interface CamtEntry {
  readonly node: XmlNode
  readonly details: ReadonlyArray<CamtDetail>
  readonly account: StatementAccount
  readonly keys: EntryKeys
  /** When the file was made, for entries without a day of their own. */
  readonly createdOn: string
}

/** An `Ntry` as its payments, or as one entry where it does not tell them apart. */
export const camtEntries = ({
  account,
  createdOn,
  details,
  keys,
  node
}: CamtEntry): ReadonlyArray<StatedEntry> => {
  const moved = movedBy(node, account)
  const valueOn = dayAt(node, "ValDt", account)
  const bookedOn =
    dayAt(node, "BookgDt", account) ??
    valueOn ??
    dayIn(createdOn, account) ??
    refuse(node, "the entry must have the day of its booking: BookgDt is missing")
  const isReversal = ["true", "1"].includes(textAt(node, "RvslInd") ?? "")
  const facts = {
    isReversal,
    status: textAt(node, "Sts/Cd", "Sts") === "BOOK" ? ("booked" as const) : ("pending" as const),
    bookedOn,
    valueOn: Option.fromUndefinedOr(valueOn)
  }
  const whole = {
    ...noDetail,
    texts: textsAt(node, "AddtlNtryInf"),
    place: { line: node.line, path: node.path }
  }
  const entryReference = textAt(node, "AcctSvcrRef")
  const entryOf = (detail: Said, { amountMinor, direction }: Moved) => {
    const { acceptedAt, endToEndId, payer, place, structuredReferences, texts } = detail
    return {
      ...facts,
      place,
      amountMinor,
      direction,
      acceptedAt,
      payer,
      structuredReferences,
      texts,
      endToEndId
    }
  }
  const count = countIn(node)
  const payments = camtPayments({ ...moved, place: whole.place, count }, details)
  const keyOfWhole = () => keys.next(entryOf(whole, moved), namedBy("bankReference", entryReference))
  if (payments === undefined) {
    const isBatch = details.length > 0 || (count ?? 1) > 1
    return [{ ...entryOf(whole, moved), key: keyOfWhole(), isBatch, partOf: Option.none() }]
  }
  // A file without the payments has the entry under its own key, also where it has one payment with a name of its own.
  const isNamedApart = payments.some(({ detail }) => detail.bankReference !== undefined)
  const partOf = payments.length > 1 || isNamedApart ? Option.some(keyOfWhole()) : Option.none()
  return payments.map(({ detail, ...payment }) => {
    // What the bank says of an entry with one payment, it says of the payment.
    const texts = payments.length === 1 ? [...detail.texts, ...whole.texts] : detail.texts
    const entry = entryOf({ ...detail, texts }, payment)
    return {
      ...entry,
      key: keys.next(entry, namedBy("bankReference", detail.bankReference ?? entryReference)),
      isBatch: false,
      partOf
    }
  })
}

type Said = Pick<
  CamtDetail,
  "acceptedAt" | "endToEndId" | "payer" | "place" | "structuredReferences" | "texts"
>

const noDetail = {
  acceptedAt: Option.none(),
  endToEndId: Option.none(),
  payer: { name: Option.none(), account: Option.none(), bankId: Option.none(), bank: Option.none() },
  structuredReferences: []
}

const movedBy = (node: XmlNode, account: StatementAccount): Moved => {
  const amount = nodeAt(node, "Amt") ?? refuse(node, "the entry must have an amount: Amt is missing")
  requireCurrency(account, amount.currency ?? "", amount)
  const direction = directionOf(node) ?? refuse(node, "the entry must be CRDT or DBIT: CdtDbtInd is missing")
  return { amountMinor: readAmount(amount.text.trim(), ".", amount), direction }
}

/** How many payments the entry has, if it is said. */
const countIn = (node: XmlNode): number | undefined => {
  const counts = textsAt(node, "NtryDtls/Btch/NbOfTxs").filter((text) => /^\d{1,9}$/.test(text))
  return counts.length === 0 ? undefined : counts.reduce((sum, text) => sum + Number(text), 0)
}

const dayAt = (node: XmlNode, name: string, account: StatementAccount): CalendarDate | undefined => {
  const written = nodeAt(node, `${name}/Dt`, `${name}/DtTm`)
  if (written === undefined) return undefined
  const text = written.text.trim()
  return (
    dayIn(text, account) ?? refuse(written, `the date “${text.slice(0, 40)}” must be a day of the calendar`)
  )
}

/** The day of a date, which may have an offset, or of a time. */
const dayIn = (text: string, { timeZone }: StatementAccount): CalendarDate | undefined => {
  const day = text.includes("T") ? dayOfTime(text, timeZone) : text.slice(0, 10)
  return day !== undefined && isCalendarDate(day) ? day : undefined
}
