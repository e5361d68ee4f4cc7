import { assert } from "@effect/vitest"
import type { Credentials } from "./signedFetch.ts"

/** What a client of the transit group asks; every answer must be a success. */
export const pairFetch =
  (url: string, { publicKey, secret }: Credentials) =>
  async (method: "GET" | "POST" | "PUT", path: string, body?: unknown) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { "x-api-key": publicKey, "x-api-secret": secret, "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body)
    })
    assert.isTrue(response.ok, await response.clone().text())
    return JSON.parse(await response.text())
  }
