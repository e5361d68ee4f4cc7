import { Effect, Option } from "effect"
import type { PageRequest } from "../ports/Page.ts"
import type { DeliveryFilter } from "../ports/WebhookReader.ts"
import {
  type TransitNetworkView,
  transitNetworkView,
  type TransitWalletView,
  transitWalletView
} from "../transit/TransitView.ts"
import { TransitWallets } from "../transit/TransitWallets.ts"
import { TransitWebhooks } from "../transit/TransitWebhooks.ts"
import type { RecordedDelivery } from "../webhook/WebhookDelivery.ts"
import { WebhookDeliveries } from "../webhook/WebhookDeliveries.ts"
import { Webhooks } from "../webhook/Webhooks.ts"
import type { TestOutcome } from "../webhook/WebhookTests.ts"
import {
  noTransitWebhook,
  type RotatedSecretView,
  rotatedSecretView,
  type TransitWebhookView,
  transitWebhookView,
  type WebhookDeliveryView,
  webhookDeliveryView,
  type WebhookView,
  webhookView
} from "../webhook/WebhookView.ts"

type Services = TransitWallets | TransitWebhooks | WebhookDeliveries | Webhooks
type Run = <A, E>(effect: Effect.Effect<A, E, Services>) => Promise<A>

const firstPage: PageRequest = { page: 1, limit: 20 }

/** Webhooks and transit wallets in Promises: a part of what `createQuittance` gives. */
export const webhookGroups = (run: Run, attemptMax: number) => {
  const showDelivery = (delivery: RecordedDelivery): WebhookDeliveryView =>
    webhookDeliveryView(delivery, attemptMax)
  const redeliver = (partnerId: string, deliveryId: string): Promise<WebhookDeliveryView> =>
    run(
      Effect.map(
        Effect.flatMap(WebhookDeliveries, (deliveries) => deliveries.redeliver(partnerId, deliveryId)),
        showDelivery
      )
    )

  return {
    /** Webhooks of the fiat group. Secrets are answered once, by `create` and `rotateSecret`. */
    webhooks: {
      create: (partnerId: string, input: unknown): Promise<WebhookView & { readonly secret: string }> =>
        run(
          Effect.map(
            Effect.flatMap(Webhooks, (webhooks) => webhooks.create(partnerId, input)),
            ({ endpoint, secret }) => ({ ...webhookView(endpoint), secret })
          )
        ),
      list: (partnerId: string): Promise<ReadonlyArray<WebhookView>> =>
        run(
          Effect.map(
            Effect.flatMap(Webhooks, (webhooks) => webhooks.list(partnerId)),
            (all) => all.map(webhookView)
          )
        ),
      get: (partnerId: string, id: string): Promise<WebhookView> =>
        run(
          Effect.map(
            Effect.flatMap(Webhooks, (webhooks) => webhooks.get(partnerId, id)),
            webhookView
          )
        ),
      update: (partnerId: string, id: string, input: unknown): Promise<WebhookView> =>
        run(
          Effect.map(
            Effect.flatMap(Webhooks, (webhooks) => webhooks.update(partnerId, id, input)),
            webhookView
          )
        ),
      remove: (partnerId: string, id: string): Promise<void> =>
        run(Effect.flatMap(Webhooks, (webhooks) => webhooks.remove(partnerId, id))),
      rotateSecret: (partnerId: string, id: string): Promise<RotatedSecretView> =>
        run(
          Effect.map(
            Effect.flatMap(Webhooks, (webhooks) => webhooks.rotateSecret(partnerId, id)),
            rotatedSecretView
          )
        ),
      /** Sends one sample event now; answers after the receiver did. */
      test: (partnerId: string, id: string, input: unknown = {}): Promise<TestOutcome> =>
        run(Effect.flatMap(Webhooks, (webhooks) => webhooks.test(partnerId, id, input))),
      /** The delivery log, newest first. */
      deliveries: (partnerId: string, id: string, filter: DeliveryFilter = {}, page = firstPage) =>
        run(
          Effect.map(
            Effect.flatMap(Webhooks, (webhooks) => webhooks.deliveries(partnerId, id, filter, page)),
            ({ items, total }) => ({ items: items.map(showDelivery), total })
          )
        ),
      /** Sends the event of a delivery again, with the whole schedule ahead. */
      redeliver
    },
    /** Wallets whose deposits are credited, and the account's one webhook for crypto, payouts and wallets. */
    transit: {
      networks: (): Promise<ReadonlyArray<TransitNetworkView>> =>
        run(Effect.map(TransitWallets, ({ networks }) => networks.map(transitNetworkView))),
      wallets: {
        create: (partnerId: string, input: unknown): Promise<TransitWalletView> =>
          run(
            Effect.map(
              Effect.flatMap(TransitWallets, (wallets) => wallets.create(partnerId, input)),
              transitWalletView
            )
          ),
        get: (partnerId: string, id: string): Promise<TransitWalletView> =>
          run(
            Effect.map(
              Effect.flatMap(TransitWallets, (wallets) => wallets.get(partnerId, id)),
              transitWalletView
            )
          ),
        list: (partnerId: string, page = firstPage) =>
          run(
            Effect.map(
              Effect.flatMap(TransitWallets, (wallets) => wallets.list(partnerId, page)),
              ({ items, total }) => ({ items: items.map(transitWalletView), total })
            )
          )
      },
      webhook: {
        get: (partnerId: string): Promise<TransitWebhookView | typeof noTransitWebhook> =>
          run(
            Effect.map(
              Effect.flatMap(TransitWebhooks, (webhooks) => webhooks.get(partnerId)),
              Option.match({ onNone: () => noTransitWebhook, onSome: transitWebhookView })
            )
          ),
        /** The first time answers the secret too. */
        set: (
          partnerId: string,
          input: unknown
        ): Promise<TransitWebhookView & { readonly secret?: string }> =>
          run(
            Effect.map(
              Effect.flatMap(TransitWebhooks, (webhooks) => webhooks.set(partnerId, input)),
              ({ endpoint, secret }) => ({
                ...transitWebhookView(endpoint),
                ...(Option.isSome(secret) ? { secret: secret.value } : {})
              })
            )
          ),
        rotateSecret: (partnerId: string): Promise<RotatedSecretView> =>
          run(
            Effect.map(
              Effect.flatMap(TransitWebhooks, (webhooks) => webhooks.rotateSecret(partnerId)),
              rotatedSecretView
            )
          ),
        /** Sends one sample event of that name now; answers after the receiver did. */
        test: (partnerId: string, input: unknown): Promise<TestOutcome> =>
          run(Effect.flatMap(TransitWebhooks, (webhooks) => webhooks.test(partnerId, input))),
        deliveries: (partnerId: string, filter: DeliveryFilter = {}, page = firstPage) =>
          run(
            Effect.map(
              Effect.flatMap(TransitWebhooks, (webhooks) => webhooks.deliveries(partnerId, filter, page)),
              ({ items, total }) => ({ items: items.map(showDelivery), total })
            )
          ),
        redeliver
      }
    }
  }
}
