import type { IncomingMessage, ServerResponse } from "node:http"
import { Effect, Stream } from "effect"
import { type ApiRequest, BodyBroken, BodyTooLarge, upTo } from "../message/ApiRequest.ts"
import { bodyBroken, bodyFault, bodyPieces, malformed } from "./bodyPieces.ts"
import type { Connection } from "./Connection.ts"
import { malformedAnswer } from "./malformedRequest.ts"

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
    streamBody: (limitBytes) => streamBody(request, response, limitBytes)
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
