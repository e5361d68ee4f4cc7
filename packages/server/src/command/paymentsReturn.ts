import { BankPayments } from "@quittance/core"
import { amountText, bankPaymentView } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { servicesLayer } from "../start/services.ts"
import { onStore } from "./onStore.ts"
import { printFacts, printJson, printLine } from "./print.ts"

/**
 * `quittance payments return`: records that the operator returned the money of an unresolved payment. It
 * moves no money itself.
 */
export const run: RunCommand = (input) => {
  const asked = input.required("--reason")
  const markReturned = Effect.gen(function* () {
    const payments = yield* BankPayments
    const payment = yield* payments.markReturned(input.operand, asked)
    const view = bankPaymentView(payment)
    const reason = payment._tag === "returned" ? payment.reason : asked
    if (input.has("--json")) printJson({ ...view, reason })
    else {
      const { amountMinor, currency } = "receipt" in payment ? payment.receipt : payment.order
      printLine(
        `Recorded that ${amountText(amountMinor, currency)} went back: payment ${view.id} is ${view.status}.\n`
      )
      printFacts([
        ["Partner", view.partnerId],
        ["Invoice", view.invoiceId],
        ["Bank", view.payerBank ?? view.bank],
        ["Operation", view.operationId ?? ""],
        ["Reason", reason === asked ? reason : `${reason} (kept from the first time)`]
      ])
    }
    return 0
  })
  return onStore((configuration) => servicesLayer(configuration, { vault: "none" }), markReturned)
}
