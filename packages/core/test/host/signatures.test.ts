import {
  type CreateQuittanceOptions,
  createQuittance,
  MemoryStore,
  type QuittanceHost,
  SignatureImageRefused
} from "@quittance/core"
import { MemorySignatureClassifier } from "@quittance/core/adapter"
import { afterEach, assert, describe, expect, it } from "vitest"

const opened: Array<QuittanceHost> = []

const open = async (options: Partial<CreateQuittanceOptions<never>> = {}): Promise<QuittanceHost> => {
  const masterKey = Buffer.alloc(32, 7).toString("base64")
  const host = await createQuittance({ store: MemoryStore.layer, masterKey, workers: false, ...options })
  opened.push(host)
  return host
}

afterEach(async () => {
  for (const host of opened.splice(0)) await host.close()
})

const png = Buffer.from("\x89PNG\r\n\x1a\n", "latin1")

describe("a host without Effect", () => {
  it("has signatures judged, by either name", async () => {
    const host = await open({ signatureClassifier: MemorySignatureClassifier.layer() })
    const verdict = await host.validateSignature(png)
    assert.deepInclude(verdict, { isValid: true, category: 0, issues: [], recommendations: [] })
    assert.deepStrictEqual(await host.signatures.validate(png), verdict)
  })

  it("is told which file is no image", async () => {
    const host = await open({ signatureClassifier: MemorySignatureClassifier.layer() })
    const refused = await host.validateSignature(Buffer.from("%PDF-1.7")).catch((error) => error)
    assert.instanceOf(refused, SignatureImageRefused)
    assert.strictEqual(refused.message, "the file must be a PNG, JPEG, GIF or WebP image")
  })

  it("is told that it brought no classifier", async () => {
    const host = await open()
    await expect(host.validateSignature(png)).rejects.toThrow("this deployment has no SignatureClassifier")
  })
})
