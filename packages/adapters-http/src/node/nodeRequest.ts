import type { IncomingMessage, ServerResponse } from "node:http"
import { Cause, Effect, Stream } from "effect"
import { type ApiRequest, BodyBroken, BodyTooLarge, upTo } from "../message/ApiMessage.ts"
import type { Connection } from "./Connection.ts"
import { malformedAnswer, type RequestFault } from "./malformedRequest.ts"

/** A `node:http` request as the application sees it. */
export const apiRequestOf = (
  request: IncomingMessage,
  response: ServerResponse,
  connection: Connection | undefined
): ApiRequest => {
  const target = originForm(request.url ?? "/")
  const question = target.indexOf("?")
  return {
    method: request.method ?? "",
    path: question === -1 ? target : target.slice(0, question),
    query: question === -1 ? "" : target.slice(question + 1),
    headers: request.headers,
    remoteAddress: request.socket.remoteAddress ?? "",
    isGone: () => response.destroyed,
    brokenAnswer: (requestId, docUrlOf) => {
      const fault = bodyFault(request)
      return fault === undefined ? undefined : malformedAnswer(fault, requestId, docUrlOf)
    },
    readBody: (limitBytes) => readBody(request, response, connection, limitBytes),
    streamBody: (limitBytes) => streamBody(request, response, limitBytes),
    ownsPieces: true
  }
}

/** Clients of a proxy send the whole URL (RFC 9112, 3.2.2); only its path counts. */
export const originForm = (target: string): string => {
  if (target.startsWith("/")) return target
  const path = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*([^#]*)/i.exec(target)?.[1]
  if (path === undefined) return target
  return path.startsWith("/") ? path : `/${path}`
}

const empty = Effect.succeed(new Uint8Array())

export const hasBody = (request: IncomingMessage): boolean =>
  (request.headers["content-length"] ?? "0") !== "0" || request.headers["transfer-encoding"] !== undefined

/** How often the header Host was sent: Node keeps the first and drops the others. */
export const hostCount = ({ rawHeaders }: IncomingMessage): number => {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === "host") count += 1
  }
  return count
}

const announcesMore = (request: IncomingMessage, limitBytes: number): boolean =>
  Number(request.headers["content-length"] ?? "0") > limitBytes

/** Tells a client that asked before sending its body to send it. */
const inviteBody = (request: IncomingMessage, response: ServerResponse): void => {
  const { expect } = request.headers
  if (expect !== undefined && /^100-continue$/i.test(expect)) response.writeContinue()
}

const streamBody = (
  request: IncomingMessage,
  response: ServerResponse,
  limitBytes: number
): Stream.Stream<Uint8Array, BodyTooLarge | BodyBroken> =>
  Stream.suspend(() => {
    if (!hasBody(request)) return Stream.empty
    if (announcesMore(request, limitBytes)) return Stream.fail(new BodyTooLarge({ limitBytes }))
    if (bodyFault(request) !== undefined) return Stream.fail(malformed)
    inviteBody(request, response)
    return upTo(limitBytes)(bodyPieces(request))
  })

const readBody = (
  request: IncomingMessage,
  response: ServerResponse,
  connection: Connection | undefined,
  limitBytes: number
): Effect.Effect<Uint8Array, BodyTooLarge | BodyBroken> => {
  if (!hasBody(request)) return empty
  if (announcesMore(request, limitBytes)) return Effect.fail(new BodyTooLarge({ limitBytes }))
  if (bodyFault(request) !== undefined) return Effect.fail(malformed)
  return Effect.callback((resume) => {
    inviteBody(request, response)
    const chunks: Array<Buffer> = []
    let length = 0
    // Listeners stay: removing them costs more than ignoring them, and only the first outcome counts.
    const take = (chunk: Buffer): void => {
      if (length > limitBytes) return
      length += chunk.length
      // Most bodies arrive at once, and are not held for long.
      if (!request.complete) connection?.receive(chunk.length)
      if (length <= limitBytes) chunks.push(chunk)
      else {
        // Nothing more is read from the socket until the answer is sent.
        request.pause()
        resume(Effect.fail(new BodyTooLarge({ limitBytes })))
      }
    }
    const end = (): void => {
      const [first] = chunks
      resume(Effect.succeed(chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks)))
    }
    const broken = (): void => {
      if (!request.readableEnded) resume(Effect.fail(new BodyBroken({ reason: "the connection ended" })))
    }
    request.on("data", take).on("end", end).on("close", broken)
    request.on(bodyBroken, () => resume(Effect.fail(malformed)))
  })
}

