import { STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import type { ApiResponse } from "../message/ApiMessage.ts"
import { ApiRefusal, errorResponse } from "../refusal/ApiRefusal.ts"
import type { DocUrlOf } from "../refusal/ErrorCode.ts"

/** A request's fault before the application sees it: one of Node's codes, or one of ours. */
export interface RequestFault {
  readonly code?: string | undefined
}

export const hostMissing: RequestFault = { code: "HOST_MISSING" }
export const hostRepeated: RequestFault = { code: "HOST_REPEATED" }
export const expectationUnknown: RequestFault = { code: "EXPECTATION_UNKNOWN" }

const answers: { readonly [code: string]: readonly [status: number, message: string] } = {
  HOST_MISSING: [400, "an HTTP/1.1 request must have the header Host"],
  HOST_REPEATED: [400, "a request must have the header Host only once"],
  EXPECTATION_UNKNOWN: [417, "the header Expect must be 100-continue, or left out"],
  HPE_HEADER_OVERFLOW: [431, "the headers must have at most 16 KiB together"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "the request was not sent in time"],
  HPE_INVALID_CHUNK_SIZE: [400, "a chunk of the body does not begin with its size in hex"]
}

/** The answer to a request that the application does not see, in the usual envelope. */
export const malformedAnswer = (fault: RequestFault, requestId: string, docUrlOf: DocUrlOf): ApiResponse => {
  const [status, message] = answers[fault.code ?? ""] ?? [400, "this is not a well-formed HTTP/1.1 request"]
  return {
    ...errorResponse(requestId, new ApiRefusal({ code: "invalid_request", message }), docUrlOf),
    status
  }
}

/** Whether a client can be told of a fault: it is still there, and has sent a byte. */
export const isAnswered = (fault: RequestFault, socket: Socket): boolean =>
  fault.code !== "ECONNRESET" && socket.writable && socket.bytesRead > 0

/** Answers input that never became a request, and ends our half of the connection. */
export const tellMalformed = (socket: Socket, { body, headers, status }: ApiResponse): void => {
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(String(body))}`,
    "Connection: close"
  ]
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`)
}
