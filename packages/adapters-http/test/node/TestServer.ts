import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { Ids } from "@quittance/core"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import { assert } from "vitest"
import {
  type ApiRequest,
  type ApiResponse,
  HttpApp,
  jsonResponse,
  NodeServer,
  type NodeServerOptions
} from "../../src/index.ts"
import type { TestApi } from "../TestApi.ts"

type Handle = (request: ApiRequest) => Effect.Effect<ApiResponse>

export const localhost = { port: 0, host: "127.0.0.1" }

/** A server on a free port over an application, closed by `close` or at the end of the test. */
export const listen = async (app: Layer.Layer<HttpApp>, options: Partial<NodeServerOptions> = {}) => {
  const scope = Scope.makeUnsafe()
  const layer = NodeServer.layer({ ...localhost, ...options }).pipe(Layer.provide([app, Ids.layer]))
  const context = await Effect.runPromise(Layer.buildWithScope(layer, scope))
  const close = () => Effect.runPromise(Scope.close(scope, Exit.void))
  return { ...Context.get(context, NodeServer), close, [Symbol.asyncDispose]: close }
}

/** A server over the whole application of a test, at the application's own time. */
export const listenFor = async (api: TestApi) => {
  const scope = Scope.makeUnsafe()
  const context = await api.runtime.runPromise(Layer.buildWithScope(NodeServer.layer(localhost), scope))
  const close = () => Effect.runPromise(Scope.close(scope, Exit.void))
  return { ...Context.get(context, NodeServer), close, [Symbol.asyncDispose]: close }
}

export const serving = (handle: Handle) =>
  Layer.succeed(HttpApp, {
    handle,
    observed: (_request, { answer }) => Effect.orDie(answer(randomUUID())),
    refuse: (_method, _address, answerOf) => Effect.sync(() => answerOf(randomUUID())),
    metrics: Effect.succeed(""),
    docUrlOf: () => null
  })

/** The whole application of a test, as one that a server serves. */
export const servingApi = async (api: TestApi) => {
  const app = await api.runtime.runPromise(HttpApp.use((service) => Effect.succeed(service)))
  return serving((request) => app.handle(request))
}

export const ok = (fields: object = {}): ApiResponse => jsonResponse(200, "the id", fields)

/** Everything a socket receives until the other end closes. */
export const received = async (socket: Socket): Promise<string> => {
  let text = ""
  socket.on("data", (bytes) => {
    text += bytes.toString("latin1")
  })
  // Who still sends when the other end closes gets an error; what was received counts.
  socket.on("error", () => {})
  await new Promise((resolve) => socket.once("close", resolve))
  return text
}

export const open = async (port: number): Promise<Socket> => {
  const socket = connect({ port, host: "127.0.0.1" })
  await once(socket, "connect")
  return socket
}

/** Exactly one refusal in the envelope, the last on its connection. */
export const assertRefused = (text: string, status: number, message: string): void => {
  const [head = "", body = ""] = text.split("\r\n\r\n")
  assert.match(head, new RegExp(`^HTTP/1\\.1 ${status} `))
  const requestId = /X-Request-Id: ([0-9a-f-]{36}|the id)/.exec(head)?.[1]
  assert.include(head, "Connection: close")
  const answer = JSON.parse(body)
  assert.deepStrictEqual(Object.keys(answer), ["success", "error", "requestId"])
  assert.deepInclude(answer, { success: false, requestId })
  assert.strictEqual(answer.error.code, "invalid_request")
  assert.include(answer.error.message, message)
}
