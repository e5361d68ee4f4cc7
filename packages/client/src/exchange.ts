import type { Answer, Asked } from "./answers.ts"
import { outcomeOf } from "./answers.ts"
import type { Configuration } from "./Configuration.ts"
import { NoAnswerError, TimeoutError } from "./QuittanceError.ts"

/** How long an attempt may take, and who may end it earlier. */
export interface Patience {
  readonly timeoutMillis: number
  readonly signal: AbortSignal | undefined
}

/** What a platform says of a failed connection is often only in the cause. */
const reasonOf = (error: unknown): string => {
  const { cause, message } = error instanceof Error ? error : { cause: undefined, message: String(error) }
  return cause instanceof Error && cause.message !== "" ? `${message}: ${cause.message}` : message
}

/**
 * One attempt, with the whole body of its answer. Rejects with `NoAnswerError`, `TimeoutError` or the reason of the
 * signal.
 */
export const exchange = async (
  { fetch, platform }: Configuration,
  asked: Asked,
  init: RequestInit,
  { signal, timeoutMillis }: Patience
): Promise<Answer> => {
  signal?.throwIfAborted()
  const ending = new AbortController()
  const stop = () => ending.abort(signal?.reason)
  signal?.addEventListener("abort", stop, { once: true })
  const isLate = { yes: false }
  const prevent = platform.after(timeoutMillis, () => {
    isLate.yes = true
    ending.abort()
  })
  // A fetch of the caller's own may not know signals.
  const ended = new Promise<never>((_, reject) =>
    ending.signal.addEventListener("abort", () => reject(ending.signal.reason), { once: true })
  )
  const answered = async (): Promise<Answer> => {
    const response = await fetch(asked.url, { ...init, redirect: "manual", signal: ending.signal })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  try {
    return await Promise.race([answered(), ended])
  } catch (cause) {
    signal?.throwIfAborted()
    const { idempotencyKey, operation, url } = asked
    const facts = { outcome: outcomeOf(operation), idempotencyKey, cause }
    const request = `${operation.method} ${url}`
    throw isLate.yes
      ? new TimeoutError(`${request} had no answer within ${timeoutMillis} ms.`, {
          ...facts,
          code: "timeout"
        })
      : new NoAnswerError(`${request} had no whole answer: ${reasonOf(cause)}.`, {
          ...facts,
          code: "no_answer"
        })
  } finally {
    prevent()
    signal?.removeEventListener("abort", stop)
  }
}
