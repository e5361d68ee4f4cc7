import type { RequestFields } from "./RequestFields.ts"
import { clearCookie, setCookie } from "./SessionCookie.ts"
import { messageOf, type SignInFailure, statusOf } from "./SignInFault.ts"

/** A page of the console, and what a browser lets it do. */
export interface Page {
  readonly html: string
  readonly policy: string
}

/** What a person sees whose request was refused. */
export type RefusalPage = (refused: {
  readonly status: number
  /** Without its end. */
  readonly message: string
}) => Page

/** What a request is answered with. */
export interface Answer {
  /** By default 200. */
  readonly status?: number
  /** The fields of the answer, beside `success`. */
  readonly facts?: object
  /** A page, in place of the facts. */
  readonly page?: Page
  /** A file or a stream, in place of the facts. */
  readonly content?: {
    readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
    /** `Content-Type`, and what else is sent with it. */
    readonly headers: { readonly [name: string]: string }
  }
  /** Where the browser goes on: a path. By default a form leads to the console. */
  readonly location?: string
  /** What the session's cookie is from now on. */
  readonly cookie?: { readonly value: string } | "clear"
}

const common = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY"
} as const

const jsonHeaders = { ...common, "Content-Type": "application/json; charset=utf-8" }
const htmlHeaders = { ...common, "Content-Type": "text/html; charset=utf-8" }

const cookieHeader = ({ cookie }: Answer): ReadonlyArray<[string, string]> =>
  cookie === undefined ? [] : [["Set-Cookie", cookie === "clear" ? clearCookie : setCookie(cookie.value)]]

/** A form leads to the console, unless it gets a page. */
export const responseOf = (answer: Answer, form: RequestFields["form"], home: string): Response => {
  const { content, facts = {}, location, page, status = 200 } = answer
  const cookies = cookieHeader(answer)
  if (content !== undefined)
    return new Response(status === 304 ? null : content.body, {
      status,
      headers: [...Object.entries({ ...common, ...content.headers }), ...cookies]
    })
  if (page !== undefined)
    return new Response(page.html, {
      status,
      headers: [...Object.entries({ ...htmlHeaders, "Content-Security-Policy": page.policy }), ...cookies]
    })
  if (location !== undefined || form === "form")
    return new Response(null, {
      status: 303,
      headers: [...Object.entries({ ...common, Location: location ?? home }), ...cookies]
    })
  return new Response(JSON.stringify({ success: true, ...facts }), {
    status,
    headers: [...Object.entries(jsonHeaders), ...cookies]
  })
}

/** Who reads pages gets one that says it, and everybody else the envelope of the API. */
export const refusalResponse = (failure: SignInFailure, page: RefusalPage | undefined): Response => {
  const { retryAfterMillis, status } = statusOf(failure)
  const message = messageOf(failure)
  const retry: ReadonlyArray<[string, string]> =
    retryAfterMillis === undefined ? [] : [["Retry-After", String(Math.ceil(retryAfterMillis / 1_000))]]
  if (page !== undefined) {
    const { html, policy } = page({ status, message })
    return new Response(html, {
      status,
      headers: [...Object.entries({ ...htmlHeaders, "Content-Security-Policy": policy }), ...retry]
    })
  }
  const error = {
    code: failure.code,
    message,
    ...(failure._tag === "InvalidInput" ? { details: failure.issues } : {})
  }
  return new Response(JSON.stringify({ success: false, error }), {
    status,
    headers: [...Object.entries(jsonHeaders), ...retry]
  })
}
