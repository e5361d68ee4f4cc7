import { Operations } from "@quittance/core"
import {
  type BankPaymentView,
  type EntryStatus,
  entryStatuses,
  type StatementEntryView,
  type UnresolvedMoneyView
} from "@quittance/core/adapter"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import type { CommandInput } from "../cli/CommandInput.ts"
import { servicesLayer } from "../start/services.ts"
import { entryFaultWords, receiptFaultWords, viewedAmount } from "./entryWords.ts"
import { limitIn } from "./listInput.ts"
import { onStore } from "./onStore.ts"
import { printJson, printLine, printTable } from "./print.ts"

/** `quittance statements list`: what came in on bank accounts, the newest first. */
export const listEntries: RunCommand = (input) => {
  const asked = { ...accountIn(input), ...statusIn(input), limit: limitIn(input) }
  const list = Effect.gen(function* () {
    const { statements } = yield* Operations
    const entries = yield* statements.list(asked)
    if (input.has("--json")) printJson({ entries })
    else if (entries.length === 0) printLine("There are none.")
    else
      printTable(
        ["ID", "ACCOUNT", "BOOKED", "AMOUNT", "PAYER", "STATUS", "INVOICE"],
        entries.map((each) => [
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
    return 0
  })
  return onStore((configuration) => servicesLayer(configuration, { vault: "none" }), list)
}

/** `quittance statements unresolved`: all money that waits for a person, the oldest first. */
export const listUnresolved: RunCommand = (input) => {
  const only = input.text("--account")
  const list = Effect.gen(function* () {
    const { statements } = yield* Operations
    // An unknown account is refused here.
    if (only !== undefined) yield* statements.list({ account: only, limit: 1 })
    const found = ofAccount(only, yield* statements.unresolved())
    if (input.has("--json")) printJson(found)
    else if (found.entries.length + found.payments.length === 0)
      printLine("There is none: no money waits for you.")
    else {
      printTable(
        ["ID", "ACCOUNT", "SINCE", "AMOUNT", "PAYER", "WHY", "INVOICE"],
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
  return onStore((configuration) => servicesLayer(configuration, { vault: "none" }), list)
}

const entryAdvice =
  "\nThe customer's, for an invoice: quittance statements assign ENTRY --invoice ID --reason TEXT.\nSent back: quittance statements return ENTRY --reason TEXT. No customer's: quittance statements ignore ENTRY --reason TEXT."
const paymentAdvice =
  "\nA bank payment (pmt_…) after you have returned its money: quittance payments return ID --reason TEXT."

const accountIn = (input: CommandInput): { readonly account?: string } => {
  const account = input.text("--account")
  return account === undefined ? {} : { account }
}

const statusIn = (input: CommandInput): { readonly status?: EntryStatus } => {
  const status = entryStatuses.find((each) => each === input.text("--status"))
  return status === undefined ? {} : { status }
}

/** Money that is in no statement is of no account. */
const ofAccount = (only: string | undefined, found: UnresolvedMoneyView): UnresolvedMoneyView =>
  only === undefined
    ? found
    : { entries: found.entries.filter(({ account }) => account === only), payments: [] }

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
  suggestions
}: StatementEntryView): Row => [
  id,
  account,
  bookedOn,
  viewedAmount(amount, currency),
  payer ?? "",
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
  fault === null ? "" : receiptFaultWords[fault],
  invoiceId
]

const bySince = ([, , one]: Row, [, , other]: Row): number => (one < other ? -1 : one > other ? 1 : 0)
