import {
  amountText,
  bankPayment,
  bankPaymentView,
  type RecordedBankPayment,
  StateReader,
  statesOf
} from "@quittance/core/adapter"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { storeLayer } from "../start/services.ts"
import { receiptFaultWords } from "./entryWords.ts"
import { onStore } from "./onStore.ts"
import { partnerNames } from "./partnerNames.ts"
import { printJson, printLine, printTable } from "./print.ts"

/** `quittance payments unresolved`: reads only; the money that an operator has to return, the oldest first. */
export const run: RunCommand = (input) => {
  const list = Effect.gen(function* () {
    const states = yield* StateReader
    const payments = statesOf(yield* states.indexed(bankPayment, "unresolved", { equal: [] }))
    const nameOf = yield* partnerNames(payments.map(({ order }) => order.partnerId))
    if (input.has("--json"))
      printJson(
        payments.map((payment) => ({ partner: nameOf(payment.order.partnerId), ...bankPaymentView(payment) }))
      )
    else if (payments.length === 0) printLine("There are none: no bank payment waits to be returned.")
    else {
      printTable(
        ["ID", "PARTNER", "INVOICE", "AMOUNT", "BANK", "WHY", "SINCE"],
        payments.map((payment) => rowOf(payment, nameOf(payment.order.partnerId)))
      )
      printLine(
        "\nAfter you have returned the money: quittance payments return ID --reason TEXT.\nUse --json to see the bank's operation id. Money in statements too: quittance statements unresolved."
      )
    }
    return 0
  })
  return onStore((configuration) => storeLayer(configuration, "read"), list)
}

const rowOf = (payment: RecordedBankPayment, partner: string): ReadonlyArray<string> => {
  const { bank, fault, invoiceId, payerBank } = bankPaymentView(payment)
  const { amountMinor, currency } = "receipt" in payment ? payment.receipt : payment.order
  return [
    payment.order.id,
    partner,
    invoiceId,
    amountText(amountMinor, currency),
    payerBank ?? bank,
    fault === null ? "" : receiptFaultWords[fault],
    new Date(payment.updatedAt).toISOString()
  ]
}
