import { makeThings, startComplete } from "@quittance/adapters-http/testing"
import { type ClientOptions, createClient } from "../src/index.ts"
import { makePlatform, timeoutMillis } from "./TestPlatform.ts"

export const baseUrl = "http://api.test"

/** What happens to a request on its way, or to its answer. */
export type Fault =
  | "passes"
  /** The connection fails before the server hears of it. */
  | "never arrives"
  /** The server carries it out, and its answer is lost. */
  | "answer lost"
  /** The server hears of it twice, and its second answer comes back. */
  | "arrives twice"
  /** The server carries it out, and its answer ends early. */
  | "answer cut off"
  /** It hangs until its time runs out. */
  | "hangs"
  /** Something else answers. */
  | Response

/** Carries requests to a server, with faults planted one after the other; afterwards everything passes. */
export const makeLine = (answer: (request: Request) => Promise<Response>, time: () => number) => {
  const faults: Array<Fault> = []
  const sent: Array<Request> = []
  const hooks: { onHang: (() => void) | undefined } = { onHang: undefined }
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const request = new Request(url, init)
    sent.push(request.clone())
    const fault = faults.shift() ?? "passes"
    if (fault instanceof Response) return fault
    if (fault === "never arrives") throw new TypeError("fetch failed", { cause: new Error("ECONNREFUSED") })
    if (fault === "hangs") {
      queueMicrotask(() => hooks.onHang?.())
      return new Promise(() => undefined)
    }
    if (fault === "arrives twice") await answer(request.clone())
    const response = await answer(request)
    if (fault === "answer lost") throw new TypeError("terminated", { cause: new Error("other side closed") })
    const headers = new Headers(response.headers)
    // Every host of a Fetch handler adds it (RFC 9110, 6.6.1).
    headers.set("date", new Date(time()).toUTCString())
    const text = await response.text()
    const body = fault === "answer cut off" ? text.slice(0, -5) : text
    return new Response(response.status === 204 ? null : body, { status: response.status, headers })
  }
  return { fetch, faults, sent, hooks }
}

/** The whole server in this process, on a store in memory, and a client of its first partner. */
export const startClient = async (
  options: Partial<ClientOptions> = {},
  server: Parameters<typeof startComplete>[0] = {}
) => {
  const api = await startComplete(server)
  const machine = makePlatform(api.wall.now)
  /** By how much the client's clock is ahead of the server's. */
  const skew = { millis: 0 }
  const line = makeLine(
    (request) => {
      api.wall.now = machine.clock.now - skew.millis
      return api.handler(request)
    },
    () => api.wall.now
  )
  line.hooks.onHang = machine.runOut
  const { publicKey, secret } = await api.createKey({ bind: "idempotency" })
  const common = { baseUrl, fetch: line.fetch, platform: machine.platform, timeoutMillis }
  const client = createClient({ publicKey, secret, bind: "idempotency", ...common, ...options })
  return {
    api,
    client,
    line,
    machine,
    skew,
    common,
    things: (partner: string) => makeThings(api, partner),
    [Symbol.asyncDispose]: () => api[Symbol.asyncDispose]()
  }
}

/** What a promise is rejected with. */
export const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => {
      throw new Error(`it succeeded with ${JSON.stringify(value)}`)
    },
    (error: unknown) => error
  )
