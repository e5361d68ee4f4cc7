import { assert } from "vitest"
import type { ApiAnswer } from "../TestApi.ts"

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The refusal of the contract: its status and code in the one envelope, and the request's id in body and header. */
export const refused = (
  { body, headers, status }: ApiAnswer,
  expected: number,
  code: string,
  what: string
) => {
  assert.deepStrictEqual([status, body.error?.code], [expected, code], what)
  assert.deepStrictEqual(Object.keys(body), ["success", "error", "requestId"], what)
  assert.strictEqual(body.success, false, what)
  assert.match(body.error?.message ?? "", /\w/, what)
  assert.match(body.requestId ?? "", uuid, what)
  assert.strictEqual(headers.get("x-request-id"), body.requestId ?? "", what)
}
