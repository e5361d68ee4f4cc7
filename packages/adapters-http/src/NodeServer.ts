import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { type AddressInfo, Server as NetServer, Socket } from "node:net"
import type { Duplex } from "node:stream"
import { refuseOptions, WallClock } from "@quittance/core/adapter"
import { Context, Data, Effect, type Fiber, Layer, Option } from "effect"
import { HttpApp } from "./HttpApp.ts"
import type { ApiResponse } from "./message/ApiMessage.ts"
import { type NodeServerOptions, nodeServerRules } from "./NodeServerOptions.ts"
import { requireUploadPace, slowestMillis, transferMillis } from "./node/bodyPace.ts"
import { Connections, InFlight } from "./node/Connections.ts"
import { connectionsMaxHere } from "./node/connectionsMax.ts"
import {
  expectationUnknown,
  hostMissing,
  hostRepeated,
  isAnswered,
  malformedAnswer,
  type RequestFault,
  tellMalformed
} from "./node/malformedRequest.ts"
import { apiRequestOf, bodyFault, breakBody, hasBody, hostCount } from "./node/nodeRequest.ts"
import { sendResponse } from "./node/nodeResponse.ts"

/** The server could not start listening. The message says what would help. */
export class ServerStartFailed extends Data.TaggedError("ServerStartFailed")<{ readonly message: string }> {}

/** Longer than the idle time of usual load balancers (60 s), so that they close first and no request is lost. */
const keepAliveMillisDefault = 65_000
const headerBytesMax = 16 * 1024
const requestMillisDefault = 30_000
const writeMillisDefault = 30_000
const closeMillisDefault = 1_000
const heldBytesMaxDefault = 64 * 1024 * 1024
/**
 * How many connections may wait to be accepted, if the system allows it: a client that finds no place tries
 * again after a second.
 */
const backlog = 4_096
/** How often expired times to read or to leave are checked. */
const pulseMillisMax = 500
const headerCheckMillisMax = 1_000
/** The memory of a waiting request without its body. */
const requestBytes = 4 * 1024
/** How much Node buffers of a body that is not read. */
const unreadBodyBytes = 64 * 1024

/** Longer than the transit time of a request that was sent before its client could know of the shutdown. */
const idleGraceMillisDefault = 500

/**
 * The application behind `node:http`. Every faulty request is answered in the envelope. When the scope
 * closes, the server stops accepting and ends event streams. Requests in flight, and those still arriving on
 * open connections, are answered with `Connection: close`. Idle connections are closed after
 * `idleGraceMillis`, and all others after `shutdownMillis`.
 */
export class NodeServer extends Context.Service<
  NodeServer,
  { readonly port: number; readonly host: string; readonly url: string }
>()("@quittance/adapters-http/NodeServer") {
  static readonly layer = (
    options: NodeServerOptions
  ): Layer.Layer<NodeServer, ServerStartFailed, HttpApp> => {
    refuseOptions(options, nodeServerRules, "NodeServer")
    return Layer.effect(NodeServer, start(options))
  }
}

