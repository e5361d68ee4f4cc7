import type { IncomingMessage, ServerResponse } from "node:http"
import { pipeline } from "node:stream/promises"
import { Stream } from "effect"
import type { FetchHandler } from "./FetchHandler.ts"
import { bodyPieces } from "./node/bodyPieces.ts"
import { noteNodeFacts } from "./node/nodeFacts.ts"
import { hasBody, originForm } from "./node/nodeRequest.ts"

/** What servers of `node:http` call with a request, and frameworks like Express with what goes on after a failure. */
export type NodeListener = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  next?: (error: unknown) => void
) => void

/**
 * Mounts a Fetch handler in a server of `node:http` that is there already, or in a framework over one:
 * `createServer(nodeListener(handler))`, `app.use("/payments", nodeListener(handler))`. Path, query and the client's address reach
 * the application as they are, also where a framework took the path that it is mounted under off the URL. It comes before
 * whatever reads bodies, such as `express.json()`: a body that was read answers 500 `internal_error`, which says so.
 */
export const nodeListener =
  (handler: FetchHandler): NodeListener =>
  (incoming, outgoing, next) => {
    respond(handler, incoming, outgoing).catch((error: unknown) => {
      // A client that went away, or a wrapper of the handler that rejects.
      if (next === undefined || outgoing.headersSent || outgoing.destroyed) outgoing.destroy()
      else next(error)
    })
  }

const respond = async (
  handler: FetchHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse
): Promise<void> => {
  const request = requestOf(incoming)
  const { body, headers, status } = await handler(request)
  outgoing.writeHead(status, Object.fromEntries(headers))
  if (body === null) outgoing.end()
  else await pipeline(body, outgoing)
  // What nobody read of the request must flow by, or its connection serves no other.
  if (request.body?.locked === false) await request.body.cancel()
}

/** Express keeps the whole URL there when it is mounted under a path. */
const originalUrl = (incoming: IncomingMessage & { readonly originalUrl?: unknown }): string =>
  typeof incoming.originalUrl === "string" ? incoming.originalUrl : (incoming.url ?? "/")

/** Methods that no `Request` can have, or none with a body (Fetch, 2.2.1). */
const withoutBody = /^(?:GET|HEAD|CONNECT|TRACE|TRACK)$/i
const forbidden = /^(?:CONNECT|TRACE|TRACK)$/i

const requestOf = (incoming: IncomingMessage): Request => {
  const { method = "GET", rawHeaders, socket } = incoming
  const headers = new Headers()
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ""
    // HTTP/2 has method and path among them.
    if (!name.startsWith(":")) headers.append(name, rawHeaders[index + 1] ?? "")
  }
  const target = originForm(originalUrl(incoming))
  // HTTP/2 announces none.
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
    body: isTaken ? "taken" : "whole"
  })
}

const urlOf = (incoming: IncomingMessage, target: string): string => {
  const scheme = "encrypted" in incoming.socket ? "https" : "http"
  const asked = `${scheme}://${incoming.headers.host ?? incoming.headers[":authority"]}${target}`
  return URL.canParse(asked) ? asked : `${scheme}://localhost/`
}
