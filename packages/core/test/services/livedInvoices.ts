import { BankPayments, BankReceipts, Batches, Invoices } from "@quittance/core"
import { Effect, Option } from "effect"
import { fundedPartner, start } from "./Deployment.ts"

/** A store with fiat invoices of every kind of life. */

/**
 * One invoice that a bank payment paid, one that was paid by money that came by itself, one whose payment is open,
 * money that two invoices could not take (one part was returned), and a file whose e-mails wait.
 */
export const lived = Effect.gen(function* () {
  const partnerId = yield* fundedPartner(0)
  const invoices = yield* Invoices
  const payments = yield* BankPayments
  const receipts = yield* BankReceipts
  const issue = Effect.fnUntraced(function* (amount: number) {
    return (yield* invoices.create(partnerId, undefined, { amount, currency: "EUR" })).value.order
  })
  const receipt = (operationId: string, amountMinor: bigint) => ({
    operationId,
    amountMinor,
    currency: "EUR" as const,
    payerBank: "Steppe Bank",
    bankTime: start
  })
  const settled = yield* issue(10)
  const payment = yield* payments.begin(partnerId, settled.id, "sandbox")
  yield* receipts.confirm(partnerId, payment.order.id, receipt("first", 1_000n))
  const received = yield* issue(20)
  yield* receipts.receive(partnerId, received.id, receipt("second", 2_000n))
  yield* receipts.receive(partnerId, received.id, receipt("again", 2_000n))
  const returned = yield* receipts.receive(partnerId, settled.id, receipt("odd", 7n))
  yield* payments.markReturned(returned.order.id, "sent back")
  const open = yield* issue(30)
  yield* payments.begin(partnerId, open.id, "steppe")
  const batches = yield* Batches
  const { batch } = yield* batches.import(partnerId, {
    file: new TextEncoder().encode(
      "amount,currency,email,externalId\n5,USD,a@example.com,one\n60,RUB,,two\n70,RUB,,three\n"
    ),
    defaultCurrency: Option.none(),
    defaultRedirectUrl: Option.none(),
    defaultCancelUrl: Option.none(),
    sendEmails: "send"
  })
  return { partnerId, openId: open.id, settledId: settled.id, batchId: batch.id }
})
export type Names = Effect.Success<typeof lived>
