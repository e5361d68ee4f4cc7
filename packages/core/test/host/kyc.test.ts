import {
  createQuittance,
  type KycCheckerPromises,
  type KycCheckRequestPromised,
  type KycDecision,
  MemoryStore,
  type Providers,
  type QuittanceHost
} from "@quittance/core"
import { type KycVerdict, MemoryBlobStore, type Picture, Pictures } from "@quittance/core/adapter"
import { Effect, Layer } from "effect"
import { afterEach, assert, describe, expect, it } from "vitest"

const masterKey = Buffer.alloc(32, 7).toString("base64")

/**
 * Sees in a picture what its last byte says: a fingerprint of its own for each. A picture that ends with 0 is blurry.
 */
const pictures = Layer.succeed(Pictures, {
  clean: (bytes) => {
    const last = bytes.at(-1) ?? 0
    const picture: Picture = {
      width: 1000,
      height: 700,
      sharpness: last === 0 ? 1 : 500,
      brightness: 120,
      fingerprint: last.toString(16).padStart(2, "0").repeat(32)
    }
    return Effect.succeed({ bytes, picture })
  },
  pages: () => Effect.die("no PDF is shown here"),
  logo: () => Effect.die("no logo is shown here"),
  watermarked: (bytes, _, text) => Effect.succeed(Uint8Array.from([...bytes, ...Buffer.from(text)]))
})

const png = (last: number): Uint8Array =>
  Uint8Array.from([...Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), last])
const [card, face, letter] = [png(0x31), png(0x5c), png(0x96)]

/** A checker of the host's own that is told its verdict, and reads what it is shown. */
class OwnChecker implements KycCheckerPromises {
  readonly opened: Array<KycCheckRequestPromised> = []
  readonly shown: Array<string> = []
  verdict: KycVerdict | undefined

  async open(request: KycCheckRequestPromised) {
    this.opened.push(request)
    for (const { read, step } of request.documents) this.shown.push(`${step} ${(await read()).at(-1)}`)
    return { _tag: "Running", checkId: request.checkId } as const
  }

  async lookup(checkId: string) {
    if (!this.opened.some((each) => each.checkId === checkId)) return { _tag: "NotFound" } as const
    if (this.verdict === undefined) return { _tag: "Running", checkId } as const
    return { _tag: "Decided", checkId, verdict: this.verdict } as const
  }

  get last(): KycCheckRequestPromised {
    return this.opened.at(-1) ?? assert.fail("nothing was opened")
  }
}

const opened: Array<QuittanceHost> = []
const open = async (mode: "sandbox" | "live", kycChecker: Providers["kycChecker"]) => {
  const host = await createQuittance({
    store: MemoryStore.layer,
    masterKey,
    settings: { mode, publicUrl: "https://pay.example" },
    workers: false,
    kycChecker,
    blobStore: MemoryBlobStore.layer,
    pictures
  })
  opened.push(host)
  const { id } = await host.partners.ensure("shop")
  return { host, partnerId: id }
}
afterEach(async () => {
  for (const host of opened.splice(0)) await host.close()
})

const tokenOf = ({ verificationUrl }: { readonly verificationUrl: string }): string =>
  verificationUrl.slice(verificationUrl.lastIndexOf("/") + 1)

