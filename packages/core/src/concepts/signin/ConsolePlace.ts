import { Context, Result, Schema } from "effect"

/** Where the console is: what passkeys are made for, and whose requests it takes. From the configuration only. */
export interface ConsolePlaceShape {
  /** Scheme, host and port, as browsers write them. */
  readonly origin: string
  /** The domain that passkeys are made for (WebAuthn Level 3, 4). */
  readonly rpId: string
  /** The path of the URL, without a slash at its end; empty if it has none. */
  readonly mountPath: string
}

export class ConsolePlace extends Context.Service<ConsolePlace, ConsolePlaceShape>()(
  "@quittance/core/concepts/signin/ConsolePlace"
) {}

/** Nobody could sign in at this URL. */
export class ConsoleUrlRefused extends Schema.TaggedError<ConsoleUrlRefused>()("ConsoleUrlRefused", {
  message: Schema.String
}) {}

/** `localhost` and its subdomains (RFC 6761, 6.3): browsers trust them without encryption. */
const isLocalhost = (host: string): boolean => host === "localhost" || host.endsWith(".localhost")

const isAddress = (host: string): boolean => host.startsWith("[") || /^[\d.]+$/.test(host)

/** The place of a console URL, or what is wrong with it. */
export const consolePlaceOf = (consoleUrl: string): Result.Result<ConsolePlaceShape, ConsoleUrlRefused> => {
  const refuse = (message: string) => Result.fail(new ConsoleUrlRefused({ message }))
  if (!URL.canParse(consoleUrl)) return refuse("consoleUrl must be a URL such as https://pay.example")
  const { hostname, origin, pathname, port, protocol } = new URL(consoleUrl)
  if (isAddress(hostname)) {
    const local = `http://localhost${port === "" ? "" : `:${port}`}`
    return refuse(
      `browsers refuse passkeys at an address such as ${hostname}: consoleUrl must have a name, as in ${
        hostname === "127.0.0.1" || hostname === "[::1]" ? local : "https://pay.example"
      }`
    )
  }
  if (protocol !== "https:" && !(protocol === "http:" && isLocalhost(hostname)))
    return refuse(
      "consoleUrl must begin with https://, or be at http://localhost: browsers refuse sign-in elsewhere"
    )
  return Result.succeed({ origin, rpId: hostname, mountPath: pathname.replace(/\/+$/, "") })
}
