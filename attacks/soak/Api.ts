import { createHash, createHmac } from "node:crypto"
import type { ShiftedClock } from "./Clock.ts"
import type { Partner } from "./Partner.ts"

export interface Answer {
  /** 0 where none came: nobody knows what became of the request. */
  readonly status: number
  readonly code: string
  readonly body: AnsweredBody
}

/** What servers answer, as far as it is looked at: each part is there in the answers that it belongs to. */
export interface AnsweredBody {
  readonly payout: { readonly id: string; readonly status: string; readonly error: string | null }
  readonly payouts: ReadonlyArray<object>
  readonly invoice: { readonly id: string; readonly address: string; readonly paidAmount: number }
  readonly wallet: { readonly id: string; readonly address: string; readonly balance: number }
  readonly balance: { readonly [F in "adjustments" | "available" | "paidOut" | "received"]: number }
  readonly webhook: { readonly secret: string }
  readonly secret: string
  /** Of a fiat invoice. */
  readonly id: string
  readonly paymentUrl: string
  readonly batchId: string
  readonly error?: { readonly code: string }
}

export interface Request {
  readonly partner: Partner
  readonly family: "crypto" | "fiat" | "transit"
  readonly method: string
  readonly path: string
  readonly body?: string | FormData
  readonly key?: string
}

/** A request as it was sent, to be sent again as it is. */
export interface Captured {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly sentAt: number
}

/** No request hangs longer. */
const patienceMillis = 60_000
const capturedMax = 200

/** What all clients send through: to any of the servers that run, signed by the clock that the servers have. */
export class Api {
  urls: ReadonlyArray<string> = []
  requestCount = 0
  /** The latest signed payouts whose keys do not bind what is left unsigned. */
  readonly captured: Array<Captured> = []
  readonly codes = new Map<string, number>()
  /** The longest wait for an answer, and for which. */
  longest = { millis: 0, answer: "" }
  readonly #clock: ShiftedClock
  readonly #broken: (sentence: string) => void
  #turn = 0
  #lastTimestamp = 0

  constructor(clock: ShiftedClock, broken: (sentence: string) => void) {
    this.#clock = clock
    this.#broken = broken
  }

  async send(request: Request): Promise<Answer> {
    const { body, family, method, partner, path } = request
    const headers = this.#headers(request)
    const sentAt = Date.now()
    const answer = await this.raw(method, path, headers, body)
    // One that was never taken may be sent by anybody, with any key that is not signed.
    if (answer.status === 200 && family === "crypto" && method === "POST" && partner.crypto.bind === "none") {
      this.captured.push({ path, headers, body: String(body), sentAt })
      if (this.captured.length > capturedMax) this.captured.shift()
    }
    return answer
  }

  async raw(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body: string | FormData | undefined
  ): Promise<Answer> {
    this.requestCount += 1
    this.#turn += 1
    const url = this.urls[this.#turn % Math.max(1, this.urls.length)]
    const answer = await (url === undefined
      ? noAnswer
      : this.#ask(`${url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) }))
    const counted = `${answer.status}${answer.code === "" ? "" : ` ${answer.code}`}`
    this.codes.set(counted, (this.codes.get(counted) ?? 0) + 1)
    return answer
  }

  async #ask(url: string, init: RequestInit): Promise<Answer> {
    const asked = `${init.method} ${url}`
    const begun = performance.now()
    try {
      const response = await fetch(url, {
        ...init,
        redirect: "manual",
        signal: AbortSignal.timeout(patienceMillis)
      })
      const text = await response.text()
      const isJson = response.headers.get("content-type")?.startsWith("application/json") === true
      const body: AnsweredBody = isJson ? JSON.parse(text) : {}
      const millis = Math.round(performance.now() - begun)
      if (millis > this.longest.millis) this.longest = { millis, answer: `${asked}: ${response.status}` }
      if (response.status >= 500 && !(response.status === 503 && response.headers.has("retry-after")))
        this.#broken(`${asked} was answered ${response.status} without a time to try again: ${text}`)
      return { status: response.status, code: body.error?.code ?? "", body }
    } catch (error) {
      // A server that is killed answers nothing, and says so by the end of its connections.
      if (error instanceof Error && error.name === "TimeoutError")
        this.#broken(`${asked} was not answered within ${patienceMillis / 1_000} s`)
      return noAnswer
    }
  }

  #headers({ body, family, key, method, partner, path }: Request): Record<string, string> {
    const headers: Record<string, string> = {
      ...(typeof body === "string" ? { "content-type": "application/json" } : {}),
      ...(key === undefined ? {} : { [family === "crypto" ? "x-idempotency-key" : "idempotency-key"]: key })
    }
    const { publicKey, secret } = partner[family]
    if (family === "fiat") return { ...headers, "x-api-key": secret }
    if (family === "transit") return { ...headers, "x-api-key": publicKey, "x-api-secret": secret }
    // Two requests never have the same instant, so that none is taken for the other's replay.
    const timestamp = String(this.#timestamp())
    const digest = typeof body === "string" ? createHash("sha256").update(body).digest("hex") : ""
    const bound = partner.crypto.bind === "idempotency" ? (key ?? "") : ""
    const signed = `${method}${path.split("?")[0]}${timestamp}${digest}${bound}`
    const signature = createHmac("sha256", secret).update(signed).digest("hex")
    return { ...headers, "x-api-key": publicKey, "x-timestamp": timestamp, "x-signature": signature }
  }

  #timestamp(): number {
    const now = this.#clock.now
    // After a clock that went back the counter goes back with it.
    this.#lastTimestamp =
      Math.abs(now - this.#lastTimestamp) < 1_000 ? Math.max(now, this.#lastTimestamp + 1) : now
    return this.#lastTimestamp
  }
}

const noAnswer: Answer = { status: 0, code: "", body: {} as AnsweredBody }
