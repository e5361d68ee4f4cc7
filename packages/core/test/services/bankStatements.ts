import {
  type BankAccount,
  bankAccountOwner,
  type CalendarDate,
  type EntryKeyKind,
  type InvoiceOrder,
  LedgerReader,
  type Place,
  type StatedEntry,
  type StatementItem,
  Statements
} from "@quittance/core/adapter"
import { Effect, Option, Stream } from "effect"
import { sha256Hex } from "../../src/kernel/digest/sha256.ts"
import { issueFiat } from "./fiatInvoices.ts"

/** Statements of the operator's own account, as tests write them. */

export const account: BankAccount = {
  ...{ name: "main", currency: "EUR", account: "DE89370400440532013000" },
  ...{ timeZone: "Europe/Berlin", settlementDays: 5 }
}
export const owner = bankAccountOwner(account)
export const transfers = { settings: { banks: [account] } }

/** The day on which every test begins. */
export const today: CalendarDate = "2026-01-01"

export const place = (line: number, path = ""): Place => ({ line, path })

export interface Told {
  readonly amountMinor?: bigint
  readonly reference?: string
  readonly text?: string
  readonly payer?: string
  readonly bookedOn?: CalendarDate
  /** What the bank calls it; the key follows. */
  readonly name?: string
  readonly kind?: EntryKeyKind
  readonly fields?: Partial<StatedEntry>
}

let count = 0

/** A credit over 100 EUR, unless told otherwise, with a key of its own unless it has a name. */
export const credit = (told: Told = {}): StatedEntry => {
  const { amountMinor = 10_000n, bookedOn = today, kind = "bankReference", payer, reference, text } = told
  const { name = `entry ${count++}`, fields = {} } = told
  return {
    place: place(1),
    amountMinor,
    direction: "credit",
    isReversal: false,
    status: "booked",
    bookedOn,
    valueOn: Option.none(),
    acceptedAt: Option.none(),
    payer: {
      name: Option.fromUndefinedOr(payer),
      account: Option.none(),
      bankId: Option.some("COBADEFF"),
      bank: Option.none()
    },
    structuredReferences: reference === undefined ? [] : [reference],
    texts: text === undefined ? [] : [text],
    endToEndId: Option.none(),
    key: keyOf(kind, name),
    isBatch: false,
    partOf: Option.none(),
    ...fields
  }
}

/** The bank takes back an entry of the day before. */
export const reversal = (told: Told = {}) =>
  credit({ bookedOn: "2026-01-02", ...told, fields: { direction: "debit", isReversal: true } })

export const keyOf = (kind: EntryKeyKind, name: string) => ({
  kind,
  value: sha256Hex(`${kind} ${name}`).slice(0, 32)
})

export const itemsOf = (entries: ReadonlyArray<StatedEntry>): ReadonlyArray<StatementItem> =>
  entries.map((entry, index) => ({ _tag: "Entry", entry: { ...entry, place: place(index + 1) } }))

/** Imports a statement with these entries. */
export const importEntries = (entries: ReadonlyArray<StatedEntry>, options: { dryRun?: boolean } = {}) =>
  importItems(itemsOf(entries), options)

export const importItems = (items: ReadonlyArray<StatementItem>, options: { dryRun?: boolean } = {}) =>
  Effect.flatMap(Statements, (statements) =>
    statements.import(account.name, Stream.fromIterable(items), options)
  )

/** The figures of a report, without its texts. */
export const figures = (report: {
  readonly entries: number
  readonly new: number
  readonly known: number
  readonly skipped: number
  readonly matched: number
  readonly unresolved: number
}) => [report.entries, report.new, report.known, report.skipped, report.matched, report.unresolved]

/** An invoice over 100 EUR that can be paid by transfer. */
export const issueTransfer = (partnerId: string, fields: object = {}) =>
  issueFiat(partnerId, { currency: "EUR", ...fields })

export const referenceTo = ({ creditorReference }: InvoiceOrder) => Option.getOrThrow(creditorReference)

/** Where the money of the account is, by its own book. */
export const accountMoney = Effect.flatMap(LedgerReader, (ledger) =>
  Effect.map(ledger.balances(owner, "EUR"), ({ clearing, deposits, unresolved }) => ({
    clearing,
    deposits,
    unresolved
  }))
)

/** What went over from accounts and has not arrived at the partner: none but between two commits. */
export const onItsWay = (partnerId: string) =>
  Effect.gen(function* () {
    const ledger = yield* LedgerReader
    const here = yield* ledger.balances(owner, "EUR")
    const there = yield* ledger.balances(partnerId, "EUR")
    return here.clearing + there.clearing
  })

export const listed = Effect.flatMap(Statements, (statements) =>
  Effect.map(statements.list({ limit: 100 }), ({ items }) => items)
)

/** Status and fault of every entry. */
export const standings = Effect.map(listed, (entries) =>
  entries.map(({ fault, status }) => (fault === null ? status : `${status}: ${fault}`)).toSorted()
)
