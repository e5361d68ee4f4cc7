import { createHash, createHmac } from "node:crypto"
import {
  AesGcmVault,
  ApiKeys,
  Balances,
  type GivenSettings,
  Ids,
  MemoryStore,
  type Operations,
  Quittance,
  Settings,
  type StorePorts,
  settingsOf,
  TransitWebhooks,
  Worker
} from "@quittance/core"
import { type NewApiKey, OperatorKeys } from "@quittance/core/adapter"
import { Clock, Effect, Layer, type LogLevel, ManagedRuntime, Option, References, Result } from "effect"
import { makeHttpApp } from "../src/HttpApp.ts"
import { type FetchHandlerOptions, HttpApp, type HttpAppOptions, makeFetchHandler } from "../src/index.ts"
import { makeOperations } from "../src/operations.ts"
import type { ApiOperation } from "../src/routing/ApiOperation.ts"

const origin = "http://api.test"

export const payoutsPath = "/api/v2/crypto/payouts"
export const invoicesPath = "/api/v2/crypto/invoices"
export const tronAddress = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"

/** A payout request that is right in every field. */
export const payoutFields = (fields: Record<string, unknown> = {}) => ({
  amount: 10,
  address: tronAddress,
  network: "tron",
  ...fields
})

/** A call of the fiat group: the secret in `x-api-key`. */
export interface FiatCall {
  readonly method?: string
  readonly query?: string
  /** A form is sent as one; an object as JSON; text and bytes as they are. */
  readonly body?: unknown
  readonly key?: Pick<NewApiKey, "secret">
  readonly headers?: Readonly<Record<string, string>>
}

/** A call of the transit group: the pair in `X-API-Key` and `X-API-Secret`. An object is sent as JSON. */
export interface TransitCall {
  readonly method?: string
  readonly query?: string
  readonly body?: unknown
  readonly key?: Pick<NewApiKey, "publicKey" | "secret">
  /** Set or, with `null`, leave out headers. */
  readonly headers?: Readonly<Record<string, string | null>>
}

export interface SignedCall {
  readonly method?: string
  readonly path: string
  readonly query?: string
  /** An object is sent as JSON; text and bytes as they are. */
  readonly body?: unknown
  readonly key?: Pick<NewApiKey, "publicKey" | "secret">
  readonly idempotencyKey?: string
  readonly timestamp?: number | string
  readonly bind?: string
  /** Set or, with `null`, leave out headers after signing. */
  readonly headers?: Readonly<Record<string, string | null>>
}

interface ResponseBody {
  readonly success?: boolean
  readonly requestId?: string
  readonly error?: {
    readonly code: string
    readonly message: string
    readonly docUrl: string | null
    readonly details?: ReadonlyArray<{
      readonly field: string
      readonly code: string
      readonly message: string
    }>
  }
  readonly [field: string]: unknown
}

export interface ApiAnswer {
  readonly status: number
  readonly code: string | undefined
  readonly headers: Headers
  readonly body: ResponseBody
}

export interface TestApiOptions extends HttpAppOptions, FetchHandlerOptions {
  readonly mode?: "sandbox" | "live"
  readonly settings?: GivenSettings
  /** Whether time passes by itself; otherwise only when `wall.now` is moved. */
  readonly time?: "still" | "running"
  /** What the storage ports are; a store in memory unless given. */
  readonly store?: Layer.Layer<StorePorts>
  /** Providers that take the place of simulated ones, and in live mode are all there are. */
  readonly providers?: Layer.Layer<never>
  /** The time by which the application itself waits, such as for the next second of its log. */
  readonly wallClock?: Layer.Layer<never>
  /** What is logged at least; without it no line for each request. */
  readonly logLevel?: LogLevel.LogLevel
  /** Operations of the test's own, beside those of the API. */
  readonly operations?: Effect.Effect<ReadonlyArray<ApiOperation>, never, Operations>
  /** Scopes of the first key; all of them unless given. */
  readonly keyScopes?: ReadonlyArray<string>
}

const sign = (secret: string, text: string) =>
  createHmac("sha256", secret).update(text, "latin1").digest("hex")

const setHeaders = (headers: Headers, more: Readonly<Record<string, string | null>> = {}): Headers => {
  for (const [name, value] of Object.entries(more)) {
    if (value === null) headers.delete(name)
    else headers.set(name, value)
  }
  return headers
}

export const bytesOf = (body: unknown): Uint8Array<ArrayBuffer> | undefined => {
  if (body === undefined) return undefined
  if (body instanceof Uint8Array) return new Uint8Array(body)
  return new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body))
}

