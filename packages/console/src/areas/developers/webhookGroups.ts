import {
  type DeliveryFilter,
  NotFound,
  type Page,
  type PageRequest,
  type WebhookDeliveryView
} from "@quittance/core"
import type { FailedWithin, OperationName, RedeliveredCount, TestOutcome } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { ScreenFailure, Seen } from "../../screen/Seen.ts"

/** A webhook of either group. */
export interface ShownWebhook {
  /** Empty for the one of the account. */
  readonly id: string
  readonly family: "fiat" | "transit"
  readonly url: string
  readonly events: ReadonlyArray<string>
  readonly isEnabled: boolean
  readonly disabledReason: "partner" | "gone" | "failing" | null
  readonly failingSince: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

type Answered<A> = Effect.Effect<A, ScreenFailure>

/** What can be done with the webhook that a path names. */
interface WebhookCalls {
  readonly get: Answered<ShownWebhook>
  readonly rotate: Answered<{ readonly secret: string; readonly previousSecretExpiresAt: string }>
  readonly test: (event: string) => Answered<TestOutcome>
  readonly deliveries: (filter: DeliveryFilter, part: PageRequest) => Answered<Page<WebhookDeliveryView>>
  readonly redeliverFailed: (within: FailedWithin) => Answered<RedeliveredCount>
}

/** Two groups have webhooks, each with operations of its own: the screens of both are the same. */
export interface WebhookGroup {
  readonly family: "fiat" | "transit"
  /** Of one webhook, and what its other paths begin with. */
  readonly path: string
  /** The end of the path at which it is changed. */
  readonly changed: string
  readonly names: {
    readonly [Name in keyof WebhookCalls | "change"]: OperationName
  }
  readonly of: (seen: Seen) => WebhookCalls
}

export const fiatGroup: WebhookGroup = {
  ...{ family: "fiat", path: "/webhooks/{id}", changed: "/change" },
  names: {
    ...{ get: "webhooks.get", change: "webhooks.update", rotate: "webhooks.rotateSecret" },
    ...{ test: "webhooks.test", deliveries: "webhooks.deliveries" },
    redeliverFailed: "webhooks.redeliverFailed"
  },
  of: ({ operations: { webhooks }, parameters: { id = "" }, partner }) => ({
    get: Effect.map(webhooks.get(partner.id, id), ({ active, ...webhook }) => ({
      ...{ ...webhook, family: "fiat", isEnabled: active }
    })),
    rotate: webhooks.rotateSecret(partner.id, id),
    test: (event) => webhooks.test(partner.id, id, { event: event as never }),
    deliveries: (filter, part) => webhooks.deliveries(partner.id, id, filter, part),
    redeliverFailed: (within) => webhooks.redeliverFailed(partner.id, id, within)
  })
}

export const accountGroup: WebhookGroup = {
  ...{ family: "transit", path: "/account-webhook", changed: "/set" },
  names: {
    ...{ get: "transit.webhook.get", change: "transit.webhook.set", rotate: "transit.webhook.rotateSecret" },
    ...{ test: "transit.webhook.test", deliveries: "transit.webhook.deliveries" },
    redeliverFailed: "transit.webhook.redeliverFailed"
  },
  of: ({ operations: { transit }, partner }) => ({
    get: Effect.flatMap(transit.webhook.get(partner.id), (webhook) => {
      if (webhook.url === null) return new NotFound({ what: "webhook", id: "" })
      const { enabled, ...rest } = webhook
      return Effect.succeed({ ...rest, id: "", family: "transit" as const, isEnabled: enabled })
    }),
    rotate: transit.webhook.rotateSecret(partner.id),
    test: (event) => transit.webhook.test(partner.id, { event: event as never }),
    deliveries: (filter, part) => transit.webhook.deliveries(partner.id, filter, part),
    redeliverFailed: (within) => transit.webhook.redeliverFailed(partner.id, within)
  })
}

export const webhookGroups: ReadonlyArray<WebhookGroup> = [fiatGroup, accountGroup]

/** Where a webhook is, below the base. */
export const placeOf = ({ family, id }: Pick<ShownWebhook, "family" | "id">): string =>
  family === "fiat" ? `/webhooks/${id}` : accountGroup.path

/** All webhooks of a partner, that of the account last. */
export const allWebhooks = (seen: Seen): Answered<ReadonlyArray<ShownWebhook>> =>
  Effect.gen(function* () {
    const ofFiat = yield* seen.operations.webhooks.list(seen.partner.id)
    const ofAccount = yield* accountGroup.of(seen).get.pipe(
      Effect.map((webhook) => [webhook]),
      Effect.catchTag("NotFound", () => Effect.succeed([]))
    )
    return [
      ...ofFiat.map(({ active, ...webhook }) => ({ ...webhook, family: "fiat" as const, isEnabled: active })),
      ...ofAccount
    ]
  })
