import { Effect } from "effect"
import type { Access } from "../access/Access.ts"
import type { RateLimits } from "../access/RateLimits.ts"
import { prepareDocument } from "../message/preparedDocument.ts"
import { assets } from "../pages/assets.ts"
import { stylesheetNamed } from "../pages/brandStylesheet.ts"
import { browserFile } from "../pages/browserFile.ts"
import type { Explorers } from "../pages/explorer.ts"
import { iconSvg } from "../pages/PageFrame.ts"
import { ApiRefusal } from "../refusal/ApiRefusal.ts"
import type { SideRoute } from "../routing/SideRoute.ts"
import { makeBankPaymentPages } from "./BankPaymentPages.ts"
import { makeCryptoPaymentPages } from "./CryptoPaymentPages.ts"
import { makePageEvents } from "./PageEvents.ts"
import { makeLogoRoute } from "./pageBrands.ts"
import { assetsPath } from "./pageResponse.ts"
import { makeReceiptPages } from "./ReceiptPages.ts"
import { makeSandboxBankPages } from "./SandboxBankPages.ts"
import { makeSandboxTransferPages } from "./SandboxTransferPages.ts"
import { makeVerificationPages } from "./VerificationPages.ts"

const noSuchFile = Effect.fail(new ApiRefusal({ code: "not_found", message: "there is no such file" }))

/** A file that is not served for all pages: made when it is asked for. */
const preparedSheet = (name: string) => {
  const sheet = stylesheetNamed(name)
  return sheet && prepareDocument(sheet.headers, sheet.body)
}

const makeAssetRoute = Effect.gen(function* () {
  const files = new Map(
    yield* Effect.forEach(assets.values(), ({ body, headers, name }) =>
      Effect.map(prepareDocument(headers, body), (prepared) => [name, prepared] as const)
    )
  )
  const route: SideRoute = {
    caller: "visitor",
    method: "GET",
    path: `${assetsPath}/{name}`,
    handle: (request, { name = "" }) =>
      files.get(name)?.answer(request) ??
      Effect.flatMap(preparedSheet(name) ?? noSuchFile, ({ answer }) => answer(request))
  }
  return route
})

const iconHeaders = {
  "Content-Type": "image/svg+xml",
  "Content-Security-Policy": "default-src 'none'",
  "Cache-Control": "public, max-age=86400",
  "X-Content-Type-Options": "nosniff"
}

/** One file at an address that stays. */
const makeFileRoute = (path: SideRoute["path"], headers: Readonly<Record<string, string>>, body: string) =>
  Effect.map(
    prepareDocument(headers, body),
    ({ answer }): SideRoute => ({ caller: "visitor", method: "GET", path, handle: answer })
  )

const embedHeaders = {
  "Content-Type": "text/javascript; charset=utf-8",
  // Its address stays in the pages of shops, so a new release is there soon.
  "Cache-Control": "public, max-age=600",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "X-Content-Type-Options": "nosniff"
}

/** The hosted pages, their event streams, and their files. */
export const makeHostedPages = Effect.fnUntraced(function* (
  rateLimits: RateLimits,
  access: Access,
  explorers: Explorers
) {
  const events = yield* makePageEvents()
  return [
    ...(yield* makeCryptoPaymentPages(events, access, explorers)),
    ...(yield* makeBankPaymentPages(events, access)),
    ...(yield* makeReceiptPages(explorers)),
    ...(yield* makeSandboxBankPages),
    ...(yield* makeSandboxTransferPages),
    ...(yield* makeVerificationPages(events, rateLimits, access)),
    yield* makeLogoRoute,
    yield* makeAssetRoute,
    // The script that shops load to show a payment on their own page.
    yield* makeFileRoute("/pay/embed.js", embedHeaders, browserFile("embed.js")),
    // The icon that a browser requests at every address without one.
    yield* makeFileRoute("/favicon.ico", iconHeaders, iconSvg)
  ]
})
