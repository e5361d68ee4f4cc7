import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { TronNode } from "./TronNode.ts"

export interface Loopback {
  readonly url: string
  readonly close: () => Promise<void>
}

/** Serves a node over HTTP on this machine, for what has no way to be given a `Fetch`. */
export const serveOnLoopback = async (node: Pick<TronNode, "fetch">): Promise<Loopback> => {
  const server = createServer(async (request, response) => {
    const pieces: Array<Uint8Array> = []
    for await (const piece of request) pieces.push(piece)
    try {
      const answer = await node.fetch(`http://localhost${request.url}`, {
        method: "POST",
        body: Buffer.concat(pieces).toString()
      })
      response.setHeader("content-type", "application/json").end(await answer.text())
    } catch {
      response.destroy()
    }
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      })
  }
}
