import { assert } from "@effect/vitest"
import type { Credentials } from "./signedFetch.ts"

type Json = Record<string, unknown>

const answerOf = async (response: Response): Promise<Json> => {
  assert.isTrue(response.ok, await response.clone().text())
  return (await response.json()) as Json
}

/** What a client of the fiat group asks; every answer must be a success. */
export const fiatClient = (url: string, { secret }: Pick<Credentials, "secret">) => ({
  get: async (path: string) => answerOf(await fetch(`${url}${path}`, { headers: { "x-api-key": secret } })),
  post: async (path: string, body: Json = {}) =>
    answerOf(
      await fetch(`${url}${path}`, {
        method: "POST",
        headers: { "x-api-key": secret, "content-type": "application/json" },
        body: JSON.stringify(body)
      })
    ),
  remove: async (path: string): Promise<void> => {
    const response = await fetch(`${url}${path}`, { method: "DELETE", headers: { "x-api-key": secret } })
    assert.strictEqual(response.status, 204, await response.text())
  },
  upload: async (csv: string, fields: Readonly<Record<string, string>> = {}) => {
    const form = new FormData()
    form.set("file", new Blob([csv]), "invoices.csv")
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return answerOf(
      await fetch(`${url}/api/v1/batch/invoices`, {
        method: "POST",
        headers: { "x-api-key": secret },
        body: form
      })
    )
  }
})
