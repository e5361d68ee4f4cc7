import { receiverUnreachable, WebhookUnanswered } from "@quittance/core/adapter"
import { Option, Schema } from "effect"
import { errors } from "undici"

/** A failure as Node and undici report it. */
const Failure = Schema.Struct({ code: Schema.String })

const decode = Schema.decodeUnknownOption(Failure)

export const noConnection = (millis: number): string => `no connection within ${millis / 1_000} s`

export const noAnswer = (millis: number): string => `no answer within ${millis / 1_000} s`

const notHttp = "the answer is not HTTP/1.1"

/** No connection was made. The cause is for operators only. */
export const unreachable = (detail: string): WebhookUnanswered =>
  new WebhookUnanswered({ reason: receiverUnreachable, detail })

interface FailedCall {
  readonly cause: unknown
  readonly host: string
  /** Whether the call was on an established connection with a verified certificate. */
  readonly isConnected: boolean
  readonly connectMillisMax: number
}

/**
 * Why a call got no answer: one sentence for the partner whose receiver is at `host`. A failure on an
 * established connection is the receiver's and is reported, and so is an invalid certificate, because anyone
 * who connects to a public address sees it. Every earlier failure has the same reason.
 */
export const unansweredOf = (call: FailedCall): WebhookUnanswered => {
  const { cause, connectMillisMax, host, isConnected } = call
  if (cause instanceof WebhookUnanswered) return cause
  const code = Option.match(decode(cause), { onNone: () => "", onSome: (failure) => failure.code })
  const ofCertificate = certificateFault(code, host)
  if (ofCertificate !== undefined) return new WebhookUnanswered({ reason: ofCertificate })
  if (code === "UND_ERR_DESTROYED" || code === "UND_ERR_CLOSED")
    return new WebhookUnanswered({ reason: "the sender is stopping" })
  const fault = cause instanceof errors.HTTPParserError ? notHttp : faultOf(code, connectMillisMax)
  return isConnected ? new WebhookUnanswered({ reason: fault }) : unreachable(fault)
}

const certificateFault = (code: string, host: string): string | undefined => {
  switch (code) {
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return `the certificate is not valid for ${host}`
    case "CERT_HAS_EXPIRED":
      return "the certificate has expired"
    case "CERT_NOT_YET_VALID":
      return "the certificate is not valid yet"
    case "DEPTH_ZERO_SELF_SIGNED_CERT":
    case "SELF_SIGNED_CERT_IN_CHAIN":
      return "the certificate is not signed by a known authority"
    case "UNABLE_TO_GET_ISSUER_CERT":
    case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
      return "the certificate does not lead to a known authority: the intermediate certificates may be missing"
  }
  return code.startsWith("CERT_") ? "the certificate is not valid" : undefined
}

const faultOf = (code: string, connectMillisMax: number): string => {
  switch (code) {
    case "UND_ERR_CONNECT_TIMEOUT":
    case "ETIMEDOUT":
      return noConnection(connectMillisMax)
    case "ECONNREFUSED":
      return "the connection was refused: nothing listens there"
    case "EHOSTUNREACH":
    case "ENETUNREACH":
    case "EADDRNOTAVAIL":
      return "the address cannot be reached"
    case "ECONNRESET":
    case "EPIPE":
    case "UND_ERR_SOCKET":
    case "UND_ERR_INFO":
    case "UND_ERR_ABORTED":
      return "the connection was closed before an answer came"
    // Undici's parser reports where it stopped within the head, after a length it had read, without the
    // reason.
    case "UND_ERR_RES_CONTENT_LENGTH_MISMATCH":
      return "the answer is not HTTP/1.1: a header is malformed, or two headers give different lengths"
    // A status below 100, or 101 without an upgrade.
    case "ERR_ASSERTION":
      return notHttp
    case "UND_ERR_HEADERS_OVERFLOW":
      return "the headers of the answer are too long"
  }
  if (code.startsWith("ERR_SSL_") || code === "EPROTO")
    return "the TLS handshake failed: the port does not use TLS, or no version from 1.2 on"
  return code === "" ? "the call failed" : `the call failed (${code})`
}
