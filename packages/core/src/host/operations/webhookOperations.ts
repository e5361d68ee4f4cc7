import { Effect, Option } from "effect"
import { Settings } from "../../concepts/settings/Settings.ts"
import { transitNetworkView, transitWalletView } from "../../concepts/transit/TransitView.ts"
import type { NewTransitWallet } from "../../concepts/transit/TransitWalletRequest.ts"
import { TransitWallets } from "../../concepts/transit/TransitWallets.ts"
import { TransitWebhooks } from "../../concepts/transit/TransitWebhooks.ts"
import type { DeliveryFilter } from "../../concepts/webhook/deliveryList.ts"
import type { FailedWithin } from "../../concepts/webhook/failedDeliveries.ts"
import { WebhookDeliveries } from "../../concepts/webhook/WebhookDeliveries.ts"
import type { RecordedDelivery } from "../../concepts/webhook/WebhookDelivery.ts"
import type {
  NewWebhook,
  TransitWebhookSetting,
  TransitWebhookTest,
  WebhookChanges,
  WebhookTest
} from "../../concepts/webhook/WebhookRequest.ts"
import { Webhooks } from "../../concepts/webhook/Webhooks.ts"
import {
  noTransitWebhook,
  rotatedSecretView,
  transitWebhookView,
  webhookCreatedView,
  webhookDeliveryDetailView,
  webhookDeliveryView,
  webhookView
} from "../../concepts/webhook/WebhookView.ts"
import { answered, firstPage, pageShownAs } from "./shown.ts"

/** Webhooks of both groups, and transit wallets. */
export const makeWebhookOperations = Effect.gen(function* () {
  const attemptMax = (yield* Settings).webhook.retryPolicy.delaysMillis.length
  const webhooks = yield* Webhooks
  const deliveries = yield* WebhookDeliveries
  const wallets = yield* TransitWallets
  const transitWebhooks = yield* TransitWebhooks
  const shownDelivery = (state: RecordedDelivery) => webhookDeliveryView(state, attemptMax)
  /** A delivery of either group, with its attempts. */
  const delivery = (partnerId: string, deliveryId: string) =>
    Effect.map(deliveries.get(partnerId, deliveryId), (found) => webhookDeliveryDetailView(found, attemptMax))
  /** Sends the event of a delivery again, with the full retry schedule; unless it has changed since `before`. */
  const redeliver = (partnerId: string, deliveryId: string, before?: number) =>
    Effect.map(deliveries.redeliver(partnerId, deliveryId, before), shownDelivery)
  /** What is sent, on every attempt of a delivery. */
  const deliveryBody = (partnerId: string, deliveryId: string) =>
    Effect.map(deliveries.bodyOf(partnerId, deliveryId), (body) => ({ body }))

  return {
    webhooks: {
      create: (partnerId: string, input: NewWebhook, idempotencyKey?: string) =>
        Effect.map(webhooks.create(partnerId, input, idempotencyKey), (created) =>
          answered(webhookCreatedView(created), created.replayed)
        ),
      list: (partnerId: string) => Effect.map(webhooks.list(partnerId), (all) => all.map(webhookView)),
      get: (partnerId: string, id: string) => Effect.map(webhooks.get(partnerId, id), webhookView),
      update: (partnerId: string, id: string, input: WebhookChanges) =>
        Effect.map(webhooks.update(partnerId, id, input), webhookView),
      remove: (partnerId: string, id: string) => webhooks.remove(partnerId, id),
      rotateSecret: (partnerId: string, id: string) =>
        Effect.map(webhooks.rotateSecret(partnerId, id), rotatedSecretView),
      test: (partnerId: string, id: string, input: WebhookTest = {}) => webhooks.test(partnerId, id, input),
      deliveries: (partnerId: string, id: string, filter: DeliveryFilter = {}, page = firstPage) =>
        pageShownAs(page, (part) => webhooks.deliveries(partnerId, id, filter, part), shownDelivery),
      delivery,
      /** The newest deliveries of either group that told of a record: an invoice, a payout, a KYC session. */
      about: (partnerId: string, subjectId: string) =>
        Effect.map(deliveries.about(partnerId, subjectId), (all) => all.map(shownDelivery)),
      deliveryBody,
      redeliver,
      /** Redelivers what failed within a time; asked twice for the same time, each delivery once. */
      redeliverFailed: (partnerId: string, id: string, within: FailedWithin) =>
        Effect.andThen(webhooks.get(partnerId, id), deliveries.redeliverFailed(partnerId, id, within))
    },
    transit: {
      networks: () => Effect.sync(() => wallets.networks.map(transitNetworkView)),
      wallets: {
        create: (partnerId: string, input: NewTransitWallet, idempotencyKey?: string) =>
          Effect.map(wallets.create(partnerId, input, idempotencyKey), (made) =>
            answered(transitWalletView(made), made.replayed)
          ),
        get: (partnerId: string, id: string) => Effect.map(wallets.get(partnerId, id), transitWalletView),
        list: (partnerId: string, page = firstPage) =>
          pageShownAs(page, (part) => wallets.list(partnerId, part), transitWalletView)
      },
      webhook: {
        get: (partnerId: string) =>
          Effect.map(
            transitWebhooks.get(partnerId),
            Option.match({ onNone: () => noTransitWebhook, onSome: transitWebhookView })
          ),
        set: (partnerId: string, input: TransitWebhookSetting) =>
          Effect.map(transitWebhooks.set(partnerId, input), ({ endpoint, secret }) => ({
            ...transitWebhookView(endpoint),
            ...(Option.isSome(secret) ? { secret: secret.value } : {})
          })),
        rotateSecret: (partnerId: string) =>
          Effect.map(transitWebhooks.rotateSecret(partnerId), rotatedSecretView),
        test: (partnerId: string, input: TransitWebhookTest) => transitWebhooks.test(partnerId, input),
        deliveries: (partnerId: string, filter: DeliveryFilter = {}, page = firstPage) =>
          pageShownAs(page, (part) => transitWebhooks.deliveries(partnerId, filter, part), shownDelivery),
        delivery,
        deliveryBody,
        redeliver,
        redeliverFailed: (partnerId: string, within: FailedWithin) =>
          Effect.flatMap(transitWebhooks.configured(partnerId), ({ order }) =>
            deliveries.redeliverFailed(partnerId, order.id, within)
          )
      }
    }
  }
})
