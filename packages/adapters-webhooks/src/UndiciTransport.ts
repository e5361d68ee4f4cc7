import { type OptionRules, option, refuseOptions, WebhookTransport } from "@quittance/core/adapter"
import { Effect, Layer, Scope } from "effect"
import type { UndiciTransportOptions } from "./pooledTransport.ts"

/**
 * The webhook transport over HTTP/1.1, on kept-alive connections shared by the calls to one origin. Closing
 * the layer's scope ends running calls. An interrupted `send` gives up only its own connection.
 *
 * Undici is loaded with the first call: it takes 7 MB of heap, and many servers never call a webhook.
 */
export const UndiciTransport = {
  layer: (options: UndiciTransportOptions = {}): Layer.Layer<WebhookTransport> => {
    refuseOptions(options, rules, "UndiciTransport")
    return Layer.effect(WebhookTransport, loadedWhenCalled(options))
  }
} as const

const { call, flag, millis, optional, wholeNumber } = option

const rules: OptionRules<UndiciTransportOptions> = {
  allowLoopback: optional(flag),
  connectMillisMax: optional(millis()),
  answerMillisMax: optional(millis()),
  addressCallsMax: optional(wholeNumber(1)),
  resolve: optional(call())
}

const loadedWhenCalled = Effect.fnUntraced(function* (options: UndiciTransportOptions) {
  const scope = yield* Effect.scope
  let loaded: WebhookTransport["Service"] | undefined
  const load = Effect.gen(function* () {
    const { pooledTransport } = yield* Effect.promise(() => import("./pooledTransport.ts"))
    // Calls that waited at the same time share one.
    loaded ??= yield* Effect.provideService(pooledTransport(options), Scope.Scope, scope)
    return loaded
  })
  return WebhookTransport.of({
    send: (request) =>
      Effect.suspend(() => loaded?.send(request) ?? Effect.flatMap(load, ({ send }) => send(request)))
  })
})
