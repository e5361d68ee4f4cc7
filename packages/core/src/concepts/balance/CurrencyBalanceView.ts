import { Schema } from "effect"
import { amount } from "../../kernel/concept/wire.ts"
import { component } from "../../kernel/description/component.ts"
import type { Balance } from "../../kernel/ledger/Ledger.ts"
import { Currency } from "../../kernel/money/Currency.ts"
import { amountView } from "../../kernel/money/Money.ts"

const figure = (description: string, example: number) =>
  Schema.Finite.annotate({ description, examples: [example] })

/** What a partner has in one currency; figures of different currencies are never added up. */
export const CurrencyBalanceView = Schema.Struct({
  currency: Currency.annotate({
    ...component("BalanceCurrency", "The currency of a balance: an ISO 4217 code, or USDT."),
    examples: ["USDT"]
  }),
  available: figure("received − paidOut + adjustments.", 172),
  received: amount("Credited from invoices and deposits, after fees.", 99),
  paidOut: amount("Payouts that did not fail, with their fees.", 27),
  adjustments: figure("Corrections, with their sign.", 100),
  pending: amount("The part of `paidOut` whose payouts are still PENDING.", 0)
}).annotate(component("CurrencyBalance", "What a partner has in one currency."))
export interface CurrencyBalanceView extends Schema.Schema.Type<typeof CurrencyBalanceView> {}

export const currencyBalanceView = (currency: Currency, balance: Balance): CurrencyBalanceView => ({
  currency,
  available: amountView(balance.availableMinor, currency),
  received: amountView(balance.receivedMinor, currency),
  paidOut: amountView(balance.paidOutMinor, currency),
  adjustments: amountView(balance.adjustmentsMinor, currency),
  pending: amountView(balance.pendingMinor, currency)
})
