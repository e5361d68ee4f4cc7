import type { IncomingMessage, ServerResponse } from "node:http"
import { pipeline } from "node:stream/promises"
import { option, refuseOptions } from "@quittance/core/adapter"
import { Stream } from "effect"
import type { FetchHandler } from "./FetchHandler.ts"
import { noteNodeFacts } from "./node/nodeFacts.ts"
import { bodyPieces, hasBody, originForm } from "./node/nodeRequest.ts"

/** The signature that `node:http` servers call, and frameworks like Express with a continuation for failures. */
export type NodeListener = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  next?: (error: unknown) => void
) => void

/**
 * Mounts a Fetch handler in an existing `node:http` server, or in a framework on top of one:
 * `createServer(nodeListener(handler))`, `app.use("/payments", nodeListener(handler))`. Path, query and the
 * client's address reach the application unmodified, even if a framework removed the mount path from the URL.
 * Mount it before body parsers such as `express.json()`: a body that was already read is answered with 500
 * `internal_error`, which says so.
 */
export const nodeListener = (handler: FetchHandler): NodeListener => {
  refuseOptions<{ readonly handler: FetchHandler }>(
    { handler },
    { handler: option.call("a Fetch handler, such as await fetchHandler(quittance.runtime)") },
    "nodeListener"
  )
  return (incoming, outgoing, next) => {
    respond(handler, incoming, outgoing).catch((error: unknown) => {
      // The client left, or a wrapper of the handler rejected.
      if (next === undefined || outgoing.headersSent || outgoing.destroyed) outgoing.destroy()
      else next(error)
    })
  }
}

const respond = async (
  handler: FetchHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse
): Promise<void> => {
  const request = requestOf(incoming, outgoing)
  const { body, headers, status } = await handler(request)
  outgoing.writeHead(status, Object.fromEntries(headers))
  if (body === null) outgoing.end()
  else await pipeline(body, outgoing)
  // The unread rest of the request must be drained, or its connection cannot be reused.
  if (request.body?.locked === false) await request.body.cancel()
}

/** Express keeps the whole URL here when it is mounted under a path. */
const originalUrl = (incoming: IncomingMessage & { readonly originalUrl?: unknown }): string =>
  typeof incoming.originalUrl === "string" ? incoming.originalUrl : (incoming.url ?? "/")

/** Methods that a `Request` cannot have, or cannot have with a body (Fetch, 2.2.1). */
const withoutBody = /^(?:GET|HEAD|CONNECT|TRACE|TRACK)$/i
const forbidden = /^(?:CONNECT|TRACE|TRACK)$/i

const requestOf = (incoming: IncomingMessage, outgoing: ServerResponse): Request => {
  const { method = "GET", rawHeaders, socket } = incoming
  const headers = new Headers()
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ""
    // HTTP/2 lists method and path among the headers.
    if (!name.startsWith(":")) headers.append(name, rawHeaders[index + 1] ?? "")
  }
  const target = originForm(originalUrl(incoming))
  // HTTP/2 announces no length.
  const mayHaveBody = incoming.httpVersionMajor > 1 || hasBody(incoming)
  const isTaken = mayHaveBody && incoming.readableDidRead
  const request = new Request(urlOf(incoming, target), {
    method: forbidden.test(method) ? "GET" : method,
    headers,
    ...(mayHaveBody && !isTaken && !withoutBody.test(method)
      ? { body: Stream.toReadableStream(bodyPieces(incoming)), duplex: "half" }
      : {})
  })
  return noteNodeFacts(request, {
    method,
    target,
    remoteAddress: socket.remoteAddress ?? "",
    body: isTaken ? "taken" : "whole",
    isGone: () => outgoing.destroyed
  })
}

const urlOf = (incoming: IncomingMessage, target: string): string => {
  const scheme = "encrypted" in incoming.socket ? "https" : "http"
  const asked = `${scheme}://${incoming.headers.host ?? incoming.headers[":authority"]}${target}`
  return URL.canParse(asked) ? asked : `${scheme}://localhost/`
}