const start = Effect.fnUntraced(function* (options: NodeServerOptions) {
  const app = yield* HttpApp
  const run = Effect.runForkWith(yield* Effect.context<never>())
  const inFlight = new InFlight()
  const requestMillis = options.requestMillis ?? requestMillisDefault
  const writeMillis = options.writeMillis ?? writeMillisDefault
  const closeMillis = options.closeMillis ?? closeMillisDefault
  const processes = options.processes ?? 1
  const connectionsMax = options.connectionsMax ?? connectionsMaxHere(processes)
  const connections = new Connections({
    connectionsMax,
    heldBytesMax: options.heldBytesMax ?? heldBytesMaxDefault / processes,
    trustedProxies: options.trustedProxies ?? []
  })
  yield* Effect.forkScoped(beat(connections, Math.min(pulseMillisMax, writeMillis, closeMillis)))

  const answerWith = (
    request: IncomingMessage,
    response: ServerResponse,
    answered: Effect.Effect<ApiResponse>,
    isLast = false
  ): void => {
    inFlight.begin(response)
    const connection = connections.of(request.socket)
    const fiber = run(
      Effect.flatMap(answered, (answer) => {
        const fault = bodyFault(request)
        const send = (said: ApiResponse) =>
          sendResponse(request, response, said, {
            isLast: isLast || inFlight.stopping || fault !== undefined,
            streaming: () => {
              connection?.beginStream()
              inFlight.addStream(response, () => fiber.interruptUnsafe())
            },
            unread: (bytes, heldBytes) =>
              connection?.awaitReader(heldBytes, writeMillis + transferMillis(bytes)) ?? (() => {})
          })
        if (fault === undefined) return send(answer)
        // The application's answer to half a request is discarded; the request id is the one that it has
        // logged.
        return send(malformedAnswer(fault, answer.headers["X-Request-Id"] ?? "", app.docUrlOf))
      })
    )
    fiber.addObserver((exit) => {
      if (exit._tag === "Failure") response.destroy()
    })
  }

  /**
   * The connection is closed afterwards, because client and server may disagree on where the next request
   * begins.
   */
  const refuse = (request: IncomingMessage, response: ServerResponse, fault: RequestFault): void =>
    answerWith(
      request,
      response,
      app.refuse(request.method, request.socket.remoteAddress, (requestId) =>
        malformedAnswer(fault, requestId, app.docUrlOf)
      ),
      true
    )

  /** A request that was answered before its body was read is never closed, and its timer would keep the process. */
  const paces = new Set<Fiber.Fiber<void>>()
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      for (const pace of paces) pace.interruptUnsafe()
    })
  )

  /** Most bodies arrive with their headers and need no watching. */
  const watchPace = (request: IncomingMessage, response: ServerResponse): void => {
    if (request.complete || request.destroyed) return
    const keptUp = Effect.map(requireUploadPace(request, requestMillis), () => {
      // Already answered before the body arrived: there is no one left to tell.
      if (response.writableFinished && !request.complete) request.socket.destroy()
    })
    const pace = run(keptUp)
    paces.add(pace)
    pace.addObserver(() => paces.delete(pace))
    request.once("close", () => pace.interruptUnsafe())
  }

  /** Starts a request when the previous ones on its connection are answered. */
  const inTurn = (request: IncomingMessage, response: ServerResponse, begin: () => void): void => {
    const heldBytes = requestBytes + (hasBody(request) ? unreadBodyBytes : 0)
    connections.of(request.socket)?.take(request, response, begin, heldBytes)
  }

  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const hosts = hostCount(request)
    if (hosts > 1) refuse(request, response, hostRepeated)
    else if (hosts === 0 && request.httpVersion === "1.1") refuse(request, response, hostMissing)
    else {
      if (hasBody(request)) setImmediate(watchPace, request, response)
      answerWith(
        request,
        response,
        app.handle(apiRequestOf(request, response, connections.of(request.socket)))
      )
    }
  }
  const serveInTurn = (request: IncomingMessage, response: ServerResponse): void =>
    inTurn(request, response, () => serve(request, response))

  const server = createServer(
    {
      headersTimeout: options.headersMillis ?? 10_000,
      requestTimeout: slowestMillis(requestMillis),
      keepAliveTimeout: options.keepAliveMillis ?? keepAliveMillisDefault,
      connectionsCheckingInterval: Math.min(
        headerCheckMillisMax,
        options.headersMillis ?? headerCheckMillisMax
      ),
      maxHeaderSize: headerBytesMax,
      noDelay: true,
      // Node's own refusal has neither the envelope nor a request id.
      requireHostHeader: false
    },
    serveInTurn
  )
  // Node accepts some connections beyond the limit and closes them at once.
  server.maxConnections = connectionsMax
  server.on("connection", (socket) => connections.add(socket))
  // The body is requested only when it is needed, so that a request refused by its headers never sends it.
  server.on("checkContinue", serveInTurn)
  server.on("checkExpectation", (request, response) =>
    inTurn(request, response, () => refuse(request, response, expectationUnknown))
  )

  const refuseOn = (socket: Socket, fault: RequestFault) => {
    const connection = connections.of(socket)
    // It is half open from now on, and Node no longer watches it.
    if (connection !== undefined) connections.expect(connection, closeMillis)
    if (!isAnswered(fault, socket)) socket.destroy()
    else {
      const answered = app.refuse(undefined, socket.remoteAddress, (requestId) =>
        malformedAnswer(fault, requestId, app.docUrlOf)
      )
      run(Effect.map(answered, (answer) => tellMalformed(socket, answer)))
    }
  }
  const refusedNext = new WeakSet<Duplex>()
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const latest = socket instanceof Socket ? connections.of(socket)?.latest : undefined
    if (!(socket instanceof Socket)) socket.destroy()
    else if (latest === undefined) refuseOn(socket, error)
    else if (error.code === "ECONNRESET") socket.destroy()
    else if (!latest.req.complete) breakBody(latest.req, error)
    else if (!refusedNext.has(socket)) {
      // Answers are sent in the order of their requests: the one in progress first.
      refusedNext.add(socket)
      latest.once("close", () => {
        if (socket.writable) refuseOn(socket, error)
      })
    }
  })

  const address = yield* Effect.acquireRelease(listen(server, options), () =>
    close(server, inFlight, options)
  )
  const host = address.family === "IPv6" ? `[${address.address}]` : address.address
  return NodeServer.of({ port: address.port, host: address.address, url: `http://${host}:${address.port}` })
})

/**
 * Counts time for connections by timer ticks, not by a clock: while this process is suspended, no client
 * becomes late.
 */
const beat = Effect.fnUntraced(function* (connections: Connections, millis: number) {
  const wallClock = yield* WallClock
  return yield* Effect.forever(Effect.map(wallClock.sleep(millis), () => connections.pass(millis)))
})

const listen = (server: Server, { host, port }: NodeServerOptions) =>
  Effect.callback<AddressInfo, ServerStartFailed>((resume) => {
    const failed = (error: NodeJS.ErrnoException): void =>
      resume(Effect.fail(new ServerStartFailed({ message: startFailure(error, host, port) })))
    server.once("error", failed)
    server.listen({ port, host, backlog }, () => {
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
      return `${host} is not an address of this machine: use 127.0.0.1, 0.0.0.0 or one of its addresses`
    default:
      return `cannot listen on port ${port} of ${host}: ${error.message}`
  }
}

const close = (server: Server, inFlight: InFlight, options: NodeServerOptions) =>
  Effect.gen(function* () {
    const allClosed = Effect.callback<void>((resume) => {
      // `close` of `node:http` would also close idle connections at once, under requests already on their
      // way.
      NetServer.prototype.close.call(server, () => resume(Effect.void))
    })
    inFlight.stop()
    const settled = Effect.gen(function* () {
      const grace = options.idleGraceMillis ?? idleGraceMillisDefault
      if (Option.isSome(yield* Effect.timeoutOption(allClosed, grace))) return
      server.closeIdleConnections()
      yield* inFlight.finished
    })
    yield* Effect.timeoutOption(settled, options.shutdownMillis ?? 10_000)
    server.closeAllConnections()
    // Stops the timer that checks for slow requests, which closing the listening socket leaves running.
    server.close()
  })
