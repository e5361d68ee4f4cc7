import { get } from "node:http"
import { mustHold } from "./Attack.ts"

/** How long an answer may take before it counts as none. */
const patienceMillis = 5_000
/** How long anybody may wait while others attack. */
const answerMillisMax = 1_000

/** Somebody else who asks `GET /healthz` on a connection of its own, again and again, until `stop`. */
export class OtherClient {
  private readonly latencies: Array<number> = []
  private failures = 0
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

  /** Every answer came, and in time; else broken, as `told`. */
  mustBeServed(summary: string): void {
    mustHold(this.failures === 0 && this.slowestMillis < answerMillisMax, summary)
  }

  private get slowestMillis(): number {
    return Math.round(Math.max(0, ...this.latencies))
  }

  private get p95Millis(): number {
    const ascending = this.latencies.toSorted((one, other) => one - other)
    return Math.round(ascending[Math.floor(ascending.length * 0.95)] ?? 0)
  }

  get summary(): string {
    return `others: ${this.latencies.length} answers, p95 ${this.p95Millis} ms, the slowest ${this.slowestMillis} ms, ${this.failures} failures`
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
