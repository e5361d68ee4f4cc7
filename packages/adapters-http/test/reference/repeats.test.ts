import { readFileSync } from "node:fs"
import { assert, it } from "vitest"
import { signedRepeats } from "../../src/access/proofs.ts"
import { payoutFields, payoutsPath, startTestApi } from "../TestApi.ts"

it("says everywhere in the same words how a signed request is repeated, and the server takes it so", async () => {
  await using api = await startTestApi()
  const { components, info } = await api.document()
  const guide = (name: string) =>
    readFileSync(new URL(`../../src/guides/${name}.md`, import.meta.url), "utf8").replace(/\s+/g, " ")
  for (const text of [
    components.securitySchemes.V2Signature.description,
    info.description,
    guide("idempotency"),
    guide("signing")
  ])
    assert.include(text, signedRepeats.replace(/\.$/, ""))
  assert.notMatch(JSON.stringify([components.securitySchemes, info]), /taken once|sign[^.]* anew/)

  await api.sandbox("balance/credit", { amount: 1000 })
  const payout = { path: payoutsPath, body: payoutFields() }
  const timestamp = api.wall.now
  const sent = (idempotencyKey: string, at = timestamp) =>
    api.call({ ...payout, idempotencyKey, timestamp: at })
  const [first, again, anew] = [await sent("one"), await sent("one"), await sent("one", timestamp + 1)]
  assert.strictEqual(first.status, 200)
  for (const repeat of [again, anew]) {
    assert.strictEqual(repeat.status, 200)
    assert.strictEqual(repeat.headers.get("idempotent-replayed"), "true")
  }
  assert.strictEqual((await sent("two")).code, "signature_replayed")
})
