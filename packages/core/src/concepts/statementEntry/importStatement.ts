import { Clock, Effect, Option, Stream } from "effect"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import type { BankAccount } from "../bankAccount/BankAccount.ts"
import { receiptFault } from "../invoice/Invoice.ts"
import { entryOrderOf, type ReadEntry, readEntry } from "./entryOrder.ts"
import { entryReceipt } from "./entryReceipt.ts"
import type { EntryStanding } from "./entryStanding.ts"
import { finishEntries } from "./finishEntries.ts"
import type { ImportOptions } from "./ImportOptions.ts"
import { lookUpEntries, recordEntries } from "./recordEntries.ts"
import { reverseEntry } from "./reverseEntry.ts"
import { closes, type StatedEntry, type StatementItem } from "./StatedEntry.ts"
import { reversalOf } from "./StatementEntry.ts"
import type { RecordedEntry } from "./StatementEntryRecord.ts"
import type { StatementReport } from "./StatementReport.ts"
import { entryStatusOf } from "./statementEntryNames.ts"
import type { StatementParts } from "./statementParts.ts"

/** How many entries are recorded in one commit. */
const chunkMax = 200

/** So many reasons and warnings are told; the figures count all. */
const toldMax = 1_000

interface Told {
  readonly line: number
  readonly reason: string
}

/** What the first pass finds of a whole file. */
interface Checked {
  readonly entries: number
  /** By their number in the file: sections whose entries nobody can trust. */
  readonly doubtful: ReadonlySet<number>
  readonly warnings: StatementReport["warnings"]
}

const doesNotClose = "opening balance and entries do not give the closing balance"
const isWrittenByPayer =
  "entries that stand where a payer's text may be broken into lines pay nothing by themselves"

/**
 * Reads the whole file, and records nothing. Balances that do not close are told: an entry is missing, or is none.
 * Where the bank breaks texts into lines, a payer can write a line that reads as an entry. Such an entry is believed
 * where the section closes, unless a debit of the same kind may balance it.
 */
const check = Effect.fnUntraced(function* <E, R>(
  items: Stream.Stream<StatementItem, E, R>,
  onProgress: (entries: number) => Effect.Effect<void>
) {
  const doubtful = new Set<number>()
  const warnings: Array<StatementReport["warnings"][number]> = []
  const mayBeText = new Set<StatedEntry["direction"]>()
  let entries = 0
  let sections = 0
  yield* Stream.runForEachArray(items, (each) =>
    Effect.suspend(() => {
      for (const item of each) {
        if (item._tag !== "Section") {
          entries += 1
          if (item._tag === "Entry" && item.entry.mayBeText === true) mayBeText.add(item.entry.direction)
          continue
        }
        const { section } = item
        const isOpen = closes(section) === false
        const isDoubtful = isOpen ? mayBeText.size > 0 : mayBeText.size > 1
        if (isDoubtful) doubtful.add(sections)
        if ((isOpen || isDoubtful) && warnings.length < toldMax)
          warnings.push({
            line: section.place.line,
            message: [...(isOpen ? [doesNotClose] : []), ...(isDoubtful ? [isWrittenByPayer] : [])].join("; ")
          })
        mayBeText.clear()
        sections += 1
      }
      return onProgress(entries)
    })
  )
  const checked: Checked = { entries, doubtful, warnings }
  return checked
})

/** Why an entry is no credit that is recorded. */
const notTaken = ({ amountMinor, direction, isReversal, status }: StatedEntry): string | undefined => {
  if (status === "pending") return "pending: only what is booked is recorded"
  if (amountMinor === 0n) return "an entry of no amount"
  if (direction === "debit") return "a debit: only money that came in is recorded"
  return isReversal ? "a reversal of a debit: no payment of anybody" : undefined
}

const takesBack = ({ amountMinor, direction, isReversal, status }: StatedEntry): boolean =>
  isReversal && direction === "debit" && status === "booked" && amountMinor !== 0n

/**
 * Reads the file again and records what is new of it, chunk by chunk. Reversals are read last: banks that list the
 * newest first have them before what they take back. Little is held, however long the file is.
 */
