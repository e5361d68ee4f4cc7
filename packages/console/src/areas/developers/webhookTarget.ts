import type { Html } from "@quittance/adapters-http/pages"
import { eventsOfFamily } from "@quittance/core/adapter"
import { address, instant, status, text } from "../../look/Cell.ts"
import type { Look } from "../../look/Look.ts"
import { facts } from "../../look/parts.ts"
import { type FormField, type Typed, textTyped, ticked } from "../../screen/FormField.ts"
import type { Words } from "../../words/Words.ts"
import type { ShownWebhook } from "./webhookGroups.ts"

/** Where a webhook is called and for what: told, asked for, and taken from a form. */

type Said = Words["developers"]["webhooks"]

export const eventsText = (events: ReadonlyArray<string>, { allEvents }: Said): string =>
  events.length === 0 ? allEvents : events.join(", ")

export const reasonOf = ({ disabledReason }: ShownWebhook, { reasons }: Said): string | null =>
  disabledReason === null ? null : reasons[disabledReason]

export const webhookFacts = (webhook: ShownWebhook, said: Said, look: Look): Html =>
  facts(
    [
      [said.url, address(webhook.url)],
      [said.group, text(said.groups[webhook.family])],
      [said.status, status(webhook.isEnabled ? "enabled" : "disabled")],
      [said.reason, text(reasonOf(webhook, said))],
      [said.failingSince, instant(webhook.failingSince)],
      [said.events, text(eventsText(webhook.events, said))],
      [said.created, instant(webhook.createdAt)],
      [said.changed, instant(webhook.updatedAt)]
    ],
    look
  )

const urlLengthMax = 2_048

export const targetFields = (
  family: ShownWebhook["family"],
  said: Said,
  now?: ShownWebhook
): ReadonlyArray<FormField> => [
  { name: "url", label: said.url, kind: "url", lengthMax: urlLengthMax, value: now?.url ?? "" },
  {
    ...{ name: "events", label: said.events, kind: "choices", value: now?.events ?? [] },
    options: eventsOfFamily[family].map((event) => [event, event] as const),
    ...(family === "transit" && { hint: said.eventsOfAccountHint })
  },
  {
    ...{ name: "active", label: said.enabled, kind: "tick" },
    ...((now?.isEnabled ?? true) && { value: "yes" })
  }
]

export const targetTyped = (typed: Typed) => ({
  url: textTyped(typed, "url") ?? "",
  // What is no event is refused by the operation.
  events: ticked(typed, "events") as ReadonlyArray<never>
})

export const isTicked = (typed: Typed): boolean => typed.active === "yes"
