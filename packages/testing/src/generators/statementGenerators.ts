import {
  type RecordedEntry,
  type StatementEntryOrder,
  statementEntry,
  statementEntryPrefix
} from "@quittance/core/adapter"
import { Option } from "effect"
import * as fc from "fast-check"
import { statesOf, valuesOf } from "./fieldGenerators.ts"
import { fiatCurrency } from "./invoiceGenerators.ts"
import { amountMinor } from "./moneyGenerators.ts"
import { anyText, prefixed } from "./textGenerators.ts"

/** Entries of bank statements in every state, with every field over its whole range. */

export const entryOrder = (partnerId: string): fc.Arbitrary<StatementEntryOrder> =>
  fc.record(
    valuesOf(statementEntry.order, {
      id: prefixed(statementEntryPrefix),
      partnerId: fc.constant(partnerId),
      amountMinor,
      currency: fiatCurrency,
      texts: fc.array(anyText(140), { maxLength: 4 })
    })
  )

export const entryState = (order: StatementEntryOrder): fc.Arbitrary<RecordedEntry> =>
  statesOf(statementEntry, order, { redactedAt: fc.constant(Option.none()) })
