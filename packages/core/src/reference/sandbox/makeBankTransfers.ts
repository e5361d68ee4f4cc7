import { Clock, Effect, Option, Predicate, Result, Schema } from "effect"
import type { BankAccount } from "../../concepts/bankAccount/BankAccount.ts"
import { bankAccountNamed } from "../../concepts/bankAccount/bankAccountNamed.ts"
import {
  BankTransfers,
  type SimulatedTransfer,
  type StatementFormat
} from "../../concepts/bankPayment/BankTransfers.ts"
import { offeredAccount } from "../../concepts/bankPayment/transferRail.ts"
import type { InvoiceId } from "../../concepts/invoice/Invoice.ts"
import { Invoices } from "../../concepts/invoice/Invoices.ts"
import { Settings } from "../../concepts/settings/Settings.ts"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { InvalidInput } from "../../kernel/input/Input.ts"
import { ProviderMissing } from "../../kernel/input/Refusals.ts"
import { parseMinor } from "../../kernel/money/Money.ts"
import { Ids } from "../../kernel/ports/Ids.ts"
import { SandboxStore } from "../../kernel/ports/SandboxStore.ts"
import { dateAt, isCalendarDate } from "../../kernel/time/CalendarDate.ts"
import { CalendarDay } from "../../kernel/time/CalendarDay.ts"
import { decodeBankStatement, decodeBankTransfer } from "./SandboxRequest.ts"

/** The simulated bank's record of a transfer; the amount is decimal text of minor units. */
const Kept = Schema.fromJsonString(
  Schema.Struct({
    amountMinor: Schema.BigIntFromString,
    bookedOn: CalendarDay,
    payer: Schema.String,
    reference: Schema.String,
    text: Schema.String,
    bankReference: Schema.String
  })
)
const decodeKept = Schema.decodeUnknownSync(Kept)
const encodeKept = Schema.encodeSync(Kept)

/** A transfer that was made, and the account that it came to. */
export interface BookedTransfer extends SimulatedTransfer {
  readonly account: BankAccount
}

/** A statement of the simulated bank. */
export interface BankStatementFile {
  readonly account: BankAccount
  readonly format: StatementFormat
  readonly transfers: number
  readonly content: Uint8Array
}

const standardPayer = "Simulated customer"

/** Of one partner's invoices, or of all. The name of an account may change, its number does not. */
const folderOf = ({ account, currency }: BankAccount, partnerId: PartnerId | undefined): string =>
  [account, currency, ...(partnerId === undefined ? [] : [partnerId]), ""].join("/")

/** Transfers that customers make at the simulated bank. They pay nothing until a statement with them is imported. */
export const makeBankTransfers = Effect.gen(function* () {
  const { banks: accounts } = yield* Settings
  const invoices = yield* Invoices
  const store = yield* SandboxStore
  const ids = yield* Ids
  const bank = yield* Effect.serviceOption(BankTransfers)

  const accountNamed = (name: string) => bankAccountNamed(accounts, name)

  const bankTransfer = Effect.fn("Sandbox.bankTransfer")(function* (
    partnerId: PartnerId,
    invoiceId: InvoiceId,
    input: unknown
  ) {
    const request = yield* Effect.fromResult(decodeBankTransfer(input))
    const { order } = yield* invoices.get(partnerId, invoiceId)
    const offered = offeredAccount(accounts, order.currency)
    const account = request.account == null ? offered : yield* accountNamed(request.account)
    if (account === undefined)
      return yield* new ProviderMissing({ provider: "BankTransfers", currency: order.currency })
    const amount =
      request.amount == null
        ? Result.succeed(order.amountMinor)
        : parseMinor(request.amount, account.currency)
    if (Result.isFailure(amount))
      return yield* InvalidInput.of("amount", "invalid_value", amount.failure.message)
    if (amount.success <= 0n) return yield* InvalidInput.of("amount", "out_of_range", "must be more than 0")
    const now = yield* Clock.currentTimeMillis
    const bookedOn = request.bookedOn ?? dateAt(now, account.timeZone)
    if (!isCalendarDate(bookedOn))
      return yield* InvalidInput.of("bookedOn", "invalid_value", "must be a day such as 2026-03-01")
    const bankReference = (yield* ids.token(8)).toUpperCase()
    const transfer: SimulatedTransfer = {
      amountMinor: amount.success,
      bookedOn,
      payer: request.payer ?? standardPayer,
      reference: request.reference ?? Option.getOrElse(order.creditorReference, () => ""),
      text: request.text ?? "",
      bankReference
    }
    const id = `${folderOf(account, partnerId)}${String(now).padStart(15, "0")}-${bankReference}`
    yield* store.put("bankTransfer", id, encodeKept(transfer))
    const booked: BookedTransfer = { ...transfer, account }
    return booked
  })

  const bankStatement = Effect.fn("Sandbox.bankStatement")(function* (
    partnerId: PartnerId | undefined,
    input: unknown
  ) {
    const named = accounts.map(({ name }) => name)
    const asked: unknown = Predicate.hasProperty(input, "account") ? input.account : undefined
    if (asked !== undefined && !named.some((name) => name === asked))
      return yield* InvalidInput.of("account", "invalid_value", `must be one of ${named.join(", ")}`)
    const request = yield* Effect.fromResult(decodeBankStatement(input))
    const account = yield* accountNamed(request.account)
    if (Option.isNone(bank)) return yield* new ProviderMissing({ provider: "BankTransfers" })
    const records = yield* store.list("bankTransfer", folderOf(account, partnerId))
    const transfers = records
      .map(({ value }) => decodeKept(value))
      .toSorted((one, other) => Date.parse(one.bookedOn) - Date.parse(other.bookedOn))
    const day = dateAt(yield* Clock.currentTimeMillis, account.timeZone)
    const { format } = request
    const file: BankStatementFile = {
      ...{ account, format, transfers: transfers.length },
      content: bank.value.statementFile({ account, format, day, transfers })
    }
    return file
  })

  return { bankTransfer, bankStatement }
})
