import { Effect, type Result } from "effect"
import type { Fetch } from "../../src/rpc/NodeHttp.ts"

/** A question as it arrived at a fake node. */
export interface Arrived {
  readonly host: string
  readonly url: string
  readonly request: RequestInit
  readonly method: string
  readonly params: ReadonlyArray<unknown>
  readonly id: number
}

/** A fake node answers with this error. */
export class Says {
  readonly code: number
  readonly message: string
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    this.code = code
    this.message = message
    this.data = data
  }
}

/** What a fake node does with the question of a method: a result, `Says` for an error, or a whole response. */
export type Answer = unknown | ((asked: Arrived) => unknown)

/** What becomes of the answers to a batch. */
export type WholeAnswer = (answers: ReadonlyArray<{ readonly id: number }>) => unknown

export interface FakeNodes {
  readonly fetch: Fetch
  /** How many questions each request had. */
  readonly sizes: ReadonlyArray<number>
  /** Every question but those for the chain, in the order of arrival. */
  readonly arrived: ReadonlyArray<Arrived>
}

/** Nodes by host, with an answer for each method. They belong to chain 1 unless they say otherwise. */
export const fakeNodes = (
  nodes: Record<string, Record<string, Answer>>,
  wholeAnswer: WholeAnswer = (answers) => answers
): FakeNodes => {
  const arrived: Array<Arrived> = []
  const sizes: Array<number> = []
  const fetch: Fetch = async (url, request) => {
    const body = JSON.parse(String(request.body))
    const { host } = new URL(url)
    const answerTo = async ({ id, method, params }: Arrived) => {
      const asked = { host, url, request, method, params, id }
      if (method !== "eth_chainId") arrived.push(asked)
      const answers = { eth_chainId: "0x1", ...nodes[host] }
      const answer =
        method in answers ? (answers as Record<string, Answer>)[method] : new Says(-32601, "unknown")
      const given = typeof answer === "function" ? await answer(asked) : answer
      if (given instanceof Response) return given
      return given instanceof Says
        ? { jsonrpc: "2.0", id, error: { ...given } }
        : { jsonrpc: "2.0", id, result: given }
    }
    sizes.push([body].flat().length)
    const answer = Array.isArray(body)
      ? wholeAnswer((await Promise.all(body.map(answerTo))) as ReadonlyArray<{ readonly id: number }>)
      : await answerTo(body)
    return answer instanceof Response ? answer : Response.json(answer)
  }
  return { fetch, arrived, sizes }
}

/** The answer to the only one of several questions. */
export const only = <A, E>(asked: Effect.Effect<ReadonlyArray<Result.Result<A, E>>>): Effect.Effect<A, E> =>
  Effect.flatMap(asked, ([answer]) =>
    answer === undefined ? Effect.die("no answer") : Effect.fromResult(answer)
  )

export const hashOf = (digit: string): `0x${string}` => `0x${digit.repeat(64)}`
export const addressOf = (digit: string): `0x${string}` => `0x${digit.repeat(40)}`

export const block = (number: number, hash = hashOf("b")) => ({
  number: `0x${number.toString(16)}`,
  hash,
  parentHash: hashOf("a"),
  timestamp: "0x6553f100",
  logsBloom: `0x${"0".repeat(512)}`,
  transactions: []
})

export const log = (changes: object = {}) => ({
  address: addressOf("c"),
  topics: [hashOf("1"), hashOf("2")],
  data: "0x",
  blockNumber: "0x5",
  blockHash: hashOf("b"),
  transactionHash: hashOf("d"),
  transactionIndex: "0x0",
  logIndex: "0x0",
  removed: false,
  ...changes
})

export const receipt = (changes: object = {}) => ({
  transactionHash: hashOf("d"),
  transactionIndex: "0x0",
  blockHash: hashOf("b"),
  blockNumber: "0x5",
  from: addressOf("e"),
  to: addressOf("c"),
  contractAddress: null,
  status: "0x1",
  gasUsed: "0x5208",
  effectiveGasPrice: "0x3b9aca00",
  logs: [log()],
  ...changes
})
