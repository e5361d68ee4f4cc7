import type { IncomingMessage, ServerResponse } from "node:http"
import { Effect } from "effect"
import { type ApiRequest, BodyBroken, BodyTooLarge } from "../message/ApiRequest.ts"

/** A request of `node:http` as the application sees it. */
export const apiRequestOf = (request: IncomingMessage, response: ServerResponse): ApiRequest => {
  const target = originForm(request.url ?? "/")
  const question = target.indexOf("?")
  return {
    method: request.method ?? "",
    path: question === -1 ? target : target.slice(0, question),
    query: question === -1 ? "" : target.slice(question + 1),
    headers: request.headers,
    remoteAddress: request.socket.remoteAddress ?? "",
    readBody: (limitBytes) => readBody(request, response, limitBytes)
  }
}

/** Clients of a proxy send the whole URL (RFC 9112, 3.2.2); the path in it is what counts. */
const originForm = (target: string): string => {
  if (target.startsWith("/")) return target
  const path = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*([^#]*)/i.exec(target)?.[1]
  if (path === undefined) return target
  return path.startsWith("/") ? path : `/${path}`
}

const empty = Effect.succeed(new Uint8Array())

const hasBody = (request: IncomingMessage): boolean =>
  (request.headers["content-length"] ?? "0") !== "0" || request.headers["transfer-encoding"] !== undefined

const readBody = (
  request: IncomingMessage,
  response: ServerResponse,
  limitBytes: number
): Effect.Effect<Uint8Array, BodyTooLarge | BodyBroken> => {
  if (!hasBody(request)) return empty
  if (Number(request.headers["content-length"] ?? "0") > limitBytes)
    return Effect.fail(new BodyTooLarge({ limitBytes }))
  return Effect.callback((resume) => {
    if (/100-continue/i.test(request.headers.expect ?? "")) response.writeContinue()
    const chunks: Array<Buffer> = []
    let length = 0
    const finish = (outcome: Effect.Effect<Uint8Array, BodyTooLarge | BodyBroken>): void => {
      request.off("data", take).off("end", end).off("close", broken).off("error", broken)
      resume(outcome)
    }
    const take = (chunk: Buffer): void => {
      length += chunk.length
      if (length > limitBytes) {
        request.pause()
        finish(Effect.fail(new BodyTooLarge({ limitBytes })))
      } else chunks.push(chunk)
    }
    const end = (): void => {
      const [first] = chunks
      finish(Effect.succeed(chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks)))
    }
    const broken = (): void => finish(Effect.fail(new BodyBroken({ reason: "the connection ended" })))
    request.on("data", take).on("end", end).on("close", broken).on("error", broken)
  })
}
