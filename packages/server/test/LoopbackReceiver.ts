import { once } from "node:events"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { afterwards } from "@quittance/testing"

/** A webhook as it came over the wire. */
export interface ReceivedWebhook {
  readonly body: string
  readonly headers: IncomingHttpHeaders
  /** Answers with this status. */
  readonly answer: (status: number) => void
}

interface LoopbackReceiverOptions {
  /** The status that each webhook is answered with when it comes; without it the test answers. */
  readonly status?: number
}

/** A real receiver of webhooks on loopback, closed afterwards. */
export const loopbackReceiver = async ({ status }: LoopbackReceiverOptions = {}) => {
  const received: Array<ReceivedWebhook> = []
  let wake = (): void => undefined
  const server = createServer(async (request, response) => {
    // Who is killed in between leaves half a request.
    const body = await text(request).catch(() => undefined)
    if (body === undefined) return
    const answer = (code: number): void => void response.writeHead(code).end()
    received.push({ body, headers: request.headers, answer })
    if (status !== undefined) answer(status)
    wake()
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  afterwards(() => {
    server.close()
    server.closeAllConnections()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    received,
    /** The webhook that came as that one, counted from 0, once it has come. */
    arrived: async (index: number): Promise<ReceivedWebhook> => {
      while (true) {
        const found = received[index]
        if (found !== undefined) return found
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }
  }
}
