import { type OptionRules, option } from "@quittance/core/adapter"

export interface NodeServerOptions {
  /** 0 takes any free port. */
  readonly port: number
  readonly host: string
  /** How long requests in flight may take after the server stopped accepting. */
  readonly shutdownMillis?: number
  /** How long an idle connection may still bring a request after the server stopped accepting. */
  readonly idleGraceMillis?: number
  /** How long a client may take to send its headers. */
  readonly headersMillis?: number
  /**
   * How long a client may take to send the whole request, plus the time for a body that keeps arriving
   * (`requireUploadPace`).
   */
  readonly requestMillis?: number
  /** How long a connection stays open between requests. */
  readonly keepAliveMillis?: number
  /** How long a client may take to read an answer, plus the time for its length (32 KiB a second). */
  readonly writeMillis?: number
  /** How long a refused connection stays half open for its client to read the reason. */
  readonly closeMillis?: number
  /**
   * How many connections may be open. Default: three quarters of the descriptors of this process, 8192 at most in all
   * processes.
   */
  readonly connectionsMax?: number
  /** The maximum memory of waiting requests, incoming bodies and unread answers together. */
  readonly heldBytesMax?: number
  /** CIDR blocks of proxies, behind which many clients share an address. */
  readonly trustedProxies?: ReadonlyArray<string>
  /** How many processes serve the port: each has its part of the default bounds. Default 1. */
  readonly processes?: number
}

const { listOf, millis, optional, text, wholeNumber } = option

/** What may be given to the server. */
export const nodeServerRules: OptionRules<NodeServerOptions> = {
  port: wholeNumber(0, 65_535),
  host: text("127.0.0.1"),
  shutdownMillis: optional(millis(0)),
  idleGraceMillis: optional(millis(0)),
  headersMillis: optional(millis()),
  requestMillis: optional(millis()),
  keepAliveMillis: optional(millis()),
  writeMillis: optional(millis()),
  closeMillis: optional(millis()),
  connectionsMax: optional(wholeNumber(1)),
  heldBytesMax: optional(wholeNumber(1)),
  trustedProxies: optional(listOf(text("10.0.0.0/8"))),
  processes: optional(wholeNumber(1))
}
