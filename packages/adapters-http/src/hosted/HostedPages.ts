import { Effect } from "effect"
import type { Access } from "../access/Access.ts"
import type { RateLimits } from "../access/RateLimits.ts"
import { prepareDocument } from "../message/preparedDocument.ts"
import { assets } from "../pages/assets.ts"
import { ApiRefusal } from "../refusal/ApiRefusal.ts"
import type { Route } from "../routing/Route.ts"
import { makeBankPaymentPages } from "./BankPaymentPages.ts"
import { makeCryptoPaymentPages } from "./CryptoPaymentPages.ts"
import { makePageEvents } from "./PageEvents.ts"
import { assetsPath } from "./pageResponse.ts"
import { makeVerificationPages } from "./VerificationPages.ts"

const makeAssetRoute = Effect.gen(function* () {
  const files = new Map(
    yield* Effect.forEach(assets.values(), ({ body, headers, name }) =>
      Effect.map(prepareDocument(headers, body), (prepared) => [name, prepared] as const)
    )
  )
  const route: Route = {
    method: "GET",
    path: `${assetsPath}/{name}`,
    handle: (request, { name = "" }) =>
      files.get(name)?.answer(request) ??
      Effect.fail(new ApiRefusal({ code: "not_found", message: "there is no such file" }))
  }
  return route
})

/** The hosted pages, their event streams, and the files that they load. */
export const makeHostedPages = Effect.fnUntraced(function* (rateLimits: RateLimits, access: Access) {
  const events = yield* makePageEvents()
  return [
    ...(yield* makeCryptoPaymentPages(events, access)),
    ...(yield* makeBankPaymentPages(events, access)),
    ...(yield* makeVerificationPages(events, rateLimits, access)),
    yield* makeAssetRoute
  ]
})
