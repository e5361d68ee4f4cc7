import { type StatedEntry, type StatementItem, StatementRefused } from "@quittance/core/adapter"
import { Option } from "effect"
import type { StatementAccount } from "../../src/statement/StatementAccount.ts"
import { StatementReading } from "../../src/statement/StatementReading.ts"
import { csvFileMapping } from "../../src/written/csvFile.ts"

export const ownAccount = "DE89370400440532013000"

export const readingAccount: StatementAccount = {
  currency: "EUR",
  numbers: [ownAccount],
  timeZone: "Europe/Berlin",
  csv: csvFileMapping
}

export const bytesOf = (file: string | Uint8Array): Uint8Array =>
  typeof file === "string" ? new TextEncoder().encode(file) : file

/** All items of a file that comes in parts of `size` bytes. */
export const itemsOf = (
  file: string | Uint8Array,
  account: StatementAccount = readingAccount,
  size = Number.POSITIVE_INFINITY
): ReadonlyArray<StatementItem> => {
  const bytes = bytesOf(file)
  const reading = new StatementReading(account)
  const items: Array<StatementItem> = []
  for (let at = 0; at < bytes.length; at += size) items.push(...reading.push(bytes.subarray(at, at + size)))
  return [...items, ...reading.end()]
}

export const entriesOf = (file: string | Uint8Array, account = readingAccount): ReadonlyArray<StatedEntry> =>
  itemsOf(file, account).flatMap((item) => (item._tag === "Entry" ? [item.entry] : []))

/** Why a file is refused; undefined if it is read. Anything else that is thrown is a defect. */
export const refusalOf = (
  file: string | Uint8Array,
  account = readingAccount
): StatementRefused | undefined => {
  try {
    itemsOf(file, account)
    return undefined
  } catch (cause) {
    if (cause instanceof StatementRefused) return cause
    throw cause
  }
}

/** What an entry says in every format. */
export const saidBy = (entry: StatedEntry) => ({
  amountMinor: entry.amountMinor,
  direction: entry.direction,
  isReversal: entry.isReversal,
  status: entry.status,
  bookedOn: entry.bookedOn,
  ...(entry.direction === "debit"
    ? {}
    : {
        payer: Option.getOrUndefined(entry.payer.name),
        account: Option.getOrUndefined(entry.payer.account),
        bank: Option.getOrUndefined(entry.payer.bankId)
      }),
  text: [...entry.texts, ...entry.structuredReferences].join("").replace(/\s/g, "")
})
