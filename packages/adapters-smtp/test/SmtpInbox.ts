import { once } from "node:events"
import { type AddressInfo, createServer, type Server, type Socket } from "node:net"
import { Effect, Queue } from "effect"
import PostalMime, { type Email } from "postal-mime"
import { SMTPServer, type SMTPServerOptions } from "smtp-server"

/** An e-mail as the server got it: the envelope, and the content as a mail program reads it. */
export interface Received {
  readonly from: string
  readonly to: ReadonlyArray<string>
  readonly user: string | undefined
  readonly secure: boolean
  readonly session: string
  readonly email: Email
  /** The bytes, as they came. */
  readonly raw: Buffer
}

export interface SmtpInbox {
  readonly port: number
  readonly received: ReadonlyArray<Received>
  readonly server: SMTPServer
}

/** A real SMTP server on loopback that keeps what it takes, for as long as the scope is open. */
export const smtpInbox = (options: SMTPServerOptions = {}) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        const received: Array<Received> = []
        const server = new SMTPServer({
          authOptional: true,
          disableReverseLookup: true,
          disabledCommands: ["STARTTLS"],
          closeTimeout: 100,
          onData: (stream, session, done) => {
            const chunks: Array<Buffer> = []
            stream.on("data", (chunk: Buffer) => chunks.push(chunk))
            stream.on("end", () => {
              const raw = Buffer.concat(chunks)
              PostalMime.parse(raw).then((email) => {
                const { mailFrom, rcptTo } = session.envelope
                received.push({
                  from: mailFrom === false ? "" : mailFrom.address,
                  to: rcptTo.map(({ address }) => address),
                  user: session.user,
                  secure: session.secure,
                  session: session.id,
                  email,
                  raw
                })
                done()
              }, done)
            })
          },
          ...options
        })
        server.on("error", () => undefined)
        server.listen(0, "127.0.0.1")
        await once(server.server, "listening")
        return { server, received, port: (server.server.address() as AddressInfo).port }
      }),
      ({ server }) => Effect.promise(() => new Promise<void>((closed) => server.close(() => closed())))
    ),
    (inbox): SmtpInbox => inbox
  )

/** What `smtp-server` turns into a reply with this code. */
export const reply = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode })

/** An e-mail whose content was sent and whose sender waits for the answer. */
export interface Held {
  readonly session: string
  readonly take: () => void
}

/** An inbox that answers to content only when told. */
export const heldInbox = Effect.gen(function* () {
  const arrived = yield* Queue.unbounded<Held>()
  const inbox = yield* smtpInbox({
    onData: (stream, session, done) => {
      stream.on("end", () => Queue.offerUnsafe(arrived, { session: session.id, take: () => done() }))
      stream.resume()
    }
  })
  return { port: inbox.port, next: Queue.take(arrived) }
})

const listening = async (server: Server): Promise<number> => {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return (server.address() as AddressInfo).port
}

/** The port of a server that does only this with a connection. */
export const bareServer = (meet: (socket: Socket) => void) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const sockets = new Set<Socket>()
      const server = createServer((socket) => {
        sockets.add(socket.on("error", () => undefined))
        meet(socket)
      })
      return { server, sockets, port: await listening(server) }
    }),
    ({ server, sockets }) =>
      Effect.promise(() => {
        for (const socket of sockets) socket.destroy()
        return new Promise<void>((closed) => server.close(() => closed()))
      })
  ).pipe(Effect.map(({ port }) => port))

/** A port at which nobody listens. */
export const closedPort = Effect.promise(async () => {
  const server = createServer()
  const port = await listening(server)
  await new Promise<void>((closed) => server.close(() => closed()))
  return port
})
