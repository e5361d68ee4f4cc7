import { Context, Result, Schema } from "effect"
import { consoleUrlFault } from "../../kernel/setting/consoleUrl.ts"

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

/** The place of a console URL, or what is wrong with it. */
export const consolePlaceOf = (consoleUrl: string): Result.Result<ConsolePlaceShape, ConsoleUrlRefused> => {
  const fault = consoleUrlFault(consoleUrl)
  if (fault !== undefined) return Result.fail(new ConsoleUrlRefused({ message: `consoleUrl ${fault}` }))
  const { hostname, origin, pathname } = new URL(consoleUrl)
  return Result.succeed({ origin, rpId: hostname, mountPath: pathname.replace(/\/+$/, "") })
}
