import { Effect, Option } from "effect"
import type { FiatCurrency } from "../../kernel/money/Currency.ts"
import type { BankAccount } from "../bankAccount/BankAccount.ts"
import type { BankPaymentRequest, BankPaymentStatus, BankRail } from "./BankRail.ts"
import { type BankTransfers, transferBank } from "./BankTransfers.ts"

type Transfers = Pick<BankTransfers["Service"], "accounts" | "instructions">

/** The account that a customer is told, of those in a currency. */
export const offeredAccount = (
  accounts: ReadonlyArray<BankAccount>,
  currency: FiatCurrency
): BankAccount | undefined => accounts.find((account) => account.currency === currency)

/** The rail of transfers to these accounts. It asks nobody and keeps nothing. */
export const transferRail = ({ accounts, instructions }: Transfers): BankRail["Service"] => ({
  currencies: accounts.map(({ currency }) => currency),
  banks: (currency) => Effect.succeed(offeredAccount(accounts, currency) === undefined ? [] : [transferBank]),
  start: ({ amountMinor, currency, description, reference }: BankPaymentRequest) =>
    Effect.sync((): BankPaymentStatus => {
      const account = offeredAccount(accounts, currency)
      if (account === undefined)
        return { _tag: "Declined", reason: `there is no account in ${currency} to transfer to` }
      if (reference === undefined)
        return { _tag: "Declined", reason: "the invoice has no reference that a transfer could name" }
      return {
        _tag: "Awaiting",
        link: Option.none(),
        instructions: instructions(account, { amountMinor, description, reference })
      }
    }),
  lookup: () => Effect.succeed({ _tag: "NotFound" } as const)
})

/**
 * A rail that offers transfers beside the banks of another one. The bank of a payment says which of them is asked. A
 * bank of the other rail with the id of transfers is left out.
 */
export const withTransferBank = (
  own: Option.Option<BankRail["Service"]>,
  transfers: BankRail["Service"]
): BankRail["Service"] => {
  if (Option.isNone(own)) return transfers
  const other = own.value
  const railOf = (bank: string | undefined) => (bank === transferBank.id ? transfers : other)
  return {
    ...(other.currencies === undefined
      ? {}
      : { currencies: [...other.currencies, ...(transfers.currencies ?? [])] }),
    banks: (currency) =>
      Effect.zipWith(other.banks(currency), transfers.banks(currency), (banks, last) => [
        ...banks.filter(({ id }) => id !== transferBank.id),
        ...last
      ]),
    start: (request) => railOf(request.bank).start(request),
    lookup: (paymentId, bank) => railOf(bank).lookup(paymentId, bank)
  }
}
