import { assert, describe } from "@effect/vitest"
import { Holds } from "@quittance/core"
import { Guard, StoreHold, signatureExpiry } from "@quittance/core/adapter"
import { start, test } from "./Deployment.ts"

describe("a store on hold that an operator released", () => {
  test("takes no request that was signed before: it may have forgotten that it saw it", function* () {
    const guard = yield* Guard
    const hold = yield* StoreHold
    const holds = yield* Holds
    const record = (signature: string, binding: string, signedAt: number) =>
      guard.recordSignature({ keyId: "key", signature, binding, expiresAt: signatureExpiry(signedAt) })
    yield* hold.place({ reason: "restored", since: start })
    yield* holds.release
    const captured = yield* record("captured", "another idempotency key", start)
    assert.strictEqual(captured, "forgotten")
    const signedAnew = yield* record("anew", "the idempotency key", start + 1)
    assert.strictEqual(signedAnew, "fresh")
  })
})
