import type { Chance, KillSwitch } from "@quittance/testing"
import { Effect, Option } from "effect"
import type { Fetch } from "../../src/rpc/NodeHttp.ts"

interface Question {
  readonly jsonrpc: "2.0"
  readonly id: number
  readonly method: string
  readonly params: ReadonlyArray<unknown>
}

/** What a node may do with a request, and what it is called in a failed story. */
const faults = [
  "loses the question",
  "loses the answer",
  "carries it out twice",
  "has too many requests",
  "answers something else",
  "mixes up a batch",
  "takes no batch",
  "is behind"
] as const
type Fault = (typeof faults)[number]

/** How far behind a node may be. */
const lagMax = 5

/** A node behind a bad connection, which says wrong things now and then. One that is dead asks nothing more. */
export class UnreliableNode {
  /** It behaves while this is true. */
  isWell = true
  /** How many of a hundred requests end in a fault while it does not behave. */
  faultyPercent = 6
  /** Called after a node has taken a transaction, and before it says so. */
  onBroadcast: () => Promise<void> = () => Promise.resolve()
  readonly #chance: Chance

  constructor(chance: Chance) {
    this.#chance = chance
  }

  /**
   * The way of one process to the node. Each question and each answer is a point at which the process may be killed.
   */
  fetchOf(killSwitch: KillSwitch["Service"]): Fetch {
    const pass = async (point: string): Promise<void> => {
      await Effect.runPromiseExit(killSwitch.pass(point))
      // A dead process gets no answer, not even that there is none.
      if (Option.isSome(await Effect.runPromise(killSwitch.killed))) await new Promise<never>(() => undefined)
    }
    return async (url, request) => {
      const body: Question | ReadonlyArray<Question> = JSON.parse(String(request.body))
      const asked = [body].flat()
      const name = asked[0]?.method ?? "nothing"
      await pass(`before ${name}`)
      const answer = await this.#answer(url, request, body)
      if (asked.some(({ method }) => method === "eth_sendRawTransaction")) await this.onBroadcast()
      await pass(`after ${name}`)
      return answer
    }
  }

  async #answer(
    url: string,
    request: RequestInit,
    body: Question | ReadonlyArray<Question>
  ): Promise<Response> {
    const isFaulty = !this.isWell && this.#chance.below(100) < this.faultyPercent
    const fault: Fault | undefined = isFaulty ? this.#chance.oneOf(faults) : undefined
    switch (fault) {
      case undefined:
        return fetch(url, request)
      case "loses the question":
        throw new TypeError("the question was lost")
      case "loses the answer":
        await fetch(url, request)
        throw new TypeError("the answer was lost")
      case "carries it out twice":
        await (await fetch(url, request)).arrayBuffer()
        return fetch(url, request)
      case "has too many requests":
        return new Response("", { status: 429 })
      case "answers something else":
        return fetch(url, { ...request, body: JSON.stringify(otherQuestion(body)) })
      case "mixes up a batch": {
        const answers: unknown = await (await fetch(url, request)).json()
        if (!Array.isArray(answers)) return Response.json(answers)
        return Response.json(this.#chance.happens(0.5) ? answers.toReversed() : answers.slice(1))
      }
      case "takes no batch":
        return Array.isArray(body)
          ? Response.json({ jsonrpc: "2.0", id: null, error: { code: -32_600, message: "no batches here" } })
          : fetch(url, request)
      case "is behind":
        return fetch(url, { ...request, body: JSON.stringify(await this.#olderQuestion(url, body)) })
    }
  }

  /** The same about an older block, as a node answers that has not seen the newest. */
  async #olderQuestion(url: string, body: Question | ReadonlyArray<Question>): Promise<unknown> {
    if (Array.isArray(body) || !("method" in body) || body.method !== "eth_getBlockByNumber") return body
    if (body.params[0] !== "latest") return body
    const head: { readonly result: string } = await (
      await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_blockNumber", params: [] })
      })
    ).json()
    const older = Math.max(0, Number(head.result) - 1 - this.#chance.below(lagMax))
    return { ...body, params: [`0x${older.toString(16)}`, false] }
  }
}

/** A question whose answer does not fit: of another transaction, and of another block. */
const otherQuestion = (body: Question | ReadonlyArray<Question>): unknown => {
  const other = (question: Question): Question => {
    switch (question.method) {
      case "eth_getTransactionReceipt":
      case "eth_sendRawTransaction":
        return { ...question, method: "eth_getTransactionByHash", params: [`0x${"0".repeat(64)}`] }
      default:
        return { ...question, method: "web3_clientVersion", params: [] }
    }
  }
  return Array.isArray(body) ? body.map(other) : other(body as Question)
}
