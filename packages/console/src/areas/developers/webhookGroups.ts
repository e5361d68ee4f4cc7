import {
  type DeliveryFilter,
  NotFound,
  type Page,
  type PageRequest,
  type RotatedSecretView,
  type TransitWebhookSetting,
  type WebhookDeliveryView,
  type WebhookView
} from "@quittance/core"
import type { FailedWithin, OperationName, RedeliveredCount, TestOutcome } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { ScreenFailure, Seen } from "../../screen/Seen.ts"

/** A webhook of either group. The one of the account has an empty id. */
export interface ShownWebhook extends Omit<WebhookView, "active"> {
  readonly family: "fiat" | "transit"
  readonly isEnabled: boolean
}

type Answered<A> = Effect.Effect<A, ScreenFailure>

/** What can be done with the webhook that a path names. What was typed is read by the operation. */
interface WebhookCalls {
  readonly get: Answered<ShownWebhook>
  /** The same; undefined for one that is yet to be set. */
  readonly known: Answered<ShownWebhook | undefined>
  readonly change: (target: never) => Answered<{ readonly secret?: string }>
  readonly rotate: Answered<RotatedSecretView>
  readonly test: (event: never) => Answered<TestOutcome>
  readonly deliveries: (filter: DeliveryFilter, part: PageRequest) => Answered<Page<WebhookDeliveryView>>
  readonly redeliverFailed: (within: FailedWithin) => Answered<RedeliveredCount>
  readonly remove: Answered<void>
}

/** Two groups have webhooks, each with operations of its own: the screens of both are the same. */
export interface WebhookGroup {
  readonly family: "fiat" | "transit"
  /** Of one webhook, and what its other paths begin with. */
  readonly path: string
  /** What the path ends with where it is changed: the one of an account is made by that. */
  readonly changeEnd: string
  readonly names: {
    readonly [Name in Exclude<keyof WebhookCalls, "known" | "remove">]: OperationName
  } & { readonly remove?: OperationName }
  readonly of: (seen: Seen) => WebhookCalls
}

const fiatView = ({ active, ...webhook }: WebhookView): ShownWebhook => ({
  ...{ ...webhook, family: "fiat", isEnabled: active }
})

const fiat: WebhookGroup = {
  ...{ family: "fiat", path: "/webhooks/{id}", changeEnd: "change" },
  names: {
    ...{ get: "webhooks.get", change: "webhooks.update", rotate: "webhooks.rotateSecret" },
    ...{ test: "webhooks.test", deliveries: "webhooks.deliveries", remove: "webhooks.remove" },
    redeliverFailed: "webhooks.redeliverFailed"
  },
  of: ({ operations: { webhooks }, parameters: { id = "" }, partner }) => {
    const get = Effect.map(webhooks.get(partner.id, id), fiatView)
    return {
      ...{ get, known: get, rotate: webhooks.rotateSecret(partner.id, id) },
      change: (target) => Effect.as(webhooks.update(partner.id, id, target), {}),
      test: (event) => webhooks.test(partner.id, id, event),
      deliveries: (filter, part) => webhooks.deliveries(partner.id, id, filter, part),
      redeliverFailed: (within) => webhooks.redeliverFailed(partner.id, id, within),
      remove: webhooks.remove(partner.id, id)
    }
  }
}

const account: WebhookGroup = {
  ...{ family: "transit", path: "/account-webhook", changeEnd: "set" },
  names: {
    ...{ get: "transit.webhook.get", change: "transit.webhook.set", rotate: "transit.webhook.rotateSecret" },
    ...{ test: "transit.webhook.test", deliveries: "transit.webhook.deliveries" },
    redeliverFailed: "transit.webhook.redeliverFailed"
  },
  of: ({ operations: { transit }, partner }) => {
    const known = Effect.map(transit.webhook.get(partner.id), (found) => {
      if (found.url === null) return undefined
      const { enabled, ...webhook } = found
      return { ...webhook, id: "", family: "transit" as const, isEnabled: enabled }
    })
    const missing = new NotFound({ what: "webhook", id: "" })
    return {
      ...{ known, rotate: transit.webhook.rotateSecret(partner.id), remove: missing },
      get: Effect.flatMap(known, (found) => (found ? Effect.succeed(found) : missing)),
      change: ({ active, ...target }: TransitWebhookSetting & { readonly active: boolean }) =>
        transit.webhook.set(partner.id, { ...target, enabled: active }),
      test: (event) => transit.webhook.test(partner.id, event),
      deliveries: (filter, part) => transit.webhook.deliveries(partner.id, filter, part),
      redeliverFailed: (within) => transit.webhook.redeliverFailed(partner.id, within)
    }
  }
}

export const webhookGroups: ReadonlyArray<WebhookGroup> = [fiat, account]

/** Where a webhook is, below the base. */
export const placeOf = ({ family, id }: Pick<ShownWebhook, "family" | "id">): string =>
  family === "fiat" ? `/webhooks/${id}` : account.path

/** All webhooks of a partner, that of the account last. */
export const allWebhooks = (seen: Seen): Answered<ReadonlyArray<ShownWebhook>> =>
  Effect.zipWith(seen.operations.webhooks.list(seen.partner.id), account.of(seen).known, (all, own) => [
    ...all.map(fiatView),
    ...(own === undefined ? [] : [own])
  ])
