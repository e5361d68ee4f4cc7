import {
  type FiatWebhookEvent,
  type RecordedDelivery,
  type RegisteredEndpoint,
  TransitWallets,
  TransitWebhooks,
  StoreUnavailable,
  WebhookDeliveries,
  type WebhookFamily,
  Webhooks
} from "@quittance/core"
import { Effect } from "effect"
import type { Act } from "./Act.ts"
import type { Clients } from "./Clients.ts"
import type { SimulatedProcess } from "./SimulatedProcess.ts"

/** What partners do with their webhooks and transit wallets. */

/** An endpoint that its partner was told of. */
export interface KnownEndpoint {
  readonly partnerId: string
  readonly id: string
  readonly family: WebhookFamily
}

/** A wallet that somebody asked for; its label is its own. */
export interface WalletRequested {
  readonly partnerId: string
  readonly label: string
  readonly network: string
  /** Where its deposits go, once its partner was told. */
  address: string | undefined
  /** Whether whoever asked was told that nothing was written. */
  isRefused: boolean
}

/** What a webhook is told of, and where. */
export interface WebhookWish {
  readonly url: string
  readonly events: ReadonlyArray<FiatWebhookEvent>
}

/** What is not named stays as it is. */
export type WebhookChange = Partial<WebhookWish> & { readonly active?: boolean }

const remember = ({ endpoints }: Clients, { order }: RegisteredEndpoint): string => {
  if (!endpoints.some(({ id }) => id === order.id))
    endpoints.push({ partnerId: order.partnerId, id: order.id, family: order.family })
  return order.id
}

export const registerWebhook = (
  process: SimulatedProcess,
  clients: Clients,
  partnerId: string,
  wish: WebhookWish
): Act => ({
  process,
  name: `webhook of ${partnerId} at ${wish.url}`,
  effect: Effect.flatMap(Webhooks, (webhooks) =>
    Effect.map(webhooks.create(partnerId, wish), ({ endpoint }) => remember(clients, endpoint))
  ),
  refusals: ["Duplicate"]
})

/** The account's webhook, set for the first time or changed. */
export const setAccountWebhook = (
  process: SimulatedProcess,
  clients: Clients,
  partnerId: string,
  input: { readonly url: string; readonly events: ReadonlyArray<string>; readonly enabled: boolean }
): Act => ({
  process,
  name: `account webhook of ${partnerId} at ${input.url}`,
  effect: Effect.flatMap(TransitWebhooks, (webhooks) =>
    Effect.map(webhooks.set(partnerId, input), ({ endpoint }) => remember(clients, endpoint))
  ),
  refusals: []
})

export const changeWebhook = (
  process: SimulatedProcess,
  { id, partnerId }: KnownEndpoint,
  changes: WebhookChange
): Act => ({
  process,
  name: `change ${id} ${JSON.stringify(changes)}`,
  effect: Effect.flatMap(Webhooks, (webhooks) =>
    Effect.map(webhooks.update(partnerId, id, changes), ({ _tag }) => _tag)
  ),
  refusals: ["Duplicate", "NotFound"]
})

export const removeWebhook = (process: SimulatedProcess, { id, partnerId }: KnownEndpoint): Act => ({
  process,
  name: `remove ${id}`,
  effect: Effect.flatMap(Webhooks, (webhooks) => Effect.as(webhooks.remove(partnerId, id), "removed")),
  refusals: ["NotFound"]
})

export const rotateSecret = (process: SimulatedProcess, { family, id, partnerId }: KnownEndpoint): Act => {
  const ofFiat = Effect.flatMap(Webhooks, (webhooks) => webhooks.rotateSecret(partnerId, id))
  const ofAccount = Effect.flatMap(TransitWebhooks, (webhooks) => webhooks.rotateSecret(partnerId))
  return {
    process,
    name: `rotate the secret of ${id}`,
    effect: family === "fiat" ? Effect.as(ofFiat, "rotated") : Effect.as(ofAccount, "rotated"),
    refusals: ["NotFound"]
  }
}

export const testWebhook = (process: SimulatedProcess, { id, partnerId }: KnownEndpoint): Act => ({
  process,
  name: `test ${id}`,
  effect: Effect.flatMap(Webhooks, (webhooks) =>
    Effect.map(webhooks.test(partnerId, id, {}), ({ message }) => message.replace(/ after .*/, ""))
  ),
  refusals: ["NotFound"]
})

/** Somebody wants a message again. */
export const redeliver = (process: SimulatedProcess, { order }: RecordedDelivery): Act => ({
  process,
  name: `redeliver ${order.id}`,
  effect: Effect.flatMap(WebhookDeliveries, (deliveries) =>
    Effect.map(deliveries.redeliver(order.partnerId, order.id), ({ _tag }) => _tag)
  ),
  refusals: ["InvalidState", "NotFound"]
})

export const openWallet = (process: SimulatedProcess, wanted: WalletRequested): Act => ({
  process,
  name: `${wanted.label} of ${wanted.partnerId} on ${wanted.network}`,
  effect: Effect.gen(function* () {
    const wallets = yield* TransitWallets
    const { label, network, partnerId } = wanted
    const made = wallets.create(partnerId, { label, network })
    const { wallet } = yield* Effect.tapError(made, (failure) =>
      Effect.sync(() => {
        wanted.isRefused = !(failure instanceof StoreUnavailable) || failure.outcome === "notWritten"
      })
    )
    wanted.address = wallet.address
    return wallet.id
  }),
  refusals: ["DepositAddressesUnavailable", "StoreOnHold"]
})
