import { STATUS_CODES } from "node:http"
import type { Duplex } from "node:stream"

const answers: { readonly [code: string]: readonly [status: number, message: string] } = {
  HPE_HEADER_OVERFLOW: [431, "the headers must have at most 16 KiB together"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "the request was not sent in time"]
}

/** Answers what never became a request, in the same envelope as everything else, and closes the connection. */
export const refuseMalformed = (
  error: { readonly code?: string | undefined },
  socket: Duplex,
  requestId: string
): void => {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, message] = answers[error.code ?? ""] ?? [400, "this is not a well-formed HTTP/1.1 request"]
  const body = JSON.stringify({ success: false, error: { code: "invalid_request", message }, requestId })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Content-Type: application/json; charset=utf-8",
    "Cache-Control: no-store",
    `X-Request-Id: ${requestId}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close"
  ]
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`)
}
