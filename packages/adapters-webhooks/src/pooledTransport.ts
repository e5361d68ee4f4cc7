import { WebhookTransport, WebhookUnanswered } from "@quittance/core/adapter"
import { Effect, type Scope } from "effect"
import { Agent } from "undici"
import { guardedConnector } from "./guardedConnector.ts"
import { type ResolveName, resolveByDns, resolveBySystem } from "./resolveName.ts"
import { WebhookCall } from "./WebhookCall.ts"

export interface UndiciTransportOptions {
  /** Allows calls to this machine, also without TLS; for development. */
  readonly allowLoopback?: boolean
  /** The longest wait for a connection, its name and TLS included; 5 s. */
  readonly connectMillisMax?: number
  /** The longest call, the connection included; 15 s. */
  readonly answerMillisMax?: number
  /** The most calls to one address at once, under whatever names; 128. */
  readonly addressCallsMax?: number
  /** Resolves a name. By default with the name servers; with `allowLoopback` with the system. */
  readonly resolve?: ResolveName
}

/** A receiver may ask to keep its connection longer than the default, but not longer than this. */
const keptMillisMax = 60_000

const headerBytesMax = 16 * 1024

/** The transport over an agent of its own, which lives as long as the scope. */
export const pooledTransport = Effect.fnUntraced(function* (
  options: UndiciTransportOptions
): Effect.fn.Return<WebhookTransport["Service"], never, Scope.Scope> {
  const { allowLoopback = false, answerMillisMax = 15_000, connectMillisMax = 5_000 } = options
  const { addressCallsMax = 128 } = options
  const { resolve = allowLoopback ? resolveBySystem : resolveByDns() } = options
  const limits = { answerMillisMax, connectMillisMax }
  const agent = yield* Effect.acquireRelease(
    Effect.sync(
      () =>
        new Agent({
          connect: guardedConnector({ addressCallsMax, allowLoopback, connectMillisMax, resolve }),
          allowH2: false,
          keepAliveMaxTimeout: keptMillisMax,
          maxHeaderSize: headerBytesMax,
          // Each call has its own total limit, which a receiver cannot extend by sending a little now and
          // then.
          headersTimeout: 0,
          bodyTimeout: 0
        })
    ),
    (agent) => Effect.promise(() => agent.destroy())
  )
  return WebhookTransport.of({
    send: (request) =>
      Effect.callback((resume) => {
        const url = URL.parse(request.url)
        if (url === null) return resume(Effect.fail(new WebhookUnanswered({ reason: "the URL is none" })))
        const call = new WebhookCall(url, limits, resume)
        call.sendOn(agent, request)
        return Effect.sync(() => call.abandon())
      })
  })
})
