import {
  type BankPaymentView,
  bankPayment,
  type EntryStatus,
  entryStatuses,
  isCalendarDate,
  makeEntryReads,
  type StatementEntryView,
  StateReader,
  statesOf,
  type UnresolvedMoneyView,
  unresolvedMoney
} from "@quittance/core/adapter"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import type { CommandInput } from "../cli/CommandInput.ts"
import { UsageError } from "../cli/UsageError.ts"
import { readServicesLayer } from "../start/services.ts"
import { entryFaultWords, receiptFaultWords, viewedAmount } from "./entryWords.ts"
import { limitIn, paginationIn, printPlace } from "./listInput.ts"
import { onStore } from "./onStore.ts"
import { printJson, printLine, printTable } from "./print.ts"
import { shortened } from "./shortened.ts"

/** `quittance statements list`: reads only; what came in on bank accounts, the newest first. */
export const listEntries: RunCommand = (input) => {
  const [cursor, limit] = [input.text("--cursor"), limitIn(input)]
  const asked = {
    ...{ account: input.text("--account"), status: statusIn(input) },
    ...{ from: dayIn(input, "--from"), to: dayIn(input, "--to"), q: input.text("--find") },
    ...{ cursor, limit }
  }
  const list = Effect.gen(function* () {
    const { list } = yield* makeEntryReads
    const found = yield* list(asked)
    if (input.has("--json"))
      printJson({ entries: found.items, pagination: paginationIn(found, { cursor: cursor ?? "", limit }) })
    else if (found.items.length === 0) printLine("There are none.")
    else {
      printTable(
        ["ID", "ACCOUNT", "BOOKED", "AMOUNT", "PAYER", "STATUS", "INVOICE"],
        found.items.map((each) => [
          each.id,
          each.account,
          each.bookedOn,
          viewedAmount(each.amount, each.currency),
          each.payer ?? "",
          each.fault === null ? each.status : `${each.status}: ${entryFaultWords[each.fault]}`,
          each.invoiceId ?? ""
        ]),
        ["AMOUNT"]
      )
      printPlace(found, { cursor: cursor ?? "", limit })
    }
    return 0
  })
  return onStore(readServicesLayer, list)
}

/** `quittance statements unresolved`: reads only; all money that waits for a person, the oldest first. */
export const listUnresolved: RunCommand = (input) => {
  const only = input.text("--account")
  const list = Effect.gen(function* () {
    const entries = yield* makeEntryReads
    const states = yield* StateReader
    // An unknown account is refused here.
    if (only !== undefined) yield* entries.list({ account: only, limit: 1 })
    const payments = yield* states.indexed(bankPayment, "unresolved", { equal: [] })
    const found = ofAccount(only, unresolvedMoney(yield* entries.unresolved, statesOf(payments)))
    if (input.has("--json")) printJson(found)
    else if (found.entries.length + found.payments.length === 0)
      printLine("There is none: no money waits for you.")
    else {
      printTable(
        ["ID", "ACCOUNT", "SINCE", "AMOUNT", "PAYER", "TEXT", "WHY", "INVOICE"],
        [...found.entries.map(entryRow), ...found.payments.map(paymentRow)].sort(bySince),
        ["AMOUNT"]
      )
      printLine(
        [
          ...(found.entries.length === 0 ? [] : [entryAdvice]),
          ...(found.payments.length === 0 ? [] : [paymentAdvice])
        ].join("\n")
      )
    }
    return 0
  })
  return onStore(readServicesLayer, list)
}

const entryAdvice =
  "\nThe customer's, for an invoice: quittance statements assign ENTRY --invoice ID --reason TEXT.\nSent back: quittance statements return ENTRY --reason TEXT. No customer's: quittance statements ignore ENTRY --reason TEXT."
const paymentAdvice =
  "\nA bank payment (pmt_…) after you have returned its money: quittance payments return ID --reason TEXT."

const statusIn = (input: CommandInput): EntryStatus | undefined =>
  entryStatuses.find((each) => each === input.text("--status"))

/** A day of the bank's books. Throws a `UsageError`. */
const dayIn = (input: CommandInput, flag: "--from" | "--to"): string | undefined => {
  const day = input.text(flag)
  if (day !== undefined && !isCalendarDate(day))
    throw new UsageError(`${flag} must be a day such as 2026-03-01, not "${day}".`)
  return day
}

/** Money that is in no statement is of no account. */
const ofAccount = (only: string | undefined, found: UnresolvedMoneyView): UnresolvedMoneyView =>
  only === undefined
    ? found
    : { entries: found.entries.filter(({ account }) => account === only), payments: [] }

/** The whole text is in --json. */
const textMax = 40

type Row = readonly [id: string, account: string, since: string, ...ReadonlyArray<string>]

const entryRow = ({
  account,
  amount,
  bookedOn,
  currency,
  fault,
  id,
  invoiceId,
  payer,
  suggestions,
  text
}: StatementEntryView): Row => [
  id,
  account,
  bookedOn,
  viewedAmount(amount, currency),
  payer ?? "",
  text === null ? "" : shortened(text, textMax),
  fault === null ? "" : entryFaultWords[fault],
  invoiceId ?? suggestions.map((each) => `perhaps ${each.invoiceId} (by ${each.because})`).join(", ")
]

const paymentRow = ({
  amount,
  bank,
  createdAt,
  currency,
  fault,
  id,
  invoiceId,
  payerBank
}: BankPaymentView): Row => [
  id,
  "",
  createdAt.slice(0, 10),
  viewedAmount(amount, currency),
  payerBank ?? bank,
  "",
  fault === null ? "" : receiptFaultWords[fault],
  invoiceId
]

const bySince = ([, , one]: Row, [, , other]: Row): number => (one < other ? -1 : one > other ? 1 : 0)
