/** What a call gives, with what its answer had around it. */
export interface RawResponse<Data> {
  /** What the same call gives without `withRawResponse`; of a list, the page that was asked for. */
  readonly data: Data
  readonly status: number
  readonly headers: Headers
  /** For support; undefined if a proxy or a browser keeps it back. */
  readonly requestId: string | undefined
  /** The request was carried out before under its idempotency key, and this is that answer again. */
  readonly isReplay: boolean
}

/** The same calls, each of which gives its answer with status and headers. */
export type WithRawResponse<Calls> = {
  readonly [Name in keyof Calls]: Calls[Name] extends (...args: infer Given) => Promise<infer Data>
    ? (...args: Given) => Promise<RawResponse<Data>>
    : WithRawResponse<Calls[Name]>
}
