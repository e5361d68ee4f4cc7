import { Operations, WebhookDeliveries } from "@quittance/core"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { servicesLayer } from "../start/services.ts"
import { onStore } from "./onStore.ts"
import { printFacts, printJson, printLine } from "./print.ts"

/** `quittance webhooks redeliver`: sends nothing itself; a running server does it at once. */
export const run: RunCommand = (input) => {
  const redeliver = Effect.gen(function* () {
    const { webhooks } = yield* Operations
    const deliveries = yield* WebhookDeliveries
    const partnerId = yield* deliveries.partnerOf(input.operand)
    const view = yield* webhooks.redeliver(partnerId, input.operand)
    if (input.has("--json")) printJson(view)
    else {
      printLine(`Delivery ${view.id} is due again: a running server sends it at once.\n`)
      printFacts([
        ["Event", `${view.event} ${view.eventId}`],
        ["To", view.url],
        ["Attempts", `${view.attempt}, at most ${view.maxAttempts}`]
      ])
    }
    return 0
  })
  return onStore((configuration) => servicesLayer(configuration, { vault: "none" }), redeliver)
}
