/** A host for one kind of page: every view under its name, with a status stream that tells nothing. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { assets } from "../../src/pages/assets.ts"
import { chooseLocale, type Locale } from "../../src/pages/Locale.ts"

export interface PageHost<View> extends AsyncDisposable {
  /** The page of the view with this name. */
  readonly url: (name: string) => string
  readonly set: (name: string, view: View) => void
  /** Tells every open stream something new, whatever it is. */
  readonly publish: () => void
  readonly streamCount: () => number
}

export interface HostedPage<View> {
  readonly headers: Readonly<Record<string, string>>
  readonly render: (
    view: View,
    options: { readonly locale: Locale; readonly path: string; readonly assetsPath: string }
  ) => string
}

export const startPageHost = async <View>(
  first: Readonly<Record<string, View>>,
  page: HostedPage<View>
): Promise<PageHost<View>> => {
  const views = new Map(Object.entries(first))
  const streams = new Set<ServerResponse>()
  let version = 0

  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://host")
    const [, name = "", events] = /^\/pages\/([^/]+)(\/events)?$/.exec(pathname) ?? []
    const view = views.get(name)
    if (view !== undefined && events !== undefined) {
      response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" })
      response.flushHeaders()
      streams.add(response)
      response.on("close", () => streams.delete(response))
    } else if (view !== undefined) {
      const locale = chooseLocale(searchParams.get("lang"), request.headers["accept-language"] ?? null)
      response.writeHead(200, page.headers)
      response.end(page.render(view, { locale, path: pathname, assetsPath: "/assets" }))
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
    url: (name) => `http://127.0.0.1:${address.port}/pages/${name}`,
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
