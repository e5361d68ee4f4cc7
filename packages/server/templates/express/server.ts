import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { nodeListener } from "@quittance/adapters-http"
import express from "express"
import { openQuittance } from "./quittance.ts"

/** Serves this project and its payments on one port; port 0 is any free one. */
export const start = async ({ folder, port }: { readonly folder: string; readonly port: number }) => {
  const app = express()
  const server = createServer(app).listen(port, "127.0.0.1")
  await once(server, "listening")
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { handle, quittance } = await openQuittance({ folder, publicUrl: process.env.PUBLIC_URL ?? url })

  app.get("/hello", (_request, response) => void response.send("hello from this project"))
  // Before express.json() and other parsers of bodies: signatures cover the bytes that were sent.
  app.use(nodeListener(handle))

  const close = async (): Promise<void> => {
    server.close()
    server.closeIdleConnections()
    await once(server, "close")
    await quittance.close()
  }
  return { url, quittance, close }
}
