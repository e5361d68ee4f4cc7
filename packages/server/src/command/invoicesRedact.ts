import { makeInvoiceRedactions } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { servicesLayer } from "../start/services.ts"
import { onStore } from "./onStore.ts"
import { partnerNames } from "./partnerNames.ts"
import { printJson, printLine } from "./print.ts"

/** `quittance invoices redact`: erases the personal data of a fiat or crypto invoice. */
export const run: RunCommand = (input) => {
  const redact = Effect.gen(function* () {
    const { redactAnyones } = yield* makeInvoiceRedactions
    const { _tag: status, order, redactedAt } = yield* redactAnyones(input.operand)
    const partner = (yield* partnerNames([order.partnerId]))(order.partnerId)
    if (input.has("--json"))
      printJson({
        id: order.id,
        partner,
        status,
        redactedAt: new Date(Option.getOrElse(redactedAt, () => 0)).toISOString()
      })
    else {
      printLine(`Invoice ${order.id} of ${partner} is redacted; it is ${status}.`)
      printLine("The server also erases the data from webhooks and e-mails, after they have been delivered.")
    }
    return 0
  })
  return onStore((configuration) => servicesLayer(configuration, { vault: "none" }), redact)
}
