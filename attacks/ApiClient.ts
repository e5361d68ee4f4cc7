import { createHash, createHmac } from "node:crypto"
import { Agent, type IncomingHttpHeaders, request } from "node:http"
import type { Victim } from "./Victim.ts"

/** How an operation is authenticated; `open` is not. */
type Scheme = "signed" | "secret" | "pair" | "open"

/** What the server says of one operation. */
export interface ApiOperation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly scheme: Scheme
  /** The JSON Schema of its body, where it takes one. */
  readonly body: JsonSchema | undefined
  readonly takesForm: boolean
  readonly query: ReadonlyArray<string>
}

export interface JsonSchema {
  readonly type?: string
  readonly format?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly items?: JsonSchema
  readonly properties?: { readonly [name: string]: JsonSchema }
  readonly required?: ReadonlyArray<string>
}

interface Described {
  readonly operationId: string
  readonly parameters?: ReadonlyArray<{ readonly in: string; readonly name: string }>
  readonly requestBody?: { readonly content: { readonly [type: string]: { readonly schema: JsonSchema } } }
}

export interface Sent {
  readonly method: string
  /** With the query, as it goes over the wire. */
  readonly target: string
  readonly scheme: Scheme
  readonly body?: Uint8Array
  readonly headers?: { readonly [name: string]: string }
  /** Takes the place of the right secret. */
  readonly secret?: string
  /** Takes the place of the client's own. */
  readonly timeoutMillis?: number
}

export interface Received {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly millis: number
}

/** Nothing came for too long. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer"
}

const schemeOf = (path: string): Scheme =>
  path.startsWith("/api/v2/")
    ? "signed"
    : path.startsWith("/v1/")
      ? "pair"
      : path.startsWith("/api/Signature")
        ? "open"
        : "secret"

/** A client that sends whatever it is told to, and authenticates it rightly. */
export class ApiClient {
  readonly #victim: Victim
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 16 })
  readonly #timeoutMillis: number

  constructor(victim: Victim, timeoutMillis = 5000) {
    this.#victim = victim
    this.#timeoutMillis = timeoutMillis
  }

  close(): void {
    this.#agent.destroy()
  }

  /** Every operation of the description. */
  async operations(): Promise<ReadonlyArray<ApiOperation>> {
    const { body } = await this.send({ method: "GET", target: "/openapi.json", scheme: "open" })
    const document = JSON.parse(body.toString())
    const { schemas } = document.components
    /** What is referred to, in place of the reference. */
    const inlined = (_key: string, value: unknown): unknown => {
      if (typeof value !== "object" || value === null || !("$ref" in value)) return value
      const name = String(value.$ref).split("/").at(-1) ?? ""
      return { ...schemas[name], ...value, $ref: undefined }
    }
    const paths: { readonly [path: string]: { readonly [method: string]: Described } } = JSON.parse(
      JSON.stringify(document.paths, inlined)
    )
    return Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId, parameters = [], requestBody }]) => ({
        id: operationId,
        method: method.toUpperCase(),
        path,
        scheme: schemeOf(path),
        body: requestBody?.content["application/json"]?.schema,
        takesForm: requestBody?.content["multipart/form-data"] !== undefined,
        query: parameters.filter((each) => each.in === "query").map(({ name }) => name)
      }))
    )
  }

  #credentials({ body, headers = {}, method, scheme, secret: given, target }: Sent): {
    readonly [name: string]: string
  } {
    const { publicKey, secret: right } = this.#victim.credentials
    const secret = given ?? right
    if (scheme === "open") return {}
    if (scheme === "secret") return { "x-api-key": secret }
    if (scheme === "pair") return { "x-api-key": publicKey, "x-api-secret": secret }
    const timestamp = headers["x-timestamp"] ?? String(Date.now())
    const hash =
      body === undefined || body.length === 0 ? "" : createHash("sha256").update(body).digest("hex")
    const text = `${method}${target.split("?")[0]}${timestamp}${hash}`
    const signature = createHmac("sha256", secret).update(text, "latin1").digest("hex")
    return { "x-api-key": publicKey, "x-timestamp": timestamp, "x-signature": signature }
  }

  send(sent: Sent): Promise<Received> {
    const begun = performance.now()
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          host: "127.0.0.1",
          port: this.#victim.port,
          agent: this.#agent,
          method: sent.method,
          path: sent.target,
          headers: {
            ...this.#credentials(sent),
            ...(sent.body === undefined ? {} : { "content-length": String(sent.body.length) }),
            ...sent.headers
          }
        },
        (incoming) => {
          const pieces: Array<Buffer> = []
          incoming.on("data", (piece: Buffer) => pieces.push(piece))
          incoming.on("error", reject)
          incoming.on("end", () => {
            clearTimeout(alarm)
            resolve({
              status: incoming.statusCode ?? 0,
              headers: incoming.headers,
              body: Buffer.concat(pieces),
              millis: performance.now() - begun
            })
          })
        }
      )
      const timeoutMillis = sent.timeoutMillis ?? this.#timeoutMillis
      const alarm = setTimeout(
        () => outgoing.destroy(new NoAnswer(`no answer in ${timeoutMillis} ms`)),
        timeoutMillis
      )
      outgoing.on("error", (error) => {
        clearTimeout(alarm)
        reject(error)
      })
      outgoing.end(sent.body)
    })
  }
}
