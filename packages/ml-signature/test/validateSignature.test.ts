import { crc32, deflateSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { SignatureImageRefused } from "@quittance/core"
import { validateSignature } from "../src/index.ts"

const chunk = (name: string, data: Uint8Array): Buffer => {
  const named = Buffer.concat([Buffer.from(name, "latin1"), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/** White paper. */
const blank = (width: number, height: number): Uint8Array => {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const rows = Buffer.alloc((width + 1) * height, 255)
  // Each row begins with its filter, which is none.
  for (let row = 0; row < height; row++) rows[row * (width + 1)] = 0
  const start = Buffer.from("\x89PNG\r\n\x1a\n", "latin1")
  return Buffer.concat([
    start,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0))
  ])
}

describe("validateSignature", () => {
  it("judges an image, and another one after it was closed", async () => {
    for (const size of [200, 300]) {
      const { category, isValid, issueCodes } = await validateSignature(blank(size, size))
      assert.deepStrictEqual(
        { category, isValid, issueCodes },
        { category: 1, isValid: false, issueCodes: ["no_ink"] }
      )
      await validateSignature.close()
    }
  })

  it("says which file is no image, and can be closed though nothing was judged", async () => {
    const refused = await validateSignature(Buffer.from("text")).catch((error: unknown) => error)
    assert.instanceOf(refused, SignatureImageRefused)
    assert.strictEqual(refused.fault, "unsupported")
    await validateSignature.close()
    await validateSignature.close()
  })
})
