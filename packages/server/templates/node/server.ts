import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { nodeListener } from "@quittance/adapters-http"
import { openQuittance } from "./quittance.ts"

/** Serves this project and its payments on one port; port 0 is any free one. */
export const start = async ({ folder, port }: { readonly folder: string; readonly port: number }) => {
  // Links need the port, so the server listens before it knows what to answer.
  const server = createServer().listen(port, "127.0.0.1")
  await once(server, "listening")
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { handle, quittance } = await openQuittance({ folder, publicUrl: process.env.PUBLIC_URL ?? url })

  const payments = nodeListener(handle)
  server.on("request", (request, response) => {
    if (request.url === "/hello") response.end("hello from this project")
    else payments(request, response)
  })

  const close = async (): Promise<void> => {
    server.close()
    server.closeIdleConnections()
    await once(server, "close")
    await quittance.close()
  }
  return { url, quittance, close }
}
