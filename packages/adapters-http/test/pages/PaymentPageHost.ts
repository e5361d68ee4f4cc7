/** A host for one payment page: serves it, its assets, its status stream and a page for unknown tokens. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { assets } from "../../src/pages/assets.ts"
import { renderCryptoPaymentPage } from "../../src/pages/CryptoPaymentPage.ts"
import type { CryptoPaymentView } from "../../src/pages/CryptoPaymentView.ts"
import { chooseLocale } from "../../src/pages/Locale.ts"
import { renderNotFoundPage } from "../../src/pages/noticePages.ts"
import { pageHeaders } from "../../src/pages/pageHeaders.ts"

export interface PaymentPageHost extends AsyncDisposable {
  readonly url: string
  /** Changes what the page shows, without telling anyone. */
  readonly show: (view: CryptoPaymentView) => void
  /** Tells every open stream about what is shown. */
  readonly publish: () => void
  /** How often the page itself was asked for. */
  readonly pageRequests: () => number
  readonly streamCount: () => number
}

export const startPaymentPageHost = async (
  first: CryptoPaymentView,
  options: { readonly stream: "served" | "missing" } = { stream: "served" }
): Promise<PaymentPageHost> => {
  let view = first
  let version = 1
  let pageRequests = 0
  const streams = new Set<ServerResponse>()

  const send = (stream: ServerResponse) => {
    const { status, exception, confirmations } = view
    stream.write(`data: ${JSON.stringify({ status, exception, confirmations, version })}\n\n`)
  }

  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? "/", "http://host")
    if (url.pathname === "/pay/token") {
      pageRequests++
      const locale = chooseLocale(url.searchParams.get("lang"), request.headers["accept-language"] ?? null)
      response.writeHead(200, pageHeaders)
      response.end(
        renderCryptoPaymentPage(view, { locale, path: "/pay/token", assetsPath: "/assets", sandbox: true })
      )
      return
    }
    if (url.pathname === "/pay/token/events" && options.stream === "served") {
      response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" })
      streams.add(response)
      response.on("close", () => streams.delete(response))
      send(response)
      return
    }
    if (url.pathname === "/thanks") {
      response.writeHead(200, { "Content-Type": "text/plain" })
      response.end("thanks")
      return
    }
    if (url.pathname === "/pay/unknown") {
      const locale = chooseLocale(url.searchParams.get("lang"), null)
      response.writeHead(404, pageHeaders)
      response.end(renderNotFoundPage(locale, { assetsPath: "/assets", subject: "payment" }))
      return
    }
    const asset = assets.get(url.pathname.replace("/assets/", ""))
    response.writeHead(asset === undefined ? 404 : 200, asset?.headers ?? {})
    response.end(asset?.body)
  }

  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the host has no port")

  return {
    url: `http://127.0.0.1:${address.port}/pay/token`,
    show: (next) => {
      view = next
      version++
    },
    publish: () => streams.forEach(send),
    pageRequests: () => pageRequests,
    streamCount: () => streams.size,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
