import { type IncomingMessage, request as requestHttp } from "node:http"
import { request as requestHttps } from "node:https"
import { pipeline, type Readable } from "node:stream"
import { createGunzip } from "node:zlib"
import type { Fetch } from "./NodeHttp.ts"

/**
 * Fetches over HTTP/1.1 on kept-alive connections. Unlike the `fetch` of the platform it takes provisional answers
 * (1xx) before an answer: undici, which is behind that one, gives up at 100
 * (https://github.com/nodejs/undici/issues/197). Redirects are not followed.
 */
export const httpFetch: Fetch = (url, { body, headers, method = "GET", signal }) =>
  new Promise((resolve, reject) => {
    const request = url.startsWith("https:") ? requestHttps : requestHttp
    request(
      url,
      {
        method,
        headers: { "accept-encoding": "gzip", ...Object.fromEntries(new Headers(headers)) },
        ...(signal && { signal })
      },
      (message) => {
        const named = new Map(Object.entries(message.headersDistinct))
        resolve({
          status: message.statusCode ?? 0,
          headers: { get: (name) => named.get(name.toLowerCase())?.join(", ") ?? null },
          body: contentOf(message)
        })
      }
    )
      .on("error", (cause) => reject(new TypeError("fetch failed", { cause })))
      .end(body)
  })

const contentOf = (message: IncomingMessage): Readable =>
  /^(?:x-)?gzip$/i.test(message.headers["content-encoding"] ?? "")
    ? // Whoever reads it sees its failures.
      pipeline(message, createGunzip(), () => undefined)
    : message
