import {
  deliveryStatuses,
  orNotFound,
  Settings,
  type WebhookDeliveryView,
  webhookDeliveryView,
  WebhookReader
} from "@quittance/core"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { readServicesLayer } from "../start/services.ts"
import { onStore } from "./onStore.ts"
import { printJson, printLine, printTable } from "./print.ts"

/** Who looks for something older narrows the list. */
const shownMax = 100

/** `quittance webhooks deliveries`: reads only; the newest deliveries of a webhook, also of one that was deleted. */
export const run: RunCommand = (input) => {
  const status = deliveryStatuses.find((each) => each === input.text("--status"))
  const list = Effect.gen(function* () {
    const { mode, webhook } = yield* Settings
    const reader = yield* WebhookReader
    const found = yield* reader.partnerOfEndpoint(input.operand)
    const partnerId = yield* orNotFound("webhook", input.operand)(found)
    const filter = status === undefined ? {} : { status }
    const { items, total } = yield* reader.deliveries(partnerId, input.operand, filter, {
      page: 1,
      limit: shownMax
    })
    const attemptMax = webhook.retryPolicy[mode].delaysMillis.length
    const deliveries = items.map((delivery) => webhookDeliveryView(delivery, attemptMax))
    if (input.has("--json")) printJson({ deliveries, total })
    else if (deliveries.length === 0) printLine("There are none.")
    else {
      printTable(
        ["ID", "CREATED", "EVENT", "STATUS", "ATTEMPTS", "ANSWER", "NEXT ATTEMPT", "ERROR"],
        deliveries.map(rowOf)
      )
      if (total > deliveries.length) printLine(`\nThe newest ${deliveries.length} of ${total}.`)
    }
    return 0
  })
  return onStore(readServicesLayer, list)
}

const rowOf = (delivery: WebhookDeliveryView): ReadonlyArray<string> => {
  const { attempt, createdAt, error, event, id, maxAttempts, nextAttemptAt, responseCode, status } = delivery
  return [
    id,
    createdAt,
    event,
    status,
    `${attempt} of ${maxAttempts}`,
    responseCode === null ? "" : String(responseCode),
    nextAttemptAt ?? "",
    error ?? ""
  ]
}
