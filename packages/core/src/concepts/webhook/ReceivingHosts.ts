import { Clock, Context, Effect, Layer, type Scope } from "effect"
import { type Instant, millisPerSecond } from "../../kernel/time/Instant.ts"
import { Settings } from "../settings/Settings.ts"
import type { WebhookEndpointId } from "./WebhookEndpoint.ts"
import { hostOf } from "./WebhookUrl.ts"

/** How long an endpoint that found no place keeps its turn. It asks again much sooner. */
const waitingMillis = 5 * millisPerSecond

/** The places of one endpoint at the host of a URL. */
export interface HostPlaces {
  /** Takes a place for one more call; returns whether there was one. */
  readonly take: Effect.Effect<boolean>
  readonly give: Effect.Effect<void>
}

/**
 * The calls of one endpoint while its scope is open, by URL. Places it still holds are returned when the scope
 * closes.
 */
export type HostVisit = (url: string) => HostPlaces

interface Host {
  readonly calls: Map<WebhookEndpointId, number>
  /** Endpoints that found no place, in order, with the instant until which they keep their turn. */
  readonly waiting: Map<WebhookEndpointId, Instant>
}

/**
 * Limits the calls of this process to one host at once, over all partners: a partner with many endpoints must
 * not make us flood a host. Active endpoints at the host share its places evenly, so none of them takes all.
 * If there are more endpoints than places, they take turns.
 */
export class ReceivingHosts extends Context.Service<
  ReceivingHosts,
  { readonly visit: (endpointId: WebhookEndpointId) => Effect.Effect<HostVisit, never, Scope.Scope> }
>()("@quittance/core/concepts/webhook/ReceivingHosts") {
  static readonly layer = Layer.effect(
    ReceivingHosts,
    Effect.gen(function* () {
      const { allowPrivate, hostConcurrency } = (yield* Settings).webhook
      const nameOf = allowPrivate ? receiverOf : hostNameOf
      const hosts = new Map<string, Host>()

      const take = (name: string, id: WebhookEndpointId, now: Instant): boolean => {
        const host: Host = hosts.get(name) ?? { calls: new Map(), waiting: new Map() }
        hosts.set(name, host)
        const { calls, waiting } = host
        for (const [each, until] of waiting) if (until <= now) waiting.delete(each)
        const own = calls.get(id) ?? 0
        const all = [...calls.values()].reduce((sum, count) => sum + count, 0)
        const active = new Set([...calls.keys(), ...waiting.keys(), id]).size
        const share = Math.max(1, Math.floor(hostConcurrency / active))
        const turn = [...waiting.keys()].indexOf(id)
        const ahead = turn === -1 ? waiting.size : turn
        const isFree = all + ahead < hostConcurrency && own < share
        if (isFree) {
          waiting.delete(id)
          calls.set(id, own + 1)
        } else if (own === 0) waiting.set(id, now + waitingMillis)
        return isFree
      }

      const give = (name: string, id: WebhookEndpointId, count: number): void => {
        const host = hosts.get(name)
        if (host === undefined) return
        const left = (host.calls.get(id) ?? 0) - count
        if (left > 0) host.calls.set(id, left)
        else host.calls.delete(id)
        if (host.calls.size === 0 && host.waiting.size === 0) hosts.delete(name)
      }

      return ReceivingHosts.of({
        visit: Effect.fnUntraced(function* (id) {
          const held = new Map<string, number>()
          yield* Effect.addFinalizer(() =>
            Effect.sync(() => {
              for (const [name, count] of held) give(name, id, count)
            })
          )
          return (url) => {
            const name = nameOf(url)
            return {
              take: Effect.map(Clock.currentTimeMillis, (now) => {
                const isFree = take(name, id, now)
                if (isFree) held.set(name, (held.get(name) ?? 0) + 1)
                return isFree
              }),
              give: Effect.sync(() => {
                held.set(name, (held.get(name) ?? 1) - 1)
                give(name, id, 1)
              })
            }
          }
        })
      })
    })
  )
}

/** In development all receivers are on one machine, so each port counts as a host. */
const receiverOf = (text: string): string => URL.parse(text)?.host ?? text

/** All ports of a host count as one host. */
const hostNameOf = (text: string): string => {
  const url = URL.parse(text)
  return url === null ? text : hostOf(url)
}
