import type { Fetch, NodeUrlRefused, RpcUnavailable } from "@quittance/adapters-evm"
import {
  type Expected,
  NodeError,
  type NodeLimits,
  type NodeUrl,
  RpcNode,
  readNodeUrl,
  rpcSpan,
  unavailableOf
} from "@quittance/adapters-evm/parts"
import { Effect, Result, Schema } from "effect"

/**
 * JSON as java-tron writes it: 64-bit integers are numbers, and some, such as the sum of all accounts, are too large
 * for an exact JavaScript number. Those become bigints; `JSON.parse` reads everything else. Undefined if the text is
 * not JSON.
 */
const parseTronJson = (text: string): unknown => {
  try {
    return longNumber.test(text) ? JSON.parse(text, exact) : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Few answers have one, and checking each value of a long answer takes time. */
const longNumber = /[:,[]\s*-?\d{16}/

/** With the text of the value, which TypeScript's library does not know yet. */
const exact = (_: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? "")
    ? BigInt(context?.source ?? "")
    : value

/** One request to the HTTP API of a full node. */
export interface WalletQuestion<A> extends Expected<A> {
  readonly parameters: Readonly<Record<string, unknown>>
}

/** The URL of a full node's JSON-RPC. Only nodes of TronGrid get the key. */
export const jsonRpcUrl =
  (apiKey: string | undefined) =>
  (text: string): Result.Result<NodeUrl, NodeUrlRefused> =>
    Result.map(readNodeUrl(text), (read) => {
      const below = { ...read, url: urlBelow(read.url, "jsonrpc") }
      const { hostname, protocol } = new URL(read.url)
      if (apiKey === undefined || protocol !== "https:" || !hostname.endsWith(".trongrid.io")) return below
      return {
        ...below,
        headers: { ...read.headers, "TRON-PRO-API-KEY": apiKey },
        conceal: (said: string) => read.conceal(said).replaceAll(apiKey, "…")
      }
    })

const urlBelow = (text: string, path: string): string => {
  const url = new URL(text)
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/${path}`
  return url.href
}

const NodeFault = Schema.Struct({ Error: Schema.String })
const isNodeFault = Schema.is(NodeFault)

/** A full node, which answers at `/wallet/…` beside its JSON-RPC. It belongs to the network if its JSON-RPC says so. */
export class TronNode extends RpcNode {
  readonly #url: string

  constructor(url: NodeUrl, walletUrl: string, chainId: number, limits: NodeLimits, fetch: Fetch) {
    super(url, chainId, limits, fetch)
    this.#url = walletUrl
  }

  /** Asks, after the node proved that it belongs to the network. */
  askWallet<A>(question: WalletQuestion<A>): Effect.Effect<A, RpcUnavailable> {
    const { method, parameters } = question
    const answered = Effect.flatMap(
      this.http.post(method, parameters, urlBelow(this.#url, `wallet/${method}`)),
      (response) => {
        const { text, type } = response
        if (text === undefined) return Effect.fail(this.http.tooLarge(method))
        const answer = parseTronJson(text)
        const status = this.http.statusFailure(response, method)
        if (status?.kind === "limited") return Effect.fail(status)
        // java-tron says so with status 200, providers with others.
        if (isNodeFault(answer))
          return Effect.fail(
            unavailableOf(
              new NodeError({
                host: this.host,
                method,
                code: 0,
                status: response.status,
                reason: this.http.shown(answer.Error)
              })
            )
          )
        if (status !== undefined) return Effect.fail(status)
        if (answer === undefined)
          return Effect.fail(
            this.failure(
              method,
              "malformed",
              type.startsWith("text/html")
                ? "it answers with a web page, not JSON"
                : `no answer in JSON (${type})`
            )
          )
        return Effect.fromResult(this.http.decoded(question, answer))
      }
    )
    return Effect.andThen(this.proven, rpcSpan<A>({ host: this.host, method, calls: 1 })(answered))
  }

  failure(method: string, kind: RpcUnavailable["kind"], reason: string): RpcUnavailable {
    return this.http.failure(method, kind, reason)
  }
}
