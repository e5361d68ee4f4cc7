import { assert, it } from "@effect/vitest"
import type { SignedForm } from "../../../src/concepts/chain/SignedForm.ts"
import { signedForms } from "../../../src/concepts/chain/SignedForm.ts"

const form: SignedForm = {
  hash: "0xaa",
  bytes: "0xbb",
  isCancel: false,
  maxFeeWei: 3n,
  maxTipWei: 1n,
  at: 7,
  expiresAt: 0
}

/** As versions wrote it that knew no end of a form. */
const earlier = '[["0xaa","0xbb",0,"3","1",7]]'

it("reads a row that knows no end of its forms, and writes it as it was", () => {
  assert.deepStrictEqual(signedForms.fromCell(earlier), [form])
  assert.strictEqual(signedForms.toCell([form]), earlier)
})

it("keeps when a form expires", () => {
  const forms = [{ ...form, expiresAt: 1_700_000_000_000 }]
  assert.deepStrictEqual(signedForms.fromCell(String(signedForms.toCell(forms))), forms)
})
