import { Result } from "effect"
import { subscriberStarts } from "../../concepts/subscriber/Subscriber.ts"
import type { Registration } from "../../concepts/subscriber/Subscribers.ts"
import {
  accountWebhookEvents,
  fiatWebhookEvents,
  type WebhookEventType
} from "../../concepts/webhook/WebhookEvents.ts"
import { type InputIssue, InvalidInput } from "../../kernel/input/Input.ts"
import { nearest } from "../../kernel/input/nearest.ts"

/** What a subscription was asked for, checked. */
export interface CheckedSubscription extends Registration {
  readonly concurrency: number
  readonly signal: AbortSignal | undefined
}

const eventTypes: ReadonlyArray<string> = [...fiatWebhookEvents, ...accountWebhookEvents]

const optionNames = ["name", "from", "concurrency", "signal", "onGap"] as const
export type SubscriptionOptionName = (typeof optionNames)[number]

const concurrencyMax = 1_000
const concurrencyDefault = 10

const meant = (given: string, offered: ReadonlyArray<string>): string => {
  const found = nearest(given, offered)
  return found === undefined ? "" : `; did you mean ${found}?`
}

const shown = (value: unknown): string => (typeof value === "string" ? value.slice(0, 80) : typeof value)

const eventFaults = (event: unknown): ReadonlyArray<InputIssue> => {
  const all: ReadonlyArray<unknown> = Array.isArray(event) ? event : [event]
  if (all.length === 0)
    return [
      { field: "event", code: "required", message: "must name at least one event, such as payout.completed" }
    ]
  if (new Set(all).size < all.length)
    return [{ field: "event", code: "invalid_value", message: "must name each event once" }]
  return all.flatMap((each, index): ReadonlyArray<InputIssue> => {
    const field = Array.isArray(event) ? `event.${index}` : "event"
    if (typeof each !== "string")
      return [
        { field, code: "invalid_type", message: "must be the name of an event, such as payout.completed" }
      ]
    return eventTypes.includes(each)
      ? []
      : [
          {
            field,
            code: "invalid_value",
            message: `must be an event that there is, and ${shown(each)} is none${meant(each, eventTypes) || `: there are ${eventTypes.join(", ")}`}`
          }
        ]
  })
}

const nameForm = /^[a-z0-9][a-z0-9._-]{0,63}$/

const optionFaults = (options: object): ReadonlyArray<InputIssue> => {
  const given: { readonly [name: string]: unknown } = { ...options }
  const issue = (name: SubscriptionOptionName, code: InputIssue["code"], message: string): InputIssue => ({
    field: `options.${name}`,
    code,
    message
  })
  const faults: Array<InputIssue> = Object.keys(given)
    .filter((name) => !optionNames.some((each) => each === name))
    .map((name) => ({
      field: `options.${name}`,
      code: "invalid_value",
      message: `is no option of a subscription${meant(name, optionNames) || `: there are ${optionNames.join(", ")}`}`
    }))
  const { concurrency, from, name, onGap, signal } = given
  if (name === undefined)
    faults.push(issue("name", "required", "is required: events that were handled are remembered by it"))
  else if (typeof name !== "string" || !nameForm.test(name))
    faults.push(
      issue(
        "name",
        typeof name === "string" ? "invalid_value" : "invalid_type",
        "must be a text of 1 to 64 of a-z, 0-9, dot, dash and underscore that begins with a letter or digit, such as shop-payouts"
      )
    )
  if (from === undefined)
    faults.push(issue("from", "required", 'is required: "now", or "start" for the oldest event that is kept'))
  else if (!subscriberStarts.some((each) => each === from))
    faults.push(issue("from", "invalid_value", 'must be "now" or "start"'))
  if (
    concurrency !== undefined &&
    !(Number.isInteger(concurrency) && Number(concurrency) >= 1 && Number(concurrency) <= concurrencyMax)
  )
    faults.push(issue("concurrency", "out_of_range", `must be a whole number from 1 to ${concurrencyMax}`))
  if (signal !== undefined && !(signal instanceof AbortSignal))
    faults.push(issue("signal", "invalid_type", "must be an AbortSignal"))
  if (signal instanceof AbortSignal && signal.aborted)
    faults.push(issue("signal", "invalid_value", "must not be aborted before the subscription begins"))
  if (onGap !== undefined && typeof onGap !== "function")
    faults.push(issue("onGap", "invalid_type", "must be a function"))
  return faults
}

/** Every fault of what a subscription was asked for, whatever its types say. */
export const checkedSubscription = (
  event: unknown,
  options: unknown,
  handler: unknown
): Result.Result<CheckedSubscription, InvalidInput> => {
  const isObject = typeof options === "object" && options !== null
  const faults: ReadonlyArray<InputIssue> = [
    ...eventFaults(event),
    ...(isObject
      ? optionFaults(options)
      : [
          {
            field: "options",
            code: options === undefined ? "required" : "invalid_type",
            message: 'must be an object with a name and from, such as { name: "shop-payouts", from: "now" }'
          } as const
        ]),
    ...(typeof handler === "function"
      ? []
      : [
          {
            field: "handler",
            code: handler === undefined ? "required" : "invalid_type",
            message: "must be a function that gets the event"
          } as const
        ])
  ]
  if (faults.length > 0) return Result.fail(InvalidInput.ofAll(faults, (fault) => fault))
  const { concurrency = concurrencyDefault, from, name, signal } = options as CheckedSubscription
  const events = [event].flat() as ReadonlyArray<WebhookEventType>
  return Result.succeed({ name, from, events, concurrency, signal })
}
