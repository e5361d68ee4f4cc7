/**
 * A host for pages by their names, with their files, a status stream of each and a page for who follows a wrong link.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { assets } from "../../src/pages/assets.ts"
import { renderBankPaymentPage } from "../../src/pages/BankPaymentPage.ts"
import type { BankPaymentView } from "../../src/pages/BankPaymentView.ts"
import { stylesheetNamed } from "../../src/pages/brandStylesheet.ts"
import { renderCryptoPaymentPage } from "../../src/pages/CryptoPaymentPage.ts"
import type { CryptoPaymentView } from "../../src/pages/CryptoPaymentView.ts"
import { chooseLocale, type Locale } from "../../src/pages/Locale.ts"
import { renderNotFoundPage } from "../../src/pages/noticePages.ts"
import type { PageBrand } from "../../src/pages/PageBrand.ts"
import { formPageHeaders, pageHeaders, verificationPageHeaders } from "../../src/pages/pageHeaders.ts"
import { type ReceiptView, renderReceiptPage } from "../../src/pages/ReceiptPage.ts"
import { renderVerificationPage } from "../../src/pages/VerificationPage.ts"
import type { VerificationView } from "../../src/pages/VerificationView.ts"

interface PageOptions {
  readonly locale: Locale
  readonly path: string
  readonly assetsPath: string
  readonly brand?: PageBrand
}

export interface HostedPage {
  readonly headers: Readonly<Record<string, string>>
  readonly render: (options: PageOptions) => string
}

export const cryptoPage = (view: CryptoPaymentView): HostedPage => ({
  headers: formPageHeaders,
  render: (options) => renderCryptoPaymentPage(view, { ...options, sandbox: true, canSimulate: true })
})

export const bankPage = (view: BankPaymentView): HostedPage => ({
  headers: formPageHeaders,
  render: (options) => renderBankPaymentPage(view, { ...options, selectedBank: null, sandbox: true })
})

export const receiptPage = (view: ReceiptView): HostedPage => ({
  headers: pageHeaders,
  render: (options) => renderReceiptPage(view, { ...options, paymentPath: options.path, sandbox: true })
})

export const verificationPage = (view: VerificationView): HostedPage => ({
  headers: verificationPageHeaders,
  render: (options) => renderVerificationPage(view, { ...options, sandbox: true })
})

/** The same page of a partner that shows who it is. */
export const branded = ({ headers, render }: HostedPage, given: Partial<PageBrand>): HostedPage => {
  const nothing = { colour: null, logo: null, logoDark: null, support: null }
  const brand = {
    ...{ name: "Corner Shop", isExample: false, ...nothing, termsUrl: null, privacyUrl: null, siteUrl: null },
    ...given
  }
  return { headers, render: (options) => render({ ...options, brand }) }
}

export interface PageHost extends AsyncDisposable {
  readonly url: (name: string) => string
  /** Changes what a page shows, without telling anyone. */
  readonly set: (name: string, page: HostedPage) => void
  /** Tells every open stream about what its page shows. */
  readonly publish: () => void
  /** How often pages themselves were asked for. */
  readonly pageRequests: () => number
  readonly streamCount: () => number
}

const assetsPath = "/assets"

export const startPageHost = async (
  first: Readonly<Record<string, HostedPage>>,
  { stream = "served" }: { readonly stream?: "served" | "missing" } = {}
): Promise<PageHost> => {
  const pages = new Map(Object.entries(first).map(([name, page]) => [name, { page, version: 1 }]))
  const streams = new Map<ServerResponse, string>()
  let pageRequests = 0

  const tell = (name: string, to: ServerResponse) => {
    const { page, version } = pages.get(name) ?? { version: 0 }
    const [, shown] =
      /data-shown="([^"]*)"/.exec(page?.render({ locale: "en", path: "", assetsPath }) ?? "") ?? []
    to.write(`data: ${JSON.stringify({ shown, version })}\n\n`)
  }

  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://host")
    const [, name, events] = /^\/pages\/([^/]+)(\/events)?$/.exec(pathname) ?? []
    const locale = chooseLocale(searchParams.get("lang"), request.headers["accept-language"] ?? null)
    const page = pages.get(name ?? "")?.page
    if (name === undefined) {
      const file = pathname.replace(`${assetsPath}/`, "")
      const asset = assets.get(file) ?? stylesheetNamed(file)
      response.writeHead(asset === undefined ? 404 : 200, asset?.headers ?? {})
      response.end(asset?.body)
    } else if (page === undefined || (events !== undefined && stream === "missing")) {
      response.writeHead(404, pageHeaders)
      response.end(renderNotFoundPage(locale, { assetsPath, subject: "payment" }))
    } else if (events === undefined) {
      pageRequests++
      response.writeHead(200, page.headers)
      response.end(page.render({ locale, path: pathname, assetsPath }))
    } else {
      response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" })
      streams.set(response, name)
      response.on("close", () => streams.delete(response))
      tell(name, response)
    }
  }

  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the host has no port")

  return {
    url: (name) => `http://127.0.0.1:${address.port}/pages/${name}`,
    set: (name, page) => void pages.set(name, { page, version: (pages.get(name)?.version ?? 0) + 1 }),
    publish: () => {
      for (const [to, name] of streams) tell(name, to)
    },
    pageRequests: () => pageRequests,
    streamCount: () => streams.size,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
