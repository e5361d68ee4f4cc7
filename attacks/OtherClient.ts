import { get } from "node:http"

/** How long an answer may take before it counts as none. */
const patienceMillis = 5_000

/** Somebody else who asks `GET /healthz` on a connection of its own, again and again, until `stop`. */
export class OtherClient {
  readonly latencies: Array<number> = []
  failures = 0
  #stopped = false
  readonly #ended: Promise<void>

  constructor(url: string, localAddress = "127.0.0.1") {
    this.#ended = this.#ask(`${url}/healthz`, localAddress)
  }

  async #ask(url: string, localAddress: string): Promise<void> {
    while (!this.#stopped) {
      const began = performance.now()
      const status = await statusOf(url, localAddress)
      if (status === 200) this.latencies.push(performance.now() - began)
      else this.failures += 1
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  get slowestMillis(): number {
    return Math.round(Math.max(0, ...this.latencies))
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#ended
  }
}

const statusOf = (url: string, localAddress: string): Promise<number> =>
  new Promise((resolve) => {
    const asked = get(url, { agent: false, localAddress, timeout: patienceMillis }, (response) => {
      response.resume()
      response.once("close", () => resolve(response.statusCode ?? 0))
    })
    asked.once("timeout", () => asked.destroy())
    asked.once("error", () => resolve(0))
  })
