import type { IncomingMessage, ServerResponse } from "node:http"
import { Effect, Stream } from "effect"
import type { ApiResponse } from "../message/ApiMessage.ts"
import { giveBackAlone } from "../message/giveBack.ts"
import { bodyBroken, bodyFault } from "./nodeRequest.ts"

export interface SendOptions {
  /** The connection is not reused. */
  readonly isLast: boolean
  /** Called when the answer is a stream, before its first piece. */
  readonly streaming: () => void
  /**
   * Called when bytes were handed over that the client did not read at once, with the number held for this
   * answer alone. Returns the function to call when they are sent.
   */
  readonly unread: (bytes: number, heldBytes: number) => () => void
}

/** The maximum rest of a body that is worth reading to keep the connection. */
const restBytesMax = 1024 * 1024
/**
 * How much more of a refused body is read, and for how long, so that its sender sees the answer: many clients
 * read it only after sending everything. It is more than any valid request, so the sender of a slightly too
 * large file is informed.
 */
const lingerBytes = 16 * 1024 * 1024
const lingerMillis = 2_000
/** Data after a broken body is dropped as it arrives: only what is already in transit is waited for. */
const brokenLingerMillis = 100

/** Sends an answer with `node:http`. Completes when the last byte is handed over. */
export const sendResponse = (
  request: IncomingMessage,
  response: ServerResponse,
  answer: ApiResponse,
  options: SendOptions
): Effect.Effect<void> => {
  const { body, headers, status } = answer
  const fields: Array<string> = []
  for (const name in headers) fields.push(name, headers[name] ?? "")
  if (Stream.isStream(body)) {
    if (request.method === "HEAD") {
      if (options.isLast) fields.push("Connection", "close")
      return Effect.sync(() => void response.writeHead(status, fields).end())
    }
    options.streaming()
    return sendStream(response, status, fields, body, options)
  }
  const length = typeof body === "string" ? Buffer.byteLength(body) : body.length
  // Not even 0 for 204 (RFC 9110, 8.6), and 304 has no content with a length (15.4.5).
  if (status !== 204 && status !== 304) fields.push("Content-Length", String(length))
  const lingers = hasUnreadBody(request, options.isLast)
  if (lingers || options.isLast) fields.push("Connection", "close")
  response.writeHead(status, fields)
  if (lingers) response.write(body)
  else response.end(body)
  // All answers share the bytes of a prepared document.
  if (hasUnsent(response))
    response.once("close", options.unread(length, typeof body === "string" ? length : 0))
  return lingers ? linger(request, response) : Effect.void
}

const hasUnsent = ({ socket }: ServerResponse): boolean => socket !== null && socket.writableLength > 0

/** Node itself drops a short rest of a body; a long or endless one is not worth keeping the connection. */
const hasUnreadBody = (request: IncomingMessage, isLast: boolean): boolean =>
  !request.complete &&
  (request.headers["transfer-encoding"] !== undefined ||
    Number(request.headers["content-length"] ?? "0") > (isLast ? 0 : restBytesMax))

/**
 * Reads on a little before closing: a socket closed with unread bytes is reset, and a reset can overtake the
 * answer.
 */
const linger = (request: IncomingMessage, response: ServerResponse): Effect.Effect<void> => {
  const drained = Effect.callback<void>((resume) => {
    let left = lingerBytes
    const done = (): void => resume(Effect.void)
    request.on("data", (chunk: Buffer) => {
      left -= chunk.length
      giveBackAlone(chunk)
      if (left <= 0) done()
    })
    request.once("end", done).once("close", done).once("error", done).once(bodyBroken, done)
    request.resume()
  })
  const millis = bodyFault(request) === undefined ? lingerMillis : brokenLingerMillis
  return Effect.timeoutOption(drained, millis).pipe(
    Effect.andThen(
      Effect.sync(() => {
        response.end()
      })
    )
  )
}

const sendStream = (
  response: ServerResponse,
  status: number,
  fields: Array<string>,
  body: Stream.Stream<string>,
  { unread }: SendOptions
): Effect.Effect<void> => {
  response.writeHead(status, [...fields, "Connection", "close"])
  response.flushHeaders()
  // A slow reader delays its own stream and does not use our memory: the next piece is produced when this one
  // is sent.
  const write = (piece: string) =>
    Effect.callback<void>((resume) => {
      let sent: (() => void) | undefined
      response.write(piece, () => {
        sent?.()
        resume(Effect.void)
      })
      if (hasUnsent(response)) sent = unread(piece.length, piece.length)
    })
  const closed = Effect.callback<void>((resume) => {
    response.once("close", () => resume(Effect.void))
  })
  return Stream.runForEach(body, write).pipe(
    Effect.raceFirst(closed),
    Effect.ensuring(
      Effect.sync(() => {
        response.end()
      })
    )
  )
}
