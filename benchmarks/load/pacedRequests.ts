/** Requests at a fixed rate, whether or not earlier ones were answered, as customers make them. */
import { Agent, request as httpRequest } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"

export type PacedRequest = {
  readonly kind: string
  readonly method: "GET" | "POST"
  readonly path: string
  readonly body?: string
  readonly status: number
}

export type PacedAnswer = {
  readonly kind: string
  /** When it was due, on the clock of `performance.now()`. */
  readonly dueAt: number
  /** From then to the last byte of the answer, so a late start counts too. */
  readonly millis: number
}

export type PacedLoad = {
  readonly port: number
  readonly secret: string
  readonly everyMillis: number
  readonly next: (index: number) => PacedRequest
}

/**
 * Begins at once. `stop` sends no more and returns all answers. Fails if an answer has another status than expected.
 */
export const pacedRequests = (
  load: PacedLoad
): { readonly stop: () => Promise<ReadonlyArray<PacedAnswer>> } => {
  const agent = new Agent({ keepAlive: true })
  const answers: Array<Promise<PacedAnswer>> = []
  let isStopped = false
  const run = async (): Promise<void> => {
    const startedAt = performance.now()
    for (let index = 0; !isStopped; index++) {
      const dueAt = startedAt + index * load.everyMillis
      const wait = dueAt - performance.now()
      if (wait > 0) await sleep(wait)
      const answer = answerOf(agent, load, load.next(index), dueAt)
      // Whoever stops looks at the failures; until then they are nobody's.
      answer.catch(() => {})
      answers.push(answer)
    }
  }
  const running = run()
  return {
    stop: async () => {
      isStopped = true
      await running
      try {
        return await Promise.all(answers)
      } finally {
        agent.destroy()
      }
    }
  }
}

const answerOf = (
  agent: Agent,
  { port, secret }: PacedLoad,
  { body, kind, method, path, status }: PacedRequest,
  dueAt: number
): Promise<PacedAnswer> =>
  new Promise((resolve, reject) => {
    const headers = {
      "x-api-key": secret,
      ...(body === undefined
        ? {}
        : { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
    }
    const request = httpRequest({ agent, host: "127.0.0.1", port, method, path, headers }, (response) => {
      const chunks: Array<Buffer> = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("error", reject)
      response.on("end", () => {
        const millis = performance.now() - dueAt
        if (response.statusCode === status) resolve({ kind, dueAt, millis })
        else
          reject(
            new Error(`${kind}: ${response.statusCode} ${Buffer.concat(chunks).toString().slice(0, 500)}`)
          )
      })
    })
    request.on("error", reject)
    request.end(body)
  })
