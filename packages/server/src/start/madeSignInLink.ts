import { Settings } from "@quittance/core"
import { consoleUrlOf, SignInLinks, SignInUsers, signInUrl } from "@quittance/core/adapter"
import { Effect, Layer } from "effect"

export const signInLinks = Layer.provide(SignInLinks.layer, SignInUsers.layer)

/** A link that signs in, as an owner of this partner, at the console; refused where there must be none. */
export const madeSignInLink = Effect.fnUntraced(function* (partnerId: string) {
  const consoleUrl = consoleUrlOf(yield* Settings) ?? ""
  const { expiresAt, ticket, user } = yield* Effect.flatMap(SignInLinks, ({ make }) => make(partnerId))
  return { user, url: signInUrl(consoleUrl, ticket), expiresAt: new Date(expiresAt).toISOString() }
})
