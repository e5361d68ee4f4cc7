import { Settings } from "@quittance/core"
import { consoleUrlOf, SignInLinks, signInUrl } from "@quittance/core/adapter"
import { Effect } from "effect"

/** A link that signs in, as an owner of this partner, at the console; refused where there must be none. */
export const madeSignInLink = Effect.fnUntraced(function* (partnerId: string) {
  const consoleUrl = consoleUrlOf(yield* Settings) ?? ""
  const { expiresAt, ticket } = yield* Effect.flatMap(SignInLinks, ({ make }) => make(partnerId))
  return { url: signInUrl(consoleUrl, ticket), expiresAt: new Date(expiresAt).toISOString() }
})
