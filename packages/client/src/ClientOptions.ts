import type { Platform } from "./Platform.ts"

/** The pair of an API key, as `quittance keys create` prints it. */
export interface KeyPair {
  /** `pk_test_…` or `pk_live_…`. The fiat group and the sandbox need none. */
  readonly publicKey?: string
  /** `sk_test_…` or `sk_live_…`. Of the crypto group it signs and is never sent. */
  readonly secret?: string
}

/** What one group of operations has of its own. */
export interface GroupOptions extends KeyPair {
  /** Where this group is served, if elsewhere. */
  readonly baseUrl?: string
}

/** What a signature covers besides method, path, time and body: `--bind` of `quittance keys create`. */
export type Bind = "idempotency" | "none" | "query"

/** Where the server is, which keys it gave out, and how calls are made. */
export interface ClientOptions extends KeyPair {
  /** Where the server is: an absolute URL, with the path that it is mounted at, such as `https://pay.example`. */
  readonly baseUrl: string
  /**
   * The key of the crypto group. A live key belongs to one group, so in live each group has a pair of its own; in a
   * sandbox one pair, `publicKey` and `secret`, is enough for all.
   */
  readonly crypto?: GroupOptions
  /** The key of the fiat group; its secret is enough. */
  readonly fiat?: GroupOptions
  /** The key of the transit group. */
  readonly transit?: GroupOptions
  /** Where signatures are validated, if elsewhere. It takes no key. */
  readonly signature?: Pick<GroupOptions, "baseUrl">
  /** The key of the sandbox operations, if it is not that of the fiat group. */
  readonly sandbox?: GroupOptions
  /**
   * What the crypto key binds. Unless given, a live key binds `idempotency` and one of a sandbox `none`, as keys do
   * unless they are made otherwise; a sandbox that expects another one is followed after its first refusal.
   */
  readonly bind?: Bind
  /** How long one attempt may take, in milliseconds, from 1; by default 30 000. */
  readonly timeoutMillis?: number
  /** How often a call is repeated at most, from 0; by default 3. */
  readonly retryMax?: number
  /** In place of the platform's `fetch`, for proxies and tests. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** Clock, timers and chance, for tests. */
  readonly platform?: Partial<Platform>
}

/** What a single call may have of its own. */
export interface CallOptions {
  /** Aborts the call: it rejects with the signal's reason. What was sent may be carried out all the same. */
  readonly signal?: AbortSignal | undefined
  /** In place of the client's. */
  readonly timeoutMillis?: number | undefined
  /** In place of the client's. */
  readonly retryMax?: number | undefined
}

/** Of a call that creates something under a key. */
export interface KeyedCallOptions extends CallOptions {
  /**
   * 1 to 255 printable ASCII characters. A call with the same key and the same fields creates nothing again and gets
   * the first answer. Give one that your records know, such as the number of an order, so that a program that was
   * restarted repeats its call safely; unless given, each call has a new one, which its repeats keep.
   */
  readonly idempotencyKey?: string | undefined
}