type Pieces = readonly [Uint8Array, ...ReadonlyArray<Uint8Array>]
type Taken = Effect.Effect<Pieces, BodyBroken | Cause.Done>

/** The data violates HTTP framing. */
export const malformed = new BodyBroken({ reason: "the body is not well-formed" })
const cutOff = new BodyBroken({ reason: "the connection ended" })

/** The end of a request's body: received pieces that were not read, the waiting reader, and the result. */
class BodyTap {
  private readonly arrived: Array<Uint8Array> = []
  private waiting: ((taken: Taken) => void) | undefined
  private ended: Taken | undefined
  private readonly request: IncomingMessage

  constructor(request: IncomingMessage) {
    this.request = request
    request.on("data", this.hold).on("end", this.end).on("close", this.cut).on(bodyBroken, this.garble)
  }

  readonly next: Taken = Effect.callback((resume) => {
    const taken = this.takeArrived()
    if (taken !== undefined) return resume(taken)
    this.waiting = resume
    this.request.resume()
  })

  /**
   * The connection may be needed for the next request, or for the answer to this one, so the rest must be
   * drained.
   */
  close(): void {
    const { request } = this
    request.off("data", this.hold).off("end", this.end).off("close", this.cut).off(bodyBroken, this.garble)
    if (!request.readableEnded) request.resume()
  }

  private takeArrived(): Taken | undefined {
    const [first, ...more] = this.arrived.splice(0)
    return first === undefined ? this.ended : Effect.succeed([first, ...more])
  }

  private wake(): void {
    const { waiting } = this
    const taken = waiting === undefined ? undefined : this.takeArrived()
    if (waiting === undefined || taken === undefined) return
    this.waiting = undefined
    waiting(taken)
  }

  private readonly hold = (piece: Buffer): void => {
    this.request.pause()
    this.arrived.push(piece)
    this.wake()
  }

  private finish(ended: Taken): void {
    this.ended ??= ended
    this.wake()
  }

  private readonly end = (): void => this.finish(Cause.done())
  private readonly cut = (): void => this.finish(Effect.fail(cutOff))
  private readonly garble = (): void => this.finish(Effect.fail(malformed))
}

/**
 * The body of a request, read from the socket piece by piece on demand. Pieces that are not requested are
 * dropped.
 */
export const bodyPieces = (request: IncomingMessage): Stream.Stream<Uint8Array, BodyBroken> =>
  Stream.unwrap(
    Effect.map(
      Effect.acquireRelease(
        Effect.sync(() => new BodyTap(request)),
        (tap) => Effect.sync(() => tap.close())
      ),
      (tap) => Stream.fromPull(Effect.succeed(tap.next))
    )
  )

const faults = new WeakMap<IncomingMessage, RequestFault>()

/** Emitted by a request when the rest of its body can no longer be read. */
export const bodyBroken = Symbol("bodyBroken")

/**
 * Records that the rest of a request's body is unreadable, and notifies its reader. The connection stays
 * open.
 */
export const breakBody = (request: IncomingMessage, fault: RequestFault): void => {
  if (faults.has(request)) return
  faults.set(request, fault)
  request.emit(bodyBroken)
}

/** The fault of a request's body, as far as it was read. */
export const bodyFault = (request: IncomingMessage): RequestFault | undefined => faults.get(request)
