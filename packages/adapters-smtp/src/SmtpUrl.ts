import { asciiDomain } from "@quittance/core/adapter"
import { Result, Schema } from "effect"

/** The URL of a mail server is not valid. The message never contains the URL, which may hold a password. */
export class SmtpUrlRefused extends Schema.TaggedError<SmtpUrlRefused>()("SmtpUrlRefused", {
  /** One sentence for the operator. */
  message: Schema.String
}) {}

/**
 * How the connection to the server is protected.
 *
 * - `tls`: from the first byte (`smtps:`)
 * - `startTls`: before anything else (`smtp:`); a server that does not offer it gets no mail
 * - `none`: not at all; for a server on this machine, or a URL with `?tls=off`
 */
export type SmtpProtection = "tls" | "startTls" | "none"

/** Where a mail server is and how to speak to it. */
export interface SmtpServer {
  readonly host: string
  readonly port: number
  readonly protection: SmtpProtection
  readonly login: { readonly user: string; readonly pass: string } | undefined
}

const portOf = { "smtp:": 587, "smtps:": 465 } as const

const isScheme = (protocol: string): protocol is keyof typeof portOf => Object.hasOwn(portOf, protocol)

/** Reads `smtp://user:password@host:port` or `smtps://…`. User and password are percent-encoded where necessary. */
export const readSmtpUrl = (text: string): Result.Result<SmtpServer, SmtpUrlRefused> => {
  if (!URL.canParse(text)) return refused("must be smtp://user:password@host:port or smtps://…")
  const url = new URL(text)
  const { protocol } = url
  if (!isScheme(protocol)) return refused("must begin with smtp:// or smtps://")
  const host = hostOf(url)
  if (host === undefined) return refused("must name a host")
  if (url.pathname.length > 1 || url.hash !== "") return refused("must end after the port")
  const options = [...url.searchParams]
  const off = options.some(([name, value]) => name === "tls" && value === "off")
  if (options.length > (off ? 1 : 0)) return refused("may have no parameter but tls=off")
  if (off && protocol === "smtps:") return refused("must be smtp:// where tls=off")
  return Result.map(readLogin(url), (login) => ({
    host,
    port: url.port === "" ? portOf[protocol] : Number(url.port),
    protection: protocol === "smtps:" ? "tls" : off || isLoopback(host) ? "none" : "startTls",
    login
  }))
}

/**
 * A WHATWG URL keeps the brackets of an IPv6 address. It also keeps the percent-encoding of a host name, unless its
 * scheme is one of the web's.
 */
const hostOf = ({ hostname }: URL): string | undefined => {
  const name = Result.try(() => decodeURIComponent(hostname.replace(/^\[(.*)\]$/, "$1")))
  const host = Result.isSuccess(name) ? asciiDomain(name.success) : undefined
  return host !== undefined && /^[\w.:-]+$/.test(host) ? host : undefined
}

const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || /^127\.\d+\.\d+\.\d+$/.test(host)

const readLogin = ({ password, username }: URL): Result.Result<SmtpServer["login"], SmtpUrlRefused> => {
  if (username === "" && password === "") return Result.succeed(undefined)
  if (username === "" || password === "") return refused("must have both a user and a password, or neither")
  return Result.try({
    try: () => ({ user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    catch: () =>
      new SmtpUrlRefused({ message: sentence("contains a % that does not start a percent-encoding") })
  })
}

const sentence = (what: string): string => `the URL of the mail server ${what}`

const refused = (what: string) => Result.fail(new SmtpUrlRefused({ message: sentence(what) }))
