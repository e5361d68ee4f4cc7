import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http"
import { buffer } from "node:stream/consumers"

/** What goes wrong with a request instead of being answered. */
export type Fault =
  /** The connection ends before the server has the request. */
  | "cut"
  /** The server carries the request out, and the connection ends before the answer. */
  | "lostAnswer"
  /** The answer's body stops in the middle. */
  | "halfAnswer"
  /** Nothing is ever answered. */
  | "silence"
  /** The answer is only announced (102), again and again. */
  | "announcements"
  /** The answer comes after announcements (100, 103). */
  | "announcedAnswer"
  | { readonly status: number; readonly code: string; readonly date?: Date }

export interface Asked {
  readonly method: string
  /** The path with the query, decoded. */
  readonly path: string
}

/** Answers with a fault, or lets the request through. */
export type Faults = (asked: Asked) => Fault | undefined

/** Whether a request may be carried out; otherwise the answer. */
export type Condition = (
  request: IncomingMessage,
  path: string
) => Promise<{ readonly status: number; readonly code: string } | undefined>

/**
 * A proxy before an S3 server. Requests reach it unchanged, since their signatures cover them. With a `condition`,
 * which is asked before a request is carried out, requests for one object take turns.
 */
export class S3Front {
  readonly #server: Server
  readonly #backend: URL
  readonly #condition: Condition | undefined
  readonly #turns = new Map<string, Promise<void>>()
  faults: Faults = () => undefined
  /** Whether the condition is asked. */
  heedsConditions = true

  constructor(backend: URL, condition?: Condition) {
    this.#backend = backend
    this.#condition = condition
    this.#server = createServer((asked, answer) => {
      this.#handle(asked, answer).catch(() => asked.destroy())
    })
  }

  /** Completes with its URL. */
  readonly listen = (): Promise<string> =>
    new Promise((resolve) =>
      this.#server.listen(0, "127.0.0.1", () => {
        const address = this.#server.address()
        resolve(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`)
      })
    )

  readonly close = (): void => {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  async #handle(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const path = decodeURIComponent(asked.url ?? "")
    const fault = this.faults({ method: asked.method ?? "", path })
    if (fault === "cut") return void asked.destroy()
    if (fault === "silence") return
    if (fault === "announcements") return announceForever(answer)
    if (typeof fault === "object") return refuse(asked, answer, fault)
    if (this.#condition === undefined) return await this.#pass(asked, answer, fault)
    const object = path.split("?")[0] ?? path
    const before = this.#turns.get(object) ?? Promise.resolve()
    const turn = before.then(async () => {
      const refusal = this.heedsConditions ? await this.#condition?.(asked, object) : undefined
      await (refusal === undefined ? this.#pass(asked, answer, fault) : refuse(asked, answer, refusal))
    })
    this.#turns.set(
      object,
      turn.catch(() => undefined)
    )
    await turn
  }

  async #pass(asked: IncomingMessage, answer: ServerResponse, fault: Fault | undefined): Promise<void> {
    const body = await buffer(asked)
    const { hostname, port } = this.#backend
    const passed = await new Promise<IncomingMessage>((resolve, reject) =>
      request({
        hostname,
        port,
        method: asked.method,
        path: asked.url,
        // The end of the connection ends an answer that is shorter than its promised length.
        headers: { ...asked.headers, connection: "close" },
        agent: false
      })
        .on("response", resolve)
        .on("error", reject)
        .end(body)
    )
    const content = await buffer(passed)
    if (fault === "lostAnswer") return void asked.destroy()
    if (fault === "announcedAnswer") {
      answer.writeContinue()
      answer.writeEarlyHints({ link: "</a.css>; rel=preload" })
      answer.writeContinue()
    }
    answer.writeHead(passed.statusCode ?? 502, passed.headers)
    if (fault === "halfAnswer") {
      await new Promise((resolve) => answer.write(content.subarray(0, content.length / 2), resolve))
      return void asked.destroy()
    }
    answer.end(content)
  }
}

const announceForever = (answer: ServerResponse): void => {
  if (answer.destroyed) return
  answer.writeProcessing()
  setImmediate(() => announceForever(answer))
}

const refuse = async (
  asked: IncomingMessage,
  answer: ServerResponse,
  { code, date, status }: { readonly status: number; readonly code: string; readonly date?: Date }
): Promise<void> => {
  asked.resume()
  answer.writeHead(status, {
    "content-type": "application/xml",
    ...(date === undefined ? {} : { date: date.toUTCString() })
  })
  answer.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>no</Message></Error>`)
}
