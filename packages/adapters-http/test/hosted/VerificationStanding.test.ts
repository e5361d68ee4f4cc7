import { settingsOf } from "@quittance/core"
import {
  KycSession,
  type KycSessionCommand,
  type KycStep,
  type KycVerdict,
  openedKycSession
} from "@quittance/core/adapter"
import { Option, Result } from "effect"
import { describe, expect, it } from "vitest"
import { formTokenOf, verificationView } from "../../src/hosted/VerificationStanding.ts"

const order = {
  id: "kyc_1",
  partnerId: "p",
  token: "t",
  level: "advanced",
  locale: "en",
  redirectUrl: Option.some("https://shop.example/"),
  metadata: '{"customer":"4711"}',
  person: "someone",
  recipient: Option.none(),
  createdAt: 0,
  expiresAt: 1_000
} as const

const submit = (step: KycStep): KycSessionCommand => ({
  _tag: "Submit",
  document: {
    id: `doc_${step}`,
    step,
    type: "application/pdf",
    sizeBytes: 1,
    picture: Option.none(),
    submittedAt: 1
  },
  at: 1
})
const answer = (check: number, verdict: KycVerdict): KycSessionCommand => ({
  _tag: "Answer",
  check,
  verdict,
  decidedBy: Option.none(),
  attemptMax: 3,
  at: 2
})
const refused = (...reasons: ReadonlyArray<string>) =>
  ({ _tag: "Refused", reasons, course: "retry" }) as const
const everything = [submit("document"), submit("selfie"), submit("proof_of_address")]

const session = (...commands: ReadonlyArray<KycSessionCommand>) =>
  openedKycSession(
    [{ _tag: "Create", order } as const, ...commands].reduce(
      (before, command) =>
        Result.getOrThrow(KycSession.decide(before, command)).reduce(KycSession.evolve, before),
      KycSession.initial
    )
  )

const settings = Result.getOrThrow(settingsOf({ publicUrl: "https://pay.example" }))

const view = (...commands: ReadonlyArray<KycSessionCommand>) =>
  verificationView(session(...commands), { settings, now: 5 })

const standing = (...commands: ReadonlyArray<KycSessionCommand>) => {
  const { stage, steps } = view(...commands)
  return [stage, ...steps.map(({ course }) => course)]
}

describe("verificationView", () => {
  it("asks for the steps in their order, then waits", () => {
    expect(standing()).toEqual(["asking", "current", "ahead", "ahead"])
    expect(standing(submit("document"))).toEqual(["asking", "taken", "current", "ahead"])
    expect(standing(...everything)).toEqual(["checking", "taken", "taken", "taken"])
  })

  it("waits in every state of a check, also of one that a sandbox stands in for", () => {
    const opened = { _tag: "OpenCheck", at: 2 } as const
    const running = { _tag: "NoteRunning", at: 3 } as const
    const lost = { _tag: "LoseAnswer", loss: "unavailable", at: 3 } as const
    for (const later of [[opened], [opened, running], [opened, lost]])
      expect(standing(...everything, ...later)).toEqual(["checking", "taken", "taken", "taken"])
    expect(standing({ _tag: "WaiveDocuments", at: 1 })).toEqual(["checking", "taken", "taken", "taken"])
  })

  it("asks again for what was refused and keeps the rest; for everything where no step was named", () => {
    expect(standing(...everything, answer(1, refused("selfie_unclear")))).toEqual([
      "retrying",
      "taken",
      "current",
      "taken"
    ])
    expect(standing(...everything, answer(1, refused("other")))).toEqual([
      "retrying",
      "current",
      "ahead",
      "ahead"
    ])
    const again = view(...everything, answer(1, refused("selfie_unclear")))
    expect(again).toMatchObject({ attempts: 1, attemptsLeft: 2, reasons: ["selfie_unclear"] })
  })

  it("does not ask again for what is shown for the first time after another step was refused", () => {
    const refusal = {
      _tag: "RefusePicture",
      step: "document",
      fault: "blurry",
      freeMax: 0,
      attemptMax: 3,
      at: 1
    } as const
    expect(standing(refusal)).toEqual(["retrying", "current", "ahead", "ahead"])
    expect(standing(refusal, submit("document"))).toEqual(["asking", "taken", "current", "ahead"])
  })

  it("says where another device goes on, and how long what is sent is kept, as it is configured", () => {
    expect(view()).toMatchObject({ pageUrl: "https://pay.example/verify/t", keptMillis: null })
    const days = Result.getOrThrow(settingsOf({ kyc: { retentionMillis: 90 * 86_400_000 } }))
    const { keptMillis } = verificationView(session(), { settings: days, now: 5 })
    expect(keptMillis).toBe(90 * 86_400_000)
  })

  it("asks for nothing once it is over", () => {
    expect(standing(...everything, answer(1, { _tag: "Passed" }))[0]).toBe("verified")
    expect(standing(...everything, answer(1, { ...refused("other"), course: "final" }))[0]).toBe("refused")
    expect(standing({ _tag: "Expire", at: 1_000 })).toEqual(["expired", "ahead", "ahead", "ahead"])
  })

  it("has nothing of the metadata, the person or the documents", () => {
    const text = JSON.stringify(view(...everything, answer(1, refused("selfie_unclear"))))
    expect(text).not.toMatch(/4711|someone|doc_|kyc_1/)
  })
})

describe("formTokenOf", () => {
  it("is another one for each session, step and attempt, and tells nothing of the session's own token", () => {
    const retried = session(...everything, answer(1, refused("other")))
    const fresh = session()
    const tokens = [
      formTokenOf(fresh, "document"),
      formTokenOf(fresh, "selfie"),
      formTokenOf(retried, "document"),
      formTokenOf({ ...fresh, order: { ...fresh.order, token: "u" } }, "document")
    ]
    expect(new Set(tokens).size).toBe(tokens.length)
    for (const token of tokens) expect(token).toMatch(/^[\w-]{22}$/)
    expect(formTokenOf(session(), "document")).toBe(tokens[0])
  })
})