for (const mode of ["sandbox", "live"] as const) {
  describe(`a host with a checker of its own (${mode})`, () => {
    it("takes what a person shows, and asks about it once: shown, checked, told, redacted", async () => {
      const checker = new OwnChecker()
      const { host, partnerId } = await open(mode, checker)
      const metadata = { customer: "c-17" }
      const { replayed, ...created } = await host.kyc.create(partnerId, { level: "advanced", metadata })
      assert.isFalse(replayed)
      assert.match(created.verificationUrl, /^https:\/\/pay\.example\/verify\/[0-9a-f]{44}$/)
      assert.deepInclude(created, { status: "pending", metadata, attempts: 0, locale: "en" })
      assert.notProperty(created, "webhookSecret")
      const token = tokenOf(created)
      assert.deepStrictEqual(await host.kyc.byToken(token), { ...created, nextStep: "document" })

      const first = await host.kyc.submit(token, "document", card)
      assert.deepInclude(first, { status: "in_progress", nextStep: "selfie" })
      await expect(host.kyc.submit(token, "document", card)).rejects.toMatchObject({
        _tag: "KycStepRefused",
        expected: "selfie"
      })
      await host.kyc.submit(token, "selfie", face)
      const last = await host.kyc.submit(token, "proof_of_address", letter)
      assert.deepInclude(last, { status: "in_progress", nextStep: null })
      assert.isEmpty(checker.opened)
      await host.drain()
      assert.deepStrictEqual(checker.shown, ["document 49", "selfie 92", "proof_of_address 150"])
      assert.deepInclude(checker.last, { sessionId: created.id, partnerId, level: "advanced" })
      assert.deepInclude(checker.last.documents[0], { type: "image/png", sizeBytes: card.length })

      assert.strictEqual((await host.kyc.refresh(checker.last.checkId)).status, "in_progress")
      checker.verdict = { _tag: "Passed" }
      const passed = await host.kyc.refresh(checker.last.checkId)
      assert.deepInclude(passed, { id: created.id, status: "completed" })
      assert.isNotNull(passed.completedAt)
      assert.lengthOf(checker.opened, 1)

      const redacted = await host.kyc.redact(partnerId, created.id)
      assert.deepInclude(redacted, { status: "completed", metadata: {} })
      assert.isNotNull(redacted.redactedAt)
      assert.deepStrictEqual(await host.kyc.get(partnerId, created.id), redacted)
      const gone = checker.last.documents[0]?.read() ?? assert.fail("nothing was shown")
      await expect(gone).rejects.toMatchObject({ _tag: "BlobMissing" })
      assert.deepStrictEqual((await host.verifyLedger()).faults, [])
    })

    it("is told a verdict by itself, and the first one stands", async () => {
      const checker = new OwnChecker()
      const { host, partnerId } = await open(mode, checker)
      const created = await host.kyc.create(partnerId, { level: "basic" })
      const token = tokenOf(created)
      await host.kyc.submit(token, "document", card)
      await host.kyc.submit(token, "selfie", face)
      await host.drain()
      const { checkId } = checker.last
      assert.isTrue(checkId.startsWith(`${created.id}-1-`))
      const refused = { _tag: "Refused", reasons: ["selfie_mismatch"], course: "retry" } as const
      const again = await host.kyc.confirm(checkId, refused)
      assert.deepInclude(again, {
        status: "in_progress",
        attempts: 1,
        failureReasons: ["selfie_mismatch"]
      })
      assert.deepStrictEqual(await host.kyc.confirm(checkId, { _tag: "Passed" }), again)
      assert.strictEqual((await host.kyc.byToken(token)).nextStep, "selfie")
      await expect(host.kyc.confirm("kyc_none-1", { _tag: "Passed" })).rejects.toMatchObject({
        _tag: "NotFound"
      })
    })

    it("has pictures looked at before its checker is asked", async () => {
      const checker = new OwnChecker()
      const { host, partnerId } = await open(mode, checker)
      const created = await host.kyc.create(partnerId, { level: "basic" })
      await expect(host.kyc.submit(tokenOf(created), "document", png(0))).rejects.toMatchObject({
        _tag: "DocumentRefused",
        fault: "blurry"
      })
      await host.kyc.submit(tokenOf(created), "document", face)
      await expect(host.kyc.submit(tokenOf(created), "selfie", face)).rejects.toMatchObject({
        _tag: "DocumentRefused",
        fault: "repeated"
      })
      await host.drain()
      assert.isEmpty(checker.opened)
      assert.deepInclude(await host.kyc.get(partnerId, created.id), { attempts: 0, failureReasons: [] })
    })

    it("asks for the back of a card, and takes another document in its place", async () => {
      const checker = new OwnChecker()
      const { host, partnerId } = await open(mode, checker)
      const token = tokenOf(await host.kyc.create(partnerId, { level: "basic" }))
      const choice = { kind: "identity_card", country: "KZ" } as const
      const front = await host.kyc.submit(token, "document", card, choice)
      assert.strictEqual(front.nextStep, "document_back")
      assert.strictEqual((await host.kyc.takeBack(token)).nextStep, "document")
      await expect(host.kyc.takeBack(token)).rejects.toMatchObject({ _tag: "InvalidState" })
      await host.kyc.submit(token, "document", card, choice)
      await host.kyc.submit(token, "document_back", letter)
      await host.kyc.submit(token, "selfie", face)
      await host.drain()
      assert.deepStrictEqual(
        checker.last.documents.map((document) => [document.step, document.choice]),
        [
          ["document", choice],
          ["document_back", choice],
          ["selfie", undefined]
        ]
      )
    })
  })

  describe(`a host whose people review (${mode})`, () => {
    it("shows them what waits, in clear, and takes their decision with their name", async () => {
      const { host, partnerId } = await open(mode, "manualReview")
      const metadata = { customer: "c-17" }
      const created = await host.kyc.create(partnerId, { level: "basic", metadata })
      const token = tokenOf(created)
      assert.deepStrictEqual(await host.kyc.review.list(), [])
      await expect(
        host.kyc.review.decide(created.id, { outcome: "completed", decidedBy: "ann" })
      ).rejects.toMatchObject({ _tag: "InvalidState", status: "pending" })
      await host.kyc.submit(token, "document", card)
      await host.kyc.submit(token, "selfie", face)
      await host.drain()

      const [waiting, ...others] = await host.kyc.review.list()
      assert.isEmpty(others)
      assert.deepInclude(waiting, {
        id: created.id,
        partnerId,
        status: "in_progress",
        state: "checking",
        metadata,
        decidedBy: null,
        endedAt: null
      })
      assert.isNotNull(waiting?.waitingSince)
      assert.deepInclude(waiting?.documents[0], {
        step: "document",
        type: "image/png",
        sizeBytes: card.length,
        picture: { width: 1000, height: 700, sharpness: 500, brightness: 120 }
      })
      assert.deepStrictEqual(await host.kyc.review.pictures(created.id, "selfie"), [
        { type: "image/png", bytes: face }
      ])
      assert.deepStrictEqual(await host.kyc.review.original(created.id, "selfie"), face)
      for (const read of [host.kyc.review.pictures, host.kyc.review.original])
        await expect(read(created.id, "proof_of_address")).rejects.toMatchObject({ _tag: "NotFound" })
      // @ts-expect-error: who decided must be named
      await expect(host.kyc.review.decide(created.id, { outcome: "completed" })).rejects.toMatchObject({
        _tag: "InvalidInput"
      })

      const decision: KycDecision = { outcome: "failed", reasons: ["document_expired"], decidedBy: "ann" }
      const decided = await host.kyc.review.decide(created.id, decision)
      assert.deepInclude(decided, {
        status: "failed",
        waitingSince: null,
        failureReasons: ["document_expired"],
        decidedBy: "ann"
      })
      assert.deepStrictEqual(await host.kyc.review.get(created.id), decided)
      assert.deepStrictEqual(await host.kyc.review.list(), [])
    })
  })
}

