import { TransitWebhooks, WebhookDeliveries, Webhooks } from "@quittance/core"
import {
  fiatWebhookEvents,
  isSubscribed,
  type RecordedDelivery,
  type RegisteredEndpoint,
  WebhookReader
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { Act, Part } from "../Part.ts"
import type { Run } from "../Run.ts"
import { drain } from "./drain.ts"
import { WebhookLaws } from "./WebhookLaws.ts"

type EndpointOrder = RegisteredEndpoint["order"]

/** Webhooks: partners who register, change, test and ask again, and their receivers. */
export const webhookPart = (run: Run): Part => {
  const { chance, outside } = run
  const laws = new WebhookLaws(outside.receivers)
  /** Endpoints that their partners were told of. */
  const endpoints: Array<EndpointOrder> = []

  const hear = ({ order }: RegisteredEndpoint): string => {
    if (!endpoints.some(({ id }) => id === order.id)) endpoints.push(order)
    return order.id
  }

  /** Few, so that the same is asked for again. */
  const url = () => `https://receiver${chance.below(4)}.example/hooks`
  const events = () =>
    chance.oneOf([fiatWebhookEvents, fiatWebhookEvents, ["invoice.paid"], ["invoice.created"]] as const)

  const register = (): Act => {
    const { partnerId } = run
    const wish = { url: url(), events: events() }
    return {
      name: `webhook of ${partnerId} at ${wish.url}`,
      effect: Effect.flatMap(Webhooks, (webhooks) =>
        Effect.map(webhooks.create(partnerId, wish), ({ endpoint }) => hear(endpoint))
      ),
      refusals: ["Duplicate"]
    }
  }

  /** The account's webhook, set for the first time or changed. */
  const setOfAccount = (): Act => {
    const { partnerId } = run
    const input = {
      url: url(),
      events: chance.oneOf([[], [], ["payment.success", "payment.failed"]]),
      enabled: chance.happens(0.9)
    }
    return {
      name: `account webhook of ${partnerId} at ${input.url}`,
      effect: Effect.flatMap(TransitWebhooks, (webhooks) =>
        Effect.map(webhooks.set(partnerId, input), ({ endpoint }) => hear(endpoint))
      )
    }
  }

  const change = ({ id, partnerId }: EndpointOrder): Act => {
    const active = chance.happens(0.5)
    const changes = chance.oneOf<object>([{ active }, { active }, { url: url() }, { events: events() }])
    return {
      name: `change ${id} ${JSON.stringify(changes)}`,
      effect: Effect.flatMap(Webhooks, (webhooks) =>
        Effect.map(webhooks.update(partnerId, id, changes), ({ _tag }) => _tag)
      ),
      refusals: ["Duplicate", "NotFound"]
    }
  }

  return {
    name: "webhooks",
    weight: 13,
    acts: () => {
      const endpoint = chance.oneOfAny(endpoints)
      const fiat = endpoint?.family === "fiat" ? endpoint : undefined
      const delivery = chance.oneOfAny(laws.deliveries)
      return [
        [2, register],
        [2, setOfAccount],
        [1, () => fiat && change(fiat)],
        [1, () => fiat && remove(fiat)],
        [1, () => endpoint && rotateSecret(endpoint)],
        [1, () => fiat && test(fiat)],
        [1, () => delivery && redeliver(delivery)]
      ]
    },
    brokenBy: (commit) => laws.brokenBy(commit),
    settle: { reported: () => redeliverFailed(run, laws) },
    closeBooks: () => {
      const known = new Set(laws.endpoints.map(({ order }) => order.id))
      for (const { id } of endpoints)
        if (!known.has(id)) run.say(`webhook ${id} was answered and is not there`)
      for (const law of laws.brokenAtTheEnd()) run.say(law)
    }
  }
}

const remove = ({ id, partnerId }: EndpointOrder): Act => ({
  name: `remove ${id}`,
  effect: Effect.flatMap(Webhooks, (webhooks) => Effect.as(webhooks.remove(partnerId, id), "removed")),
  refusals: ["NotFound"]
})

const rotateSecret = ({ family, id, partnerId }: EndpointOrder): Act => {
  const ofFiat = Effect.flatMap(Webhooks, (webhooks) => webhooks.rotateSecret(partnerId, id))
  const ofAccount = Effect.flatMap(TransitWebhooks, (webhooks) => webhooks.rotateSecret(partnerId))
  return {
    name: `rotate the secret of ${id}`,
    effect: family === "fiat" ? Effect.as(ofFiat, "rotated") : Effect.as(ofAccount, "rotated"),
    refusals: ["NotFound"]
  }
}

const test = ({ id, partnerId }: EndpointOrder): Act => ({
  name: `test ${id}`,
  effect: Effect.flatMap(Webhooks, (webhooks) =>
    Effect.map(webhooks.test(partnerId, id, {}), ({ message }) => message.replace(/ after .*/, ""))
  ),
  refusals: ["NotFound"]
})

/** Somebody wants a message again. */
const redeliver = ({ order }: RecordedDelivery): Act => ({
  name: `redeliver ${order.id}`,
  effect: Effect.flatMap(WebhookDeliveries, (deliveries) =>
    Effect.map(deliveries.redeliver(order.partnerId, order.id), ({ _tag }) => _tag)
  ),
  refusals: ["InvalidState", "NotFound"]
})

/** What failed or was cancelled is asked for again, where its endpoint takes it: then it is delivered. */
const redeliverFailed = async (run: Run, laws: WebhookLaws): Promise<void> => {
  const enabled = new Map(
    laws.endpoints.filter(({ _tag }) => _tag === "enabled").map((endpoint) => [endpoint.order.id, endpoint])
  )
  const failed = laws.deliveries.filter(({ _tag, order }) => {
    const endpoint = enabled.get(order.endpointId)
    return (
      (_tag === "failed" || _tag === "cancelled") &&
      endpoint !== undefined &&
      isSubscribed(endpoint, order.type)
    )
  })
  await run.step(failed.map(redeliver))
  await run.step([drain])
  const asked = new Set(failed.map(({ order }) => order.id))
  for (const { _tag, order } of laws.deliveries) {
    if (!asked.has(order.id) || _tag === "delivered") continue
    const found = await run.look(
      Effect.flatMap(WebhookReader, (reader) => reader.delivery(order.partnerId, order.id))
    )
    if (Option.isSome(found)) run.say(`${order.id} was asked for again and is ${_tag}`)
  }
}
