import { Schema } from "effect"
import { amount, moment, prefixedIdField } from "../../kernel/concept/wire.ts"
import { component } from "../../kernel/description/component.ts"
import { FiatCurrency } from "../../kernel/money/Currency.ts"
import { invoicePrefix } from "../invoice/invoiceNames.ts"
import { partnerPrefix } from "../partner/partnerNames.ts"
import { entryFaults, entryStatuses, statementEntryPrefix } from "./statementEntryNames.ts"

/** An invoice that a person may mean, and why. It is never assigned by itself. */
const EntrySuggestion = Schema.Struct({
  invoiceId: prefixedIdField(invoicePrefix, "The invoice."),
  partnerId: prefixedIdField(partnerPrefix, "Whose invoice it is."),
  reference: Schema.NullOr(Schema.String).annotate({ description: "Its reference; null if it has none." }),
  because: Schema.Literals(["amount", "reference"]).annotate(
    component(
      "EntrySuggestionReason",
      "`amount`: it waits for this amount. `reference`: its reference is one edit away."
    )
  )
}).annotate(component("EntrySuggestion", "An invoice that an entry may be for."))
export interface EntrySuggestion extends Schema.Schema.Type<typeof EntrySuggestion> {}

/** A credit in a statement of the operator's own account, as operators see it. */
export const StatementEntryView = Schema.Struct({
  id: prefixedIdField(statementEntryPrefix),
  account: Schema.String.annotate({ description: "The name of the account.", examples: ["main"] }),
  amount: amount("What came in, in `currency`.", 1250.5),
  currency: FiatCurrency,
  bookedOn: Schema.String.annotate({ description: "The day of the bank's books.", examples: ["2026-03-02"] }),
  payer: Schema.NullOr(Schema.String).annotate({ description: "Who paid." }),
  payerBank: Schema.NullOr(Schema.String).annotate({
    description: "The payer's bank: its BIC, else its name."
  }),
  reference: Schema.NullOr(Schema.String).annotate({
    description: "The reference of ours that it names; null if it names none, or several."
  }),
  text: Schema.NullOr(Schema.String).annotate({ description: "What the payer wrote." }),
  status: Schema.Literals(entryStatuses).annotate(
    component("StatementEntryStatus", "How a credit in a statement stands.")
  ),
  fault: Schema.NullOr(
    Schema.Literals(entryFaults).annotate(
      component("StatementEntryFault", "Why it pays no invoice by itself.")
    )
  ),
  invoiceId: Schema.NullOr(Schema.String).annotate({ description: "The invoice that it is for." }),
  partnerId: Schema.NullOr(Schema.String).annotate({ description: "Whose invoice that is." }),
  paymentId: Schema.NullOr(Schema.String).annotate({ description: "The bank payment that has its money." }),
  reason: Schema.NullOr(Schema.String).annotate({
    description: "Why it was assigned, returned or ignored; null if it was not."
  }),
  createdAt: moment("When it was first recorded."),
  suggestions: Schema.Array(EntrySuggestion)
}).annotate(component("StatementEntry", "A credit in a statement of a bank account."))
export interface StatementEntryView extends Schema.Schema.Type<typeof StatementEntryView> {}