export const answerOf = async (response: Response): Promise<ApiAnswer> => {
  const text = await response.text()
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true
  const body: ResponseBody = isJson ? JSON.parse(text) : { text }
  return { status: response.status, code: body.error?.code, headers: response.headers, body }
}

/** The application on a store in memory, driven as a client would. Time stands still unless it is moved. */
export const startTestApi = async (options: TestApiOptions = {}) => {
  const live = Effect.runSync(Clock.Clock)
  const startedAt = live.currentTimeMillisUnsafe()
  const wall = { now: Date.UTC(2026, 0, 15, 12) }
  const now = () =>
    options.time === "running" ? wall.now + live.currentTimeMillisUnsafe() - startedAt : wall.now
  const mode = options.mode ?? "sandbox"
  const settings = Result.getOrThrow(settingsOf({ mode, publicUrl: origin, ...options.settings }))
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: now,
    currentTimeMillis: Effect.sync(now),
    currentTimeNanosUnsafe: () => BigInt(now()) * 1_000_000n,
    currentTimeNanos: Effect.sync(() => BigInt(now()) * 1_000_000n),
    sleep: (duration) => live.sleep(duration),
    monotonicTimeNanosUnsafe: () => live.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: live.monotonicTimeNanos
  }
  const providers = options.providers ?? Layer.empty
  const core =
    mode === "live"
      ? Quittance.layer.pipe(Layer.provideMerge(providers))
      : Quittance.layerSandboxWith(providers)
  const own = options.operations ?? Effect.succeed([])
  const operations = Effect.map(Effect.all([makeOperations, own]), (all) => all.flat())
  const app = Effect.flatMap(operations, (all) => makeHttpApp(all, options))
  const layer = Layer.effect(HttpApp, app).pipe(
    Layer.provide(options.wallClock ?? Layer.empty),
    Layer.provideMerge(core),
    Layer.provideMerge(Layer.mergeAll(options.store ?? MemoryStore.layer, Ids.layer)),
    Layer.provideMerge(AesGcmVault.layer(Buffer.alloc(32, 7).toString("base64"))),
    Layer.provideMerge(
      Layer.mergeAll(
        Layer.succeed(Clock.Clock, clock),
        Layer.succeed(Settings, settings),
        Layer.succeed(References.MinimumLogLevel, options.logLevel ?? "Warn")
      )
    )
  )
  const runtime = ManagedRuntime.make(layer)
  const handler = await runtime.runPromise(
    makeFetchHandler(options.remoteAddress === undefined ? {} : { remoteAddress: options.remoteAddress })
  )

  const createKey = (input: Record<string, unknown> = {}) =>
    runtime.runPromise(ApiKeys.use((keys) => keys.create({ partner: "acme", ...input })))
  const credit = (partnerId: string, amount: number) =>
    runtime.runPromise(Balances.use((balances) => balances.adjust(partnerId, { amount, reason: "test" })))
  /** In live mode from every address unless told otherwise: such a key must name some. */
  const anywhere = mode === "live" ? ["0.0.0.0/0", "::/0"] : []
  const createOperatorKey = (input: Record<string, unknown> = {}) =>
    runtime.runPromise(OperatorKeys.use((keys) => keys.create({ allowedIps: anywhere, ...input })))
  const documentAt = async (path: string) => (await handler(new Request(`${origin}${path}`))).json()
  const document = async (path?: "/openapi.json" | "/openapi-operator.json") => {
    if (path !== undefined) return documentAt(path)
    const [ofPartners, ofOperators] = [
      await documentAt("/openapi.json"),
      await documentAt("/openapi-operator.json")
    ]
    const kinds = Object.keys({ ...ofOperators.components, ...ofPartners.components })
    const components = kinds.map((kind) => [
      kind,
      { ...ofOperators.components[kind], ...ofPartners.components[kind] }
    ])
    return {
      ...ofPartners,
      paths: { ...ofPartners.paths, ...ofOperators.paths },
      tags: [...ofPartners.tags, ...ofOperators.tags],
      components: Object.fromEntries(components)
    }
  }
  let keysMade = 0
  const key = await createKey(options.keyScopes === undefined ? {} : { scopes: options.keyScopes })

  const signedRequest = (call: SignedCall): Request => {
    const method = call.method ?? (call.body === undefined ? "GET" : "POST")
    const body = bytesOf(call.body)
    const timestamp = String(call.timestamp ?? wall.now)
    const { publicKey, secret } = call.key ?? key
    const hash =
      body === undefined || body.length === 0 ? "" : createHash("sha256").update(body).digest("hex")
    const text = `${method}${call.path}${timestamp}${hash}${call.bind ?? ""}`
    const headers = new Headers({
      "x-api-key": publicKey,
      "x-timestamp": timestamp,
      "x-signature": sign(secret, text)
    })
    if (body !== undefined) headers.set("content-type", "application/json")
    if (call.idempotencyKey !== undefined) headers.set("x-idempotency-key", call.idempotencyKey)
    setHeaders(headers, call.headers)
    const target = `${origin}${call.path}${call.query === undefined ? "" : `?${call.query}`}`
    return new Request(target, { method, headers, ...(body === undefined ? {} : { body }) })
  }

  const send = (request: Request) => handler(request).then(answerOf)
  const call = (signed: SignedCall) => send(signedRequest(signed))

  const operatorKey = await createOperatorKey()
  return {
    wall,
    runtime,
    handler,
    key,
    createKey,
    operatorKey,
    createOperatorKey,
    /** The operations that are served. */
    operations: () => runtime.runPromise(operations),
    /** Lets the workers run from now on. */
    startWork: () => void runtime.runFork(Worker.use((worker) => worker.run)),
    /** Does all the background work that is due now. */
    work: () => runtime.runPromise(Worker.use((worker) => worker.drain)),
    revokeKey: (id: string) => runtime.runPromise(ApiKeys.use((keys) => keys.revoke(id))),
    credit,
    signedRequest,
    send,
    call,
    /** What the server says of itself, to partners and to operators in one unless one of the two is named. */
    document,
    /** A payout of its own: another idempotency key and another millisecond than all before. */
    createPayout: (fields: Record<string, unknown> = {}, more: Partial<SignedCall> = {}) => {
      keysMade += 1
      return call({
        path: payoutsPath,
        body: payoutFields(fields),
        idempotencyKey: `key-${keysMade}`,
        timestamp: wall.now + keysMade,
        ...more
      })
    },
    /** An operation of the fiat group. */
    fiat: (path: string, { body, headers, method, query, key: caller = key }: FiatCall = {}) =>
      send(
        new Request(`${origin}/api/v1/${path}${query === undefined ? "" : `?${query}`}`, {
          method: method ?? (body === undefined ? "GET" : "POST"),
          headers: {
            "x-api-key": caller.secret,
            ...(body === undefined || body instanceof FormData ? {} : { "content-type": "application/json" }),
            ...headers
          },
          ...(body === undefined ? {} : { body: body instanceof FormData ? body : (bytesOf(body) ?? null) })
        })
      ),
    /** An operation of the transit group. */
    transit: (path: string, { body, headers, method, query, key: caller = key }: TransitCall = {}) => {
      const own = new Headers({ "x-api-key": caller.publicKey, "x-api-secret": caller.secret })
      if (body !== undefined) own.set("content-type", "application/json")
      return send(
        new Request(`${origin}/v1/${path}${query === undefined ? "" : `?${query}`}`, {
          method: method ?? (body === undefined ? "GET" : "POST"),
          headers: setHeaders(own, headers),
          ...(body === undefined ? {} : { body: bytesOf(body) ?? null })
        })
      )
    },
    /** The id of the webhook that a partner has in the transit group, which no answer shows. */
    transitWebhookId: (partnerId: string) =>
      runtime.runPromise(
        Effect.map(
          TransitWebhooks.use((webhooks) => webhooks.get(partnerId)),
          (found) => Option.getOrThrow(found).order.id
        )
      ),
    /** A sandbox operation: the secret in `x-api-key`. */
    sandbox: (path: string, body?: unknown, secret = key.secret) =>
      send(
        new Request(`${origin}/sandbox/v1/${path}`, {
          method: body === undefined ? "GET" : "POST",
          headers: { "x-api-key": secret, "content-type": "application/json" },
          ...(body === undefined ? {} : { body: JSON.stringify(body) })
        })
      ),
    /** An operation of operators: a text is sent as it is. */
    operator: (path: string, body?: unknown) =>
      send(
        new Request(`${origin}/api/operator/v1/${path}`, {
          method: body === undefined ? "GET" : "POST",
          headers: {
            "x-api-key": operatorKey.secret,
            ...(typeof body === "string" ? {} : { "content-type": "application/json" })
          },
          ...(body === undefined ? {} : { body: bytesOf(body) ?? null })
        })
      ),
    [Symbol.asyncDispose]: () => runtime.dispose()
  }
}

export type TestApi = Awaited<ReturnType<typeof startTestApi>>
