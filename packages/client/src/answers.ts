import type { Operation } from "./Operation.ts"
import {
  type ErrorDetail,
  type ErrorFacts,
  type QuittanceError,
  UnexpectedAnswerError
} from "./QuittanceError.ts"
import {
  AuthenticationError,
  BadRequestError,
  ClockError,
  ConflictError,
  ForbiddenError,
  NotFoundError,
  RateLimitError,
  RefusedError,
  UnavailableError,
  ValidationError
} from "./RefusedError.ts"

/** An answer as it came. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** What the error of a request must know of it. */
export interface Asked {
  readonly operation: Operation
  readonly url: string
  readonly idempotencyKey: string | undefined
  /** When it was signed, in Unix milliseconds, by this machine's clock. */
  readonly sentAt: number
}

type Fields = { readonly [field: string]: unknown }

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isDetail = (value: unknown): value is ErrorDetail =>
  isFields(value) && [value.field, value.code, value.message].every((each) => typeof each === "string")

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const requestIdOf = ({ headers }: Answer): string | undefined => headers.get("x-request-id") ?? undefined

/** How a page begins, or what its title is, in one line. */
const excerptOf = (text: string): string => {
  const title = /<title[^>]*>([^<]*)/i.exec(text)?.[1] ?? text
  const line = title.replace(/\s+/g, " ").trim()
  return line.length > 80 ? `${line.slice(0, 80)}…` : line
}

/** Whether a request may be carried out although this came back: reads do nothing. */
export const outcomeOf = ({ method }: Operation): ErrorFacts["outcome"] =>
  method === "GET" ? "none" : "unknown"

const isRedirect = (status: number): boolean => status >= 300 && status < 400

const unexpected = (asked: Asked, answer: Answer, what: string): UnexpectedAnswerError =>
  new UnexpectedAnswerError(`${asked.operation.method} ${asked.url} was answered with ${what}.`, {
    code: "unexpected_answer",
    status: answer.status,
    requestId: requestIdOf(answer),
    idempotencyKey: asked.idempotencyKey,
    // A redirect is the answer of what stands before the server. Whatever else is there may have passed the request on.
    outcome: answer.status === 0 || isRedirect(answer.status) ? "none" : outcomeOf(asked.operation)
  })

/** What is no JSON: a redirect, a page, a text that was cut off. */
const noJson = (asked: Asked, answer: Answer): UnexpectedAnswerError => {
  const { headers, status, text } = answer
  const location = headers.get("location")
  if (status === 0 || isRedirect(status))
    return unexpected(
      asked,
      answer,
      `a redirect${location === null ? "" : ` to ${location}`}: see that baseUrl is right`
    )
  const type = (headers.get("content-type") ?? "").split(";")[0]
  if (type === "application/json")
    return unexpected(
      asked,
      answer,
      `${status} and JSON that is cut off or damaged, of ${text.length} characters`
    )
  const said = text === "" ? "nothing" : `${type || "text"} that is no JSON ("${excerptOf(text)}")`
  return unexpected(
    asked,
    answer,
    `${status} and ${said}: a proxy or another server is there, so see that baseUrl is right`
  )
}

const isJson = ({ headers }: Answer): boolean =>
  (headers.get("content-type") ?? "").startsWith("application/json")

/** An answer that broke off, though the connection did not notice. */
export const isCutOff = (answer: Answer): boolean =>
  isJson(answer) && answer.status !== 204 && parsed(answer.text) === undefined

/** The record of an answer and its error, if it is one. */
export const readAnswer = (asked: Asked, answer: Answer): Fields | QuittanceError => {
  const { status, text } = answer
  if (status === 204) return {}
  const body = parsed(text)
  if (body === undefined) return noJson(asked, answer)
  if (!isFields(body))
    return unexpected(asked, answer, `${status} and JSON that is no object ("${excerptOf(text)}")`)
  if (status < 300) {
    const { gives, items } = asked.operation
    const missing = [gives, items].find((field) => field !== undefined && body[field] === undefined)
    return missing === undefined ? body : unexpected(asked, answer, `${status} and no ${missing} in it`)
  }
  const { error } = body
  return isFields(error) && typeof error.code === "string" && typeof error.message === "string"
    ? refusalOf(asked, answer, error.code, error.message, error)
    : unexpected(asked, answer, `${status} and JSON that is no error of this API ("${excerptOf(text)}")`)
}

const refusalOf = (
  asked: Asked,
  answer: Answer,
  code: string,
  message: string,
  { details, docUrl }: Fields
): RefusedError => {
  const { status } = answer
  const facts: ErrorFacts = {
    code,
    status,
    requestId: requestIdOf(answer),
    details: Array.isArray(details) ? details.filter(isDetail) : [],
    docUrl: typeof docUrl === "string" ? docUrl : null,
    idempotencyKey: asked.idempotencyKey,
    outcome: status < 500 ? "none" : outcomeOf(asked.operation)
  }
  if (code === "timestamp_out_of_range") return clockError(asked, answer, message, facts)
  if (status === 429) return new RateLimitError(message, facts, retryAfterOf(answer.headers))
  if (status >= 500) return new UnavailableError(message, facts)
  if (code === "signature_invalid" && facts.details?.length === 0)
    return new AuthenticationError(`${message}; a key that binds something else needs the option bind`, facts)
  const Refusal = classes[status] ?? RefusedError
  return new Refusal(message, facts)
}

const classes: { readonly [status: number]: typeof RefusedError } = {
  400: BadRequestError,
  401: AuthenticationError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  413: BadRequestError,
  415: BadRequestError,
  422: ValidationError
}

const lengthOf = (seconds: number): string => {
  const parts = [
    [Math.floor(seconds / 3600), "h"],
    [Math.floor((seconds % 3600) / 60), "min"],
    [seconds % 60, "s"]
  ] as const
  return parts.flatMap(([count, unit]) => (count > 0 ? [`${count} ${unit}`] : [])).join(" ")
}

/** The server's time, which an answer tells in seconds, against that of the request. */
const clockError = (
  { sentAt }: Asked,
  { headers }: Answer,
  message: string,
  facts: ErrorFacts
): ClockError => {
  const serverTime = Date.parse(headers.get("date") ?? "")
  if (Number.isNaN(serverTime)) return new ClockError(message, facts, undefined)
  const seconds = Math.floor(sentAt / 1000) - serverTime / 1000
  const distance = `${lengthOf(Math.abs(seconds))} ${seconds < 0 ? "behind" : "ahead of"}`
  return seconds === 0
    ? new ClockError(message, facts, 0)
    : new ClockError(
        `This machine's clock is ${distance} the server's, and signed requests may be 5 min away: set the clock.`,
        facts,
        seconds * 1000
      )
}

/** In seconds, or as a date (RFC 9110, 10.2.3); undefined if it is not given. */
export const retryAfterOf = (headers: Headers): number | undefined => {
  const given = headers.get("retry-after")?.trim() ?? ""
  if (/^\d{1,9}$/.test(given)) return Number(given)
  const seconds = (Date.parse(given) - Date.parse(headers.get("date") ?? "")) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds))
}
