/** A host for the payment pages of fiat invoices: every view under its name, with a status stream that tells nothing. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { assets } from "../../src/pages/assets.ts"
import { renderBankPaymentPage } from "../../src/pages/BankPaymentPage.ts"
import type { BankPaymentView } from "../../src/pages/BankPaymentView.ts"
import { chooseLocale } from "../../src/pages/Locale.ts"
import { formPageHeaders } from "../../src/pages/pageHeaders.ts"

export interface BankPageHost extends AsyncDisposable {
  /** The page of the view with this name. */
  readonly url: (name: string) => string
  readonly set: (name: string, view: BankPaymentView) => void
  /** Tells every open stream something new, whatever it is. */
  readonly publish: () => void
  readonly streamCount: () => number
}

export const startBankPageHost = async (
  first: Readonly<Record<string, BankPaymentView>>
): Promise<BankPageHost> => {
  const views = new Map(Object.entries(first))
  const streams = new Set<ServerResponse>()
  let version = 0

  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://host")
    const [, name = "", events] = /^\/pay\/([^/]+)(\/events)?$/.exec(pathname) ?? []
    const view = views.get(name)
    if (view !== undefined && events !== undefined) {
      response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" })
      response.flushHeaders()
      streams.add(response)
      response.on("close", () => streams.delete(response))
    } else if (view !== undefined) {
      const locale = chooseLocale(searchParams.get("lang"), request.headers["accept-language"] ?? null)
      const options = { locale, path: pathname, selectedBank: null, assetsPath: "/assets", sandbox: true }
      response.writeHead(200, formPageHeaders)
      response.end(renderBankPaymentPage(view, options))
    } else {
      const asset = assets.get(pathname.replace("/assets/", ""))
      response.writeHead(asset === undefined ? 404 : 200, asset?.headers ?? {})
      response.end(asset?.body)
    }
  }

  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the host has no port")

  return {
    url: (name) => `http://127.0.0.1:${address.port}/pay/${name}`,
    set: (name, view) => void views.set(name, view),
    publish: () => {
      version++
      for (const stream of streams) stream.write(`data: ${JSON.stringify({ news: version, version })}\n\n`)
    },
    streamCount: () => streams.size,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
