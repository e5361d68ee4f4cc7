import { type Answer, isCutOff, readAnswer, retryAfterOf } from "./answers.ts"
import type { Configuration } from "./Configuration.ts"
import { type Content, contentOf } from "./Content.ts"
import { makeCredentials } from "./Credentials.ts"
import { exchange } from "./exchange.ts"
import type { Invocation } from "./Invocation.ts"
import type { Operation } from "./Operation.ts"
import { waited } from "./Platform.ts"
import { afterLoss, NoAnswerError, QuittanceError } from "./QuittanceError.ts"
import { NotFoundError } from "./RefusedError.ts"

/** The answer to a call, and its record. */
export interface Answered {
  readonly answer: Answer
  readonly record: { readonly [field: string]: unknown }
}

/** Makes calls: proves, sends, reads and repeats. */
export type Caller = (invocation: Invocation) => Promise<Answered>

/** What became of an attempt that did not succeed. */
interface Failure {
  readonly error: QuittanceError
  /** Undefined if there was no answer. */
  readonly answer?: Answer
}

/** A request without a query does not tell a key that binds the query from one that binds nothing. */
const learnings = 2

/** A longer wait is the caller's own affair. */
const waitSecondsMax = 60

/** Half a second, doubled with each repeat, at most eight; and half of that at random. */
const backoffMillis = (repeats: number, random: number): number =>
  Math.min(8000, 500 * 2 ** repeats) * (0.5 + random / 2)

/** Whether nothing is done twice when an answer was lost and the request is sent again. */
const isRepeatable = ({ keyHeader, method, repeatable }: Operation): boolean =>
  keyHeader !== undefined ||
  repeatable === true ||
  method === "GET" ||
  method === "PUT" ||
  method === "DELETE"

/** Whether the same request may succeed later. What was limited was not carried out, so it is always repeated. */
const isPassing = ({ answer, error }: Failure, operation: Operation): boolean => {
  if (answer?.status === 429) return true
  const isLost =
    error instanceof NoAnswerError || answer === undefined || answer.status >= 500 || isCutOff(answer)
  return isLost && isRepeatable(operation)
}

export const makeCaller = (configuration: Configuration): Caller => {
  const { platform } = configuration
  const credentials = makeCredentials(configuration)

  const attempt = async (
    invocation: Invocation,
    content: Content,
    learnMax = learnings
  ): Promise<Answered | Failure> => {
    const { group, idempotencyKey, operation } = invocation
    const { baseUrl } = configuration.groups[group]
    const url = `${baseUrl}${invocation.path}${content.query}`
    const path = new URL(url).pathname
    const proof = await credentials.prove(invocation, path, content)
    const asked = { operation, url, idempotencyKey, sentAt: proof.sentAt }
    const { form, json } = content
    const type = json === undefined ? {} : { "content-type": "application/json" }
    const body = json ?? form
    const init: RequestInit = {
      method: operation.method,
      headers: { ...proof.headers, accept: "application/json", ...type },
      ...(body === undefined ? {} : { body })
    }
    try {
      const answer = await exchange(configuration, asked, init, invocation)
      const record = readAnswer(asked, answer)
      if (!(record instanceof QuittanceError)) return { answer, record }
      if (learnMax > 0 && (await credentials.learn(invocation, path, content, proof, record)))
        return await attempt(invocation, content, learnMax - 1)
      return { answer, error: record }
    } catch (error) {
      if (error instanceof QuittanceError) return { error }
      throw error
    }
  }

  return async (invocation) => {
    const { operation, retryMax, signal } = invocation
    const content = await contentOf(invocation)
    let wasLost = false
    for (let repeats = 0; ; repeats += 1) {
      const result = await attempt(invocation, content)
      if ("record" in result) return result
      const { answer, error } = result
      // The first attempt deleted it, and its answer was lost.
      if (wasLost && operation.method === "DELETE" && error instanceof NotFoundError && answer !== undefined)
        return { answer, record: {} }
      const seconds = answer === undefined ? undefined : retryAfterOf(answer.headers)
      if (repeats >= retryMax || !isPassing(result, operation) || (seconds ?? 0) > waitSecondsMax)
        throw wasLost && operation.method !== "GET" ? afterLoss(error) : error
      wasLost ||= answer?.status !== 429
      await waited(
        platform,
        seconds === undefined ? backoffMillis(repeats, platform.random()) : seconds * 1000,
        signal
      )
    }
  }
}
