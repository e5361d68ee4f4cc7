import { Option } from "effect"
import type { StatementEntryCommand } from "../../../src/concepts/statementEntry/StatementEntry.ts"
import type { StatementEntryOrder } from "../../../src/concepts/statementEntry/StatementEntryRecord.ts"

export const start = 1_767_225_600_000

export const order: StatementEntryOrder = {
  ...{ id: "ste_1", partnerId: "bank:DE89370400440532013000:EUR", account: "DE89370400440532013000" },
  ...{ amountMinor: 10_000n, currency: "EUR", bookedOn: "2026-01-01", keyKind: "bankReference", twin: "t" },
  ...{ valueOn: Option.none(), acceptedAt: Option.none(), partOf: Option.none() },
  ...{ payerName: Option.some("Zhanna"), payerAccount: Option.some("DE00"), payerBankId: Option.none() },
  ...{ payerBank: Option.some("Bank"), texts: ["for tea"], endToEndId: Option.some("1") },
  ...{ reference: Option.none(), isBatch: false, line: 3, createdAt: start }
}

const forInvoice = { partnerOfInvoice: "prt_1", invoiceId: "inv_1" }

/** One command of every tag, and the variants that a state could tell apart. */
export const commandsAt = (at: number): ReadonlyArray<StatementEntryCommand> => [
  { _tag: "Record", order, becomes: { _tag: "matching", ...forInvoice }, at },
  { _tag: "Record", order, becomes: { _tag: "unresolved", fault: "unknown_reference" }, at },
  { _tag: "Assign", ...forInvoice, reason: "by phone", at },
  { _tag: "Book", paymentId: "pmt_1", fault: Option.none(), at },
  { _tag: "Book", paymentId: "pmt_1", fault: Option.some("wrong_amount"), at },
  { _tag: "Book", paymentId: "pmt_1", fault: Option.some("too_late"), at },
  { _tag: "Assign", partnerOfInvoice: "prt_1", invoiceId: "inv_2", reason: "by phone", at },
  { _tag: "Book", paymentId: "pmt_2", fault: Option.none(), at },
  { _tag: "Refuse", fault: "unknown_reference", at },
  { _tag: "Return", reason: "not ours", at },
  { _tag: "Ignore", reason: "interest", isReplaced: false, at },
  { _tag: "Ignore", reason: "a sum", isReplaced: true, at },
  { _tag: "Reverse", reversal: "ste_2", reversedOn: "2026-01-02", at },
  { _tag: "Reverse", reversal: "ste_3", reversedOn: "2026-01-03", at },
  { _tag: "Recall", hadPaid: true, at },
  { _tag: "Recall", hadPaid: false, at },
  { _tag: "Redact", at }
]
