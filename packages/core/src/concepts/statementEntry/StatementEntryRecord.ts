import { Option, Schema } from "effect"
import { concept } from "../../kernel/concept/Concept.ts"
import type { OrderOf, StateOf } from "../../kernel/concept/Definition.ts"
import {
  count,
  erasable,
  fiatCurrency,
  flag,
  instant,
  money,
  oneOf,
  optional,
  packed,
  text
} from "../../kernel/concept/Field.ts"
import { entryKeyKinds } from "./EntryKey.ts"
import { entryFaults, entryStatusOf } from "./statementEntryNames.ts"

const forInvoice = { partnerOfInvoice: text, invoiceId: text }
const paid = { ...forInvoice, paymentId: text }
/** The reversal that takes it back, as its key makes an id of it; and the day of the bank's books. */
const takenBack = { ...paid, reversal: text, reversedOn: text }

/** The stored fields of an entry. */
export const statementEntry = concept({
  name: "StatementEntry",
  noun: "entry",
  table: "statement_entries",
  order: {
    /** `ste_` and 32 hex digits, made of account, currency and key. */
    id: text,
    /** The owner of the account's records: `bankAccountOwner`. */
    partnerId: text,
    /** The IBAN or number of the account. */
    account: text,
    amountMinor: money,
    currency: fiatCurrency,
    /** The day of the bank's books. */
    bookedOn: text,
    valueOn: optional(text),
    /** When the payer's bank took the order. */
    acceptedAt: optional(instant),
    keyKind: oneOf(entryKeyKinds),
    /** What it has in common with the same payment under another kind of key: `twinOf`. */
    twin: text,
    /** The id of the bank's entry of which it is one payment. */
    partOf: optional(text),
    payerName: erasable(optional(text), Option.none()),
    payerAccount: erasable(optional(text), Option.none()),
    payerBankId: optional(text),
    payerBank: optional(text),
    /** What the payer wrote. */
    texts: erasable(packed(Schema.Array(Schema.String)), []),
    endToEndId: erasable(optional(text), Option.none()),
    /** The one reference that it names, of those that exist if it names several. */
    reference: optional(text),
    isBatch: flag,
    /** In the file that had it first. */
    line: count,
    createdAt: instant
  },
  recorded: {
    /** When the personal data was erased. */
    redactedAt: optional(instant),
    updatedAt: instant
  },
  states: {
    /** The invoice's partner may have the money already. `assignment` is a person's reason. */
    matching: { ...forInvoice, assignment: optional(text) },
    /** Its reference named the invoice that it paid. */
    matched: paid,
    /** A person said which invoice it pays. */
    assigned: { ...paid, reason: text },
    /** The invoice could not take it: its bank payment waits for an operator. */
    held: { ...paid, fault: oneOf(entryFaults) },
    /** It waits for a person. */
    unresolved: { fault: oneOf(entryFaults) },
    /** Final: what waited was sent back, or the bank took it back (`takenBackBy`). */
    returned: { reason: text, takenBackBy: optional(text) },
    /** Final: what was held was sent back, or the bank took it back (`takenBackBy`). */
    sentBack: { ...paid, fault: oneOf(entryFaults), reason: text, takenBackBy: optional(text) },
    /** Final: no customer's money. `isReplaced` if it is recorded as the payments that it was made of. */
    ignored: { reason: text, isReplaced: flag },
    /** The bank took it back; the partner's book may not know yet. */
    reversing: takenBack,
    /** Final: the bank took it back after it had paid. */
    reversed: takenBack
  },
  statuses: entryStatusOf,
  indexes: {
    /** For operators, who name only the entry. */
    by_id: { on: ["id"], across: "lookup" },
    listed: { on: ["partnerId", "bookedOn", "id"] },
    by_status: { on: ["partnerId", "status", "bookedOn", "id"] },
    by_reference: {
      on: ["partnerId", "reference", "bookedOn", "id"],
      where: { set: ["reference"] }
    },
    by_part_of: { on: ["partnerId", "partOf"], where: { set: ["partOf"] } },
    by_twin: { on: ["partnerId", "keyKind", "twin", "bookedOn"] },
    /** What somebody has to go on with. */
    underway: { on: ["partnerId", "updatedAt", "id"], where: { in: { state: ["matching", "reversing"] } } },
    unresolved: {
      on: ["createdAt", "id"],
      where: { in: { state: ["held", "unresolved"] } },
      across: "operators"
    }
  }
})

/** Fixed when the entry is recorded. */
export interface StatementEntryOrder extends OrderOf<typeof statementEntry> {}

/** An entry that exists. */
export type RecordedEntry = StateOf<typeof statementEntry>

declare module "../../kernel/ports/Store.ts" {
  interface StatesByConcept {
    readonly StatementEntry: RecordedEntry
  }
}
