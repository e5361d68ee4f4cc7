import type { StatementEntryEvent, StatementEntryOrder } from "@quittance/core/adapter"
import { Option } from "effect"
import { start } from "./StoreSamples.ts"

const at = start
const entryId = `ste_${"0123456789abcdef".repeat(2)}`

const order: StatementEntryOrder = {
  ...{ id: entryId, partnerId: "bank:DE89370400440532013000:EUR", account: "DE89370400440532013000" },
  ...{ amountMinor: 9_000_000_000_000_000n, currency: "EUR", bookedOn: "2026-01-05" },
  valueOn: Option.some("2026-01-04"),
  acceptedAt: Option.some(at),
  keyKind: "bankReference",
  twin: "ab",
  partOf: Option.none(),
  payerName: Option.some("Жанна «Ақ» O'Neill"),
  payerAccount: Option.none(),
  payerBankId: Option.some("KCJBKZKX"),
  payerBank: Option.none(),
  texts: ["RF04 0000 0000", "000; --"],
  endToEndId: Option.some("'"),
  reference: Option.some("RF0400000000000"),
  isBatch: false,
  line: 12,
  createdAt: at
}

const reason = `"no", said the bank 🧾`
const forInvoice = { partnerOfInvoice: "prt_1", invoiceId: "inv_1" }

/** One event of each kind that an entry has. */
export const entryEvents: {
  readonly [Tag in StatementEntryEvent["_tag"]]: Extract<StatementEntryEvent, { readonly _tag: Tag }>
} = {
  StatementEntryRecorded: {
    _tag: "StatementEntryRecorded",
    order,
    becomes: { _tag: "matching", ...forInvoice },
    at
  },
  StatementEntryAssigned: { _tag: "StatementEntryAssigned", from: "clearing", ...forInvoice, reason, at },
  StatementEntryBooked: {
    _tag: "StatementEntryBooked",
    paymentId: "pmt_1",
    fault: Option.some("too_late"),
    at
  },
  StatementEntryRefused: { _tag: "StatementEntryRefused", fault: "unknown_reference", at },
  StatementEntryReturned: {
    _tag: "StatementEntryReturned",
    from: "unresolved",
    reason,
    takenBackBy: Option.some(entryId),
    at
  },
  StatementEntryIgnored: { _tag: "StatementEntryIgnored", reason, isReplaced: true, at },
  StatementEntryReversing: {
    _tag: "StatementEntryReversing",
    reversal: entryId,
    reversedOn: "2026-01-06",
    at
  },
  StatementEntryReversed: { _tag: "StatementEntryReversed", hadPaid: true, at },
  StatementEntryRedacted: { _tag: "StatementEntryRedacted", at }
}
