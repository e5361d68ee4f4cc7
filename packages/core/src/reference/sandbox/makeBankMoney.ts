import { Clock, Effect, Option } from "effect"
import { BankCallbacks } from "../../concepts/bankPayment/BankCallbacks.ts"
import {
  type BankPaymentId,
  isOpenPayment,
  type RecordedBankPayment
} from "../../concepts/bankPayment/BankPayment.ts"
import { BankPayments } from "../../concepts/bankPayment/BankPayments.ts"
import type { BankReceipt } from "../../concepts/bankPayment/BankReceipt.ts"
import { BankReceipts } from "../../concepts/bankPayment/BankReceipts.ts"
import { sandboxOperationId } from "../../concepts/bankPayment/bankPaymentNames.ts"
import type { InvoiceId, IssuedInvoice } from "../../concepts/invoice/Invoice.ts"
import { Invoices } from "../../concepts/invoice/Invoices.ts"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { BankOperationUsed, NotFound } from "../../kernel/input/Refusals.ts"
import { Ids } from "../../kernel/ports/Ids.ts"
import { type RailPayment, SandboxBank, sandboxBanks } from "./SandboxBank.ts"
import { decodePay } from "./SandboxRequest.ts"

export type BankDecision = "approve" | "decline"

/** The data of the simulated bank's page. */
export interface BankVisit {
  /** `closed`: the payment is no longer needed. */
  readonly course: "open" | "approved" | "declined" | "closed"
  readonly bankName: string
  readonly invoice: IssuedInvoice
  readonly payment: RecordedBankPayment
  /** The secret end of the link that leads here; required to see the page. */
  readonly token: string
}

const courseOf = (
  { status }: RailPayment,
  payment: RecordedBankPayment,
  invoice: IssuedInvoice
): BankVisit["course"] => {
  if (status === "confirmed") return "approved"
  if (status === "declined") return "declined"
  return isOpenPayment(payment) && invoice._tag === "pending" ? "open" : "closed"
}

const bankNamed = (bank: string | undefined) => sandboxBanks.find(({ id }) => id === bank)

/** The simulated bank's decisions about money: by a client of the API, or by a person on the bank's page. */
export const makeBankMoney = Effect.gen(function* () {
  const invoices = yield* Invoices
  const bankCallbacks = yield* BankCallbacks
  const bankPayments = yield* BankPayments
  const bankReceipts = yield* BankReceipts
  const bank = yield* SandboxBank
  const ids = yield* Ids

  const pay = Effect.fn("Sandbox.pay")(function* (
    partnerId: PartnerId,
    invoiceId: InvoiceId,
    input: unknown
  ) {
    const request = yield* Effect.fromResult(decodePay(input))
    const { order } = yield* invoices.get(partnerId, invoiceId)
    const begun = yield* bankPayments.ofInvoice(partnerId, invoiceId)
    const open = begun.findLast(isOpenPayment)
    const chosen = bankNamed(open?.order.bank) ?? sandboxBanks[0]
    const receipt: BankReceipt = {
      operationId: sandboxOperationId(partnerId, request.operationId ?? (yield* ids.token(16))),
      amountMinor: order.amountMinor,
      currency: order.currency,
      payerBank: request.bank ?? chosen?.name ?? "",
      bankTime: yield* Clock.currentTimeMillis
    }
    const recorded =
      open === undefined
        ? bankReceipts.receive(partnerId, invoiceId, receipt)
        : Effect.andThen(
            bankReceipts.confirm(partnerId, open.order.id, receipt),
            bank.settle(open.order.id, receipt)
          )
    yield* recorded.pipe(
      // Reported under the name that the caller knows.
      Effect.catchTag(
        "BankOperationUsed",
        () => new BankOperationUsed({ operationId: request.operationId ?? "" })
      )
    )
    return yield* invoices.get(partnerId, invoiceId)
  })

  const bankVisit = Effect.fn("Sandbox.bankVisit")(function* (id: BankPaymentId) {
    const known = yield* bank.find(id)
    if (Option.isNone(known) || known.value.token === undefined)
      return yield* new NotFound({ what: "bank payment", id })
    const payment = yield* bankPayments.get(yield* bankPayments.partnerOf(id), id)
    const invoice = yield* invoices.get(payment.order.partnerId, payment.order.invoiceId)
    const visit: BankVisit = {
      course: courseOf(known.value, payment, invoice),
      bankName: bankNamed(payment.order.bank)?.name ?? payment.order.bank,
      invoice,
      payment,
      token: known.value.token
    }
    return visit
  })

  const decideAtBank = Effect.fn("Sandbox.decideAtBank")(function* (
    id: BankPaymentId,
    decision: BankDecision
  ) {
    const { bankName, course, payment } = yield* bankVisit(id)
    if (course === "open") {
      const { amountMinor, currency, partnerId } = payment.order
      const receipt: BankReceipt = {
        // An id that a client of the API could not choose.
        operationId: `sandbox-page/${partnerId}/${id}`,
        amountMinor,
        currency,
        payerBank: bankName,
        bankTime: yield* Clock.currentTimeMillis
      }
      yield* decision === "approve" ? bank.settle(id, receipt) : bank.decline(id)
      // Like a callback of a rail. If it fails, the payment's follower polls by itself.
      yield* Effect.catch(bankCallbacks.refresh(id), (failure) =>
        Effect.logWarning(`the sandbox bank's decision on ${id} is not recorded yet`, failure)
      )
    }
    return yield* bankVisit(id)
  })

  return { pay, bankVisit, decideAtBank }
})