export const importStatement = Effect.fn("Statements.import")(function* <E, R>(
  parts: StatementParts,
  account: BankAccount,
  items: Stream.Stream<StatementItem, E, R>,
  { dryRun = false, onProgress = () => Effect.void }: ImportOptions
) {
  const checked = yield* check(items, (entries) => onProgress({ pass: "checking", entries }))
  const counts = { new: 0, known: 0, skipped: 0, matched: 0, unresolved: 0 }
  const skippedReasons: Array<Told> = []
  let section = 0
  let hasReversals = false
  let chunk: Array<ReadEntry> = []
  let related = relations()

  const skip = (line: number, reason: string) => {
    counts.skipped += 1
    if (skippedReasons.length < toldMax) skippedReasons.push({ line, reason })
  }
  const count = (isPaid: boolean) => {
    counts.new += 1
    counts[isPaid ? "matched" : "unresolved"] += 1
  }

  const flush = Effect.suspend(() => {
    const entries = chunk
    if (entries.length === 0) return Effect.void
    chunk = []
    related = relations()
    return Effect.andThen(
      dryRun ? foretell(entries) : book(entries),
      Effect.suspend(() =>
        onProgress({ pass: "booking", entries: counts.new + counts.known + counts.skipped })
      )
    )
  })

  const book = Effect.fnUntraced(function* (entries: ReadonlyArray<ReadEntry>) {
    const { added, known } = yield* recordEntries(parts, account, entries)
    counts.known += known.length
    // What an import left halfway goes on with the next one that finds it.
    const found = known.flatMap(Option.toArray).filter(({ state }) => isUnderway(state))
    const finished = yield* finishEntries(parts, [...added, ...found])
    for (const { state } of finished.slice(0, added.length)) count(hasPaid(state))
  })

  const foretell = Effect.fnUntraced(function* (entries: ReadonlyArray<ReadEntry>) {
    const now = yield* Clock.currentTimeMillis
    for (const each of yield* lookUpEntries(parts, account, entries)) {
      if (each._tag === "Known") counts.known += 1
      else count(wouldPay(account, each.read, each.standing, now))
    }
  })

  const takeBack = Effect.fnUntraced(function* (stated: StatedEntry) {
    const { line } = stated.place
    if (dryRun) return skip(line, "a reversal: it takes back an entry of before")
    skip(line, yield* reverseEntry(parts, account, stated))
  })

  const isDoubtfulHere = ({ mayBeText }: StatedEntry) => mayBeText === true && checked.doubtful.has(section)

  const takeReversal = (item: StatementItem) => {
    if (item._tag === "Section") section += 1
    // A person looks at what does not add up before money is taken from a partner.
    return item._tag === "Entry" && takesBack(item.entry) && !isDoubtfulHere(item.entry)
      ? takeBack(item.entry)
      : undefined
  }

  const take = (item: StatementItem) => {
    switch (item._tag) {
      case "Section":
        section += 1
        return undefined
      case "Skipped":
        skip(item.place.line, item.reason)
        return undefined
      case "Entry": {
        const { entry: stated } = item
        const isDoubtful = isDoubtfulHere(stated)
        if (takesBack(stated) && !isDoubtful) {
          hasReversals = true
          return undefined
        }
        const reason = notTaken(stated)
        if (reason !== undefined) {
          skip(stated.place.line, reason)
          return undefined
        }
        const next = readEntry(account, stated, isDoubtful)
        const add = () => {
          related.add(next)
          chunk.push(next)
        }
        if (chunk.length >= chunkMax || related.has(next)) return Effect.andThen(flush, Effect.sync(add))
        add()
        return undefined
      }
    }
  }

  const read = (taken: (item: StatementItem) => Effect.Effect<void, StoreUnavailable> | undefined) =>
    Stream.runForEachArray(items, (each) =>
      Effect.gen(function* () {
        for (const item of each) {
          const work = taken(item)
          if (work !== undefined) yield* work
        }
      })
    )
  yield* read(take)
  yield* flush
  if (hasReversals) {
    section = 0
    yield* read(takeReversal)
  }
  const report: StatementReport = {
    entries: checked.entries,
    ...counts,
    skippedReasons,
    errors: [],
    warnings: checked.warnings
  }
  return report
})

/** What the entries of one chunk have in common with others: those are looked up after the chunk is recorded. */
const relations = () => {
  const ids = new Set<string>()
  const wholes = new Set<string>()
  const kinds = new Map<string, string>()
  const twinOn = ({ stated, twin }: ReadEntry) => `${twin} ${stated.bookedOn}`
  return {
    has: (read: ReadEntry): boolean => {
      const { id, stated, wholeId } = read
      const kind = kinds.get(twinOn(read))
      return (
        ids.has(id) ||
        wholes.has(id) ||
        (wholeId !== undefined && ids.has(wholeId)) ||
        (kind !== undefined && kind !== stated.key.kind)
      )
    },
    add: (read: ReadEntry): void => {
      const { id, stated, wholeId } = read
      ids.add(id)
      if (wholeId !== undefined) wholes.add(wholeId)
      kinds.set(twinOn(read), stated.key.kind)
    }
  }
}

const isUnderway = ({ _tag }: RecordedEntry): boolean => _tag === "matching" || _tag === "reversing"

/** Whether an entry paid an invoice: it is not counted as waiting for a person. */
const hasPaid = (state: RecordedEntry): boolean =>
  entryStatusOf[state._tag] !== "unresolved" && reversalOf(state) === undefined

/** Whether the invoice that an entry names would take its money now. */
const wouldPay = (
  account: BankAccount,
  read: ReadEntry,
  { becomes, invoice, reference }: EntryStanding,
  now: Instant
): boolean => {
  if (becomes._tag === "unresolved" || invoice === undefined) return false
  const order = entryOrderOf(account, read, reference, now)
  const { receipt, time } = entryReceipt(account, order, invoice.order)
  return receiptFault(invoice, receipt, time) === undefined
}