describe("a host without them", () => {
  it("opens no session in live mode without a checker, blob store or reader of pictures", async () => {
    const live = { store: MemoryStore.layer, masterKey, settings: { mode: "live" }, workers: false } as const
    const checker = "manualReview"
    const blobStore = MemoryBlobStore.layer
    for (const [provider, providers] of [
      ["KycChecker", { blobStore, pictures }],
      ["BlobStore", { kycChecker: checker, pictures }],
      ["Pictures", { kycChecker: checker, blobStore }]
    ] as const) {
      const host = await createQuittance({ ...live, ...providers })
      opened.push(host)
      const { id } = await host.partners.ensure("shop")
      await expect(host.kyc.create(id, { level: "basic" })).rejects.toMatchObject({
        _tag: "ProviderMissing",
        provider
      })
      await expect(host.sandbox.decide(id, "kyc_1", { outcome: "completed" })).rejects.toThrow("sandbox")
    }
  })

  it("has a simulated checker in a sandbox, which says what it is told", async () => {
    const { host, partnerId } = await open("sandbox", undefined)
    const { id } = await host.kyc.create(partnerId, { level: "basic" })
    const decided = await host.sandbox.decide(partnerId, id, { outcome: "failed", reasons: ["bad luck"] })
    assert.deepInclude(decided, { status: "failed", failureReasons: ["bad luck"] })
    await expect(host.sandbox.decide(partnerId, id, { outcome: "completed" })).rejects.toMatchObject({
      _tag: "InvalidState"
    })
  })
})

describe("a checker in Promises that answers in another shape, or rejects,", () => {
  const odd: unknown = JSON.parse('{"_tag":"Decided","checkId":"x","verdict":"passed"}')
  it.each([
    ["answers in another shape", async () => odd],
    ["rejects", () => Promise.reject(new Error("the line is cut"))]
  ])("is as unclear as one without an answer: %s", async (_, answer) => {
    const unclear = answer as () => Promise<never>
    let checkId = ""
    const asked = (request: KycCheckRequestPromised) => {
      checkId = request.checkId
      return unclear()
    }
    const { host, partnerId } = await open("sandbox", { open: asked, lookup: unclear })
    const created = await host.kyc.create(partnerId, { level: "basic" })
    await host.kyc.submit(tokenOf(created), "document", card)
    await host.kyc.submit(tokenOf(created), "selfie", face)
    await host.drain()
    const [waiting] = await host.kyc.review.list()
    assert.deepInclude(waiting, { id: created.id, state: "unknown", lost: "unavailable" })
    await expect(host.kyc.refresh(checkId)).rejects.toMatchObject({ _tag: "KycCheckerUnavailable" })
  })
})
