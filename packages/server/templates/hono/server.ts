import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { createAdaptorServer } from "@hono/node-server"
import { getConnInfo } from "@hono/node-server/conninfo"
import { Hono } from "hono"
import { openQuittance } from "./quittance.ts"

/** Serves this project and its payments on one port; port 0 is any free one. */
export const start = async ({ folder, port }: { readonly folder: string; readonly port: number }) => {
  const app = new Hono()
  app.get("/hello", (context) => context.text("hello from this project"))
  // A Request does not tell from where it came, and limits by address need it.
  const addresses = new WeakMap<Request, string>()
  app.all("*", async (context) => {
    const { address } = getConnInfo(context).remote
    if (address !== undefined) addresses.set(context.req.raw, address)
    return (await payments).handle(context.req.raw)
  })

  const server = createAdaptorServer({ fetch: app.fetch })
  server.listen(port, "127.0.0.1")
  await once(server, "listening")
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const payments = openQuittance({
    folder,
    publicUrl: process.env.PUBLIC_URL ?? url,
    remoteAddress: (request) => addresses.get(request)
  })
  const { quittance } = await payments
  const close = async (): Promise<void> => {
    server.close()
    if ("closeIdleConnections" in server) server.closeIdleConnections()
    await once(server, "close")
    await quittance.close()
  }
  return { url, quittance, close }
}
