import { once } from "node:events"
import { createServer as createHttpServer, type RequestListener, type ServerResponse } from "node:http"
import { createServer as createHttpsServer, type ServerOptions } from "node:https"
import { type AddressInfo, createServer, type Server, type Socket } from "node:net"
import { networkInterfaces } from "node:os"
import { Effect, type Scope } from "effect"

/** A call as a receiver on this machine got it. */
export interface ReceivedCall {
  readonly method: string
  readonly path: string
  /** Names and values as they were sent, alternating. */
  readonly rawHeaders: ReadonlyArray<string>
  readonly body: string
  /** The number of its connection; the first is 1. */
  readonly connection: number
}

/** A web server on this machine, for as long as its scope is open. */
export interface LoopbackReceiver {
  readonly port: number
  readonly url: string
  readonly received: ReadonlyArray<ReceivedCall>
  /** How many connections were opened so far. */
  readonly connections: () => number
  /** Completes when this many connections were closed, by whichever side. */
  readonly closed: (count: number) => Effect.Effect<void>
}

/** This machine has addresses of IPv6. */
export const hasIpv6 = Object.values(networkInterfaces()).some((addresses = []) =>
  addresses.some(({ family }) => family === "IPv6")
)

/** The address to listen on so that the server is reached at every address of this machine. */
export const everyAddress = hasIpv6 ? "::" : "0.0.0.0"

const listening = async (server: Server, address: string): Promise<number> => {
  server.listen(0, address)
  await once(server, "listening")
  return (server.address() as AddressInfo).port
}

/** Counts the connections of a server, and cuts those that are left when the scope closes. */
const served = <S extends Server>(server: S, address: string) => {
  const open = new Set<Socket>()
  const waiting = new Set<() => void>()
  let opened = 0
  server.on("connection", (socket: Socket) => {
    opened += 1
    open.add(socket.on("error", () => undefined))
    socket.once("close", () => {
      open.delete(socket)
      for (const look of waiting) look()
    })
  })
  const closed = (count: number): Effect.Effect<void> =>
    Effect.callback((resume) => {
      const look = (): void => {
        if (opened - open.size >= count) resume(Effect.void)
      }
      waiting.add(look)
      look()
      return Effect.sync(() => waiting.delete(look))
    })
  return Effect.acquireRelease(
    Effect.map(
      Effect.promise(() => listening(server, address)),
      (port) => ({ server, port, connections: () => opened, closed })
    ),
    () =>
      Effect.promise(() => {
        for (const socket of open) socket.destroy()
        return new Promise<void>((done) => server.close(() => done()))
      })
  )
}

export interface LoopbackReceiverOptions {
  /** 200 without a body, unless given. */
  readonly answer?: (response: ServerResponse, call: ReceivedCall) => void
  /** 127.0.0.1, unless given. */
  readonly address?: string
  /** Speaks TLS with this certificate; its URL has the host localhost. */
  readonly tls?: ServerOptions
}

/** A receiver that answers each call like this, and keeps the calls as they came. */
export const loopbackReceiver = ({
  address = "127.0.0.1",
  answer = (response) => response.end(),
  tls
}: LoopbackReceiverOptions = {}): Effect.Effect<LoopbackReceiver, never, Scope.Scope> =>
  Effect.suspend(() => {
    const received: Array<ReceivedCall> = []
    const numbers = new WeakMap<Socket, number>()
    let sockets = 0
    const listener: RequestListener = (request, response) => {
      const { method = "", rawHeaders, socket, url: path = "" } = request
      const connection = numbers.get(socket) ?? ++sockets
      numbers.set(socket, connection)
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => {
        const call = { method, path, rawHeaders, connection, body: Buffer.concat(chunks).toString() }
        received.push(call)
        answer(response, call)
      })
    }
    const server = tls === undefined ? createHttpServer(listener) : createHttpsServer(tls, listener)
    return Effect.map(served(server, address), ({ closed, connections, port }) => ({
      port,
      url: tls === undefined ? `http://127.0.0.1:${port}/` : `https://localhost:${port}/`,
      received,
      connections,
      closed
    }))
  })

/** A port that treats connections like this, to say what no web server says. */
export const loopbackSocket = (
  meet: (socket: Socket) => void
): Effect.Effect<Omit<LoopbackReceiver, "received">, never, Scope.Scope> =>
  Effect.suspend(() =>
    Effect.map(served(createServer(meet), "127.0.0.1"), ({ closed, connections, port }) => ({
      port,
      url: `http://127.0.0.1:${port}/`,
      connections,
      closed
    }))
  )

/** A port on which nobody listens. */
export const closedPort: Effect.Effect<number> = Effect.scoped(
  Effect.map(
    loopbackSocket(() => undefined),
    ({ port }) => port
  )
)
