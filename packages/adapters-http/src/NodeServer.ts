import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Ids } from "@quittance/core"
import { Context, Data, Effect, Layer } from "effect"
import { HttpApp } from "./HttpApp.ts"
import { InFlight } from "./node/InFlight.ts"
import { refuseMalformed } from "./node/malformedRequest.ts"
import { apiRequestOf } from "./node/nodeRequest.ts"
import { sendResponse } from "./node/nodeResponse.ts"

export interface NodeServerOptions {
  /** 0 takes any free port. */
  readonly port: number
  readonly host: string
  /** How long what is in flight may take after the server stopped accepting. */
  readonly shutdownMillis?: number
  /** How long a client may take to send its headers, and the whole request. */
  readonly headersMillis?: number
  readonly requestMillis?: number
  /** How long a connection stays open between requests. */
  readonly keepAliveMillis?: number
}

/** The server could not start listening. The message says what would help. */
export class ServerStartFailed extends Data.TaggedError("ServerStartFailed")<{ readonly message: string }> {}

/** Longer than the idle time of the usual load balancers (60 s), so that they close first and no request is lost. */
const keepAliveMillisDefault = 65_000
const headerBytesMax = 16 * 1024

/**
 * The application behind `node:http`. When the scope closes it stops accepting, answers what is in flight with
 * `Connection: close`, ends event streams, and closes what is left after `shutdownMillis`.
 */
export class NodeServer extends Context.Service<
  NodeServer,
  { readonly port: number; readonly host: string; readonly url: string }
>()("@quittance/adapters-http/NodeServer") {
  static readonly layer = (
    options: NodeServerOptions
  ): Layer.Layer<NodeServer, ServerStartFailed, HttpApp | Ids> => Layer.effect(NodeServer, start(options))
}

const start = Effect.fnUntraced(function* (options: NodeServerOptions) {
  const app = yield* HttpApp
  const ids = yield* Ids
  const run = Effect.runForkWith(yield* Effect.context<never>())
  const inFlight = new InFlight()

  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    inFlight.begin(request, response)
    const fiber = run(
      Effect.flatMap(app.handle(apiRequestOf(request, response)), (answer) =>
        sendResponse(request, response, answer, {
          isLast: inFlight.stopping,
          streaming: () => inFlight.addStream(response, () => fiber.interruptUnsafe())
        })
      )
    )
    fiber.addObserver((exit) => {
      if (exit._tag === "Failure") response.destroy()
    })
  }

  const server = createServer(
    {
      headersTimeout: options.headersMillis ?? 10_000,
      requestTimeout: options.requestMillis ?? 30_000,
      keepAliveTimeout: options.keepAliveMillis ?? keepAliveMillisDefault,
      connectionsCheckingInterval: Math.min(5_000, options.headersMillis ?? 5_000),
      maxHeaderSize: headerBytesMax,
      noDelay: true
    },
    serve
  )
  // The body is asked for when it is wanted, so that a request refused by its headers never sends it.
  server.on("checkContinue", serve)
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    // The answer to an earlier request may be half written: nothing can be said on this connection any more.
    if (inFlight.isBusy(socket)) socket.destroy()
    else run(Effect.map(ids.uuid, (requestId) => refuseMalformed(error, socket, requestId)))
  })

  const address = yield* Effect.acquireRelease(listen(server, options), () =>
    close(server, inFlight, options)
  )
  const host = address.family === "IPv6" ? `[${address.address}]` : address.address
  return NodeServer.of({ port: address.port, host: address.address, url: `http://${host}:${address.port}` })
})

const listen = (server: Server, { host, port }: NodeServerOptions) =>
  Effect.callback<AddressInfo, ServerStartFailed>((resume) => {
    const failed = (error: NodeJS.ErrnoException): void =>
      resume(Effect.fail(new ServerStartFailed({ message: startFailure(error, host, port) })))
    server.once("error", failed)
    server.listen(port, host, () => {
      server.off("error", failed)
      const address = server.address()
      if (address !== null && typeof address !== "string") resume(Effect.succeed(address))
    })
  })

const startFailure = (error: NodeJS.ErrnoException, host: string, port: number): string => {
  switch (error.code) {
    case "EADDRINUSE":
      return `port ${port} of ${host} is in use: stop what listens there, or choose another port`
    case "EACCES":
      return `this user may not listen on port ${port}: choose a port from 1024 on`
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `${host} is no address of this machine: use 127.0.0.1, 0.0.0.0 or one of its addresses`
    default:
      return `cannot listen on port ${port} of ${host}: ${error.message}`
  }
}

const close = (server: Server, inFlight: InFlight, options: NodeServerOptions) =>
  Effect.gen(function* () {
    server.close()
    yield* Effect.timeoutOption(inFlight.finished, options.shutdownMillis ?? 10_000)
    server.closeAllConnections()
  })
