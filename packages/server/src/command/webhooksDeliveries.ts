import { Settings, type WebhookDeliveryView } from "@quittance/core"
import {
  deliveryList,
  deliveryPrefix,
  deliveryStatuses,
  eventNamed,
  eventNamesOf,
  ListReader,
  orNotFound,
  StateReader,
  subscribedFamilies,
  type WebhookEventType,
  WebhookReader,
  webhookDeliveryDetailView,
  webhookDeliveryView,
  webhookEndpoint
} from "@quittance/core/adapter"
import { Clock, Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import type { CommandInput } from "../cli/CommandInput.ts"
import { UsageError } from "../cli/UsageError.ts"
import { readServicesLayer } from "../start/services.ts"
import { onStore } from "./onStore.ts"
import { printJson, printLine, printTable } from "./print.ts"

/** To find older ones, the operator narrows the list. */
const shownMax = 100

/** The part of a body in the table; `--json` has all of it. */
const bodyShownMax = 80

/**
 * `quittance webhooks deliveries`: reads only; the newest deliveries of a webhook, even a deleted one, or the
 * attempts of one delivery.
 */
export const run: RunCommand = (input) => {
  const event = eventIn(input)
  return onStore(
    readServicesLayer,
    input.operand.startsWith(deliveryPrefix) ? showOne(input) : listAll(input, event)
  )
}

const attemptMax = Effect.map(Settings, ({ webhook }) => webhook.retryPolicy.delaysMillis.length)

const showOne = Effect.fnUntraced(function* (input: CommandInput) {
  const reader = yield* WebhookReader
  const found = yield* reader.partnerOfDelivery(input.operand)
  const partnerId = yield* orNotFound("delivery", input.operand)(found)
  const delivery = yield* Effect.flatMap(
    reader.delivery(partnerId, input.operand),
    orNotFound("delivery", input.operand)
  )
  const view = webhookDeliveryDetailView(delivery.state, yield* attemptMax)
  if (input.has("--json")) printJson(view)
  else {
    printLine(`${view.event} ${view.eventId} to ${view.url}: ${view.status}`)
    if (view.attempts.length > 0) {
      const rows = view.attempts.map(({ at, error, number, responseBody, responseCode, responseTimeMs }) => [
        String(number),
        at,
        responseCode === null ? "" : String(responseCode),
        `${responseTimeMs} ms`,
        error ?? "",
        responseBody === null ? "" : responseBody.slice(0, bodyShownMax).toWellFormed()
      ])
      printTable(["ATTEMPT", "AT", "ANSWER", "AFTER", "ERROR", "BODY"], rows)
    }
  }
  return 0
})

const listAll = Effect.fnUntraced(function* (input: CommandInput, event: WebhookEventType | undefined) {
  const status = deliveryStatuses.find((each) => each === input.text("--status"))
  const states = yield* StateReader
  const found = yield* states.partnerOf(webhookEndpoint, input.operand)
  const partnerId = yield* orNotFound("webhook", input.operand)(found)
  const filter = {
    ...(status === undefined ? {} : { status }),
    ...(event === undefined ? {} : { event })
  }
  const lists = yield* ListReader
  const owner = { partnerId, endpointId: input.operand }
  const now = yield* Clock.currentTimeMillis
  const part = yield* lists.page(deliveryList, owner, filter, { page: 1, limit: shownMax }, now)
  const [items, total] = [part.items, Number(part.total)]
  const scheduleMax = yield* attemptMax
  const deliveries = items.map((delivery) => webhookDeliveryView(delivery, scheduleMax))
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

/** Every event name of both groups; for test events also the requested name. */
const names = subscribedFamilies.flatMap((family) => eventNamesOf[family])

const eventIn = (input: CommandInput): WebhookEventType | undefined => {
  const asked = input.text("--event")
  const name = names.find((each) => each === asked)
  if (asked !== undefined && name === undefined)
    throw new UsageError(`--event must be one of ${names.join(", ")}, not "${asked}".`)
  return name === undefined ? undefined : eventNamed(name)
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
