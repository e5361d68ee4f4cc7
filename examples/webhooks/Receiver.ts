import { EventEmitter, on, once } from "node:events"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"
import {
  isStale,
  verifyWebhook,
  type WebhookEvent,
  WebhookVerificationError
} from "@quittance/webhook-receiver"

/**
 * What a partner runs: an HTTP server that takes webhooks. It believes what is signed with its secret, does nothing
 * twice and nothing that is out of date, and answers 2xx only when it is done. A real one keeps `done` and `newest` in
 * its database, written together with what it does.
 */
export class Receiver {
  /** What signs for us; after a rotation the new one. */
  secrets: ReadonlyArray<string> = []
  /** Whether the next event finds us out of order. */
  failsNext = false
  readonly #name: string
  /** Events that were dealt with: each comes at least once, so perhaps again. */
  readonly #done = new Set<string>()
  /** The newest version of each resource: a late first attempt may come after a quick second event. */
  readonly #newest = new Map<string, number>()
  readonly #output = new EventEmitter()
  readonly #lines = on(this.#output, "line")
  readonly #server = createServer(async (request, response) => {
    const [status, line] = await this.#take(request)
    response.writeHead(status).end()
    this.#output.emit("line", `${this.#name} answers ${status}: ${line}`)
  })

  constructor(name: string) {
    this.#name = name
  }

  async listen(): Promise<string> {
    this.#server.listen(0, "127.0.0.1")
    await once(this.#server, "listening")
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/webhooks`
  }

  /** What came next, in a line. */
  async next(): Promise<string> {
    const { value = [] } = await this.#lines.next()
    return String(value[0])
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  async #take(request: IncomingMessage): Promise<readonly [status: number, line: string]> {
    // The raw body, byte for byte: what is parsed and written again is no longer what was signed.
    const body = await buffer(request)
    try {
      return this.#deal(await verifyWebhook(body, request.headers, this.secrets))
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error
      return [401, `refused, ${error.code}`]
    }
  }

  #deal(event: WebhookEvent): readonly [status: number, line: string] {
    const what = `${event.type}, version ${event.version}`
    const resource = String(event.data.object.id)
    if (this.failsNext) {
      this.failsNext = false
      return [500, `${what}, while out of order`]
    }
    if (this.#done.has(event.id)) return [204, `${what}, done before`]
    this.#done.add(event.id)
    if (isStale(event, this.#newest.get(resource))) return [204, `${what}, stale`]
    this.#newest.set(resource, event.version)
    return [204, what]
  }
}
