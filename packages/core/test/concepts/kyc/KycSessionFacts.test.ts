import { Option, Result } from "effect"
import { assert, describe, it } from "vitest"
import { type DocumentChoice, documentKinds } from "../../../src/concepts/kyc/DocumentChoice.ts"
import {
  KycSession,
  type KycSessionCommand,
  type KycSessionState
} from "../../../src/concepts/kyc/KycSession.ts"
import { openedKycSession } from "../../../src/concepts/kyc/KycSessionAsOf.ts"
import type { OpenedKycSession } from "../../../src/concepts/kyc/KycSessionRecord.ts"
import { nextStep } from "../../../src/concepts/kyc/KycStanding.ts"
import { type KycLevel, type KycStep, kycLevels, stepsOf } from "../../../src/concepts/kyc/KycStep.ts"
import {
  answer,
  attemptMax,
  card,
  createdAt,
  documentOf,
  expiresAt,
  freeMax,
  orderOf,
  passed,
  passport,
  picture,
  refused,
  refusePicture,
  submit
} from "./kycSamples.ts"

type Deed = (session: OpenedKycSession, at: number) => KycSessionCommand

/** The session after these commands, one second apart; a refused one fails the test. */
const after = (level: KycLevel, ...deeds: ReadonlyArray<Deed>): OpenedKycSession => {
  const created = KycSession.evolve(KycSession.initial, {
    _tag: "KycSessionCreated",
    order: orderOf({ level })
  })
  const end = deeds.reduce<KycSessionState>((state, deed, i) => {
    const command = deed(openedKycSession(state), createdAt + (i + 1) * 1000)
    const decision = KycSession.decide(state, command)
    assert.isTrue(Result.isSuccess(decision), `${command._tag} in ${state._tag}`)
    return Result.isSuccess(decision) ? decision.success.reduce(KycSession.evolve, state) : state
  }, created)
  return openedKycSession(end)
}

const shows = (...steps: ReadonlyArray<KycStep>): ReadonlyArray<Deed> =>
  steps.map((step) => (_, at) => submit(step, at))
const [showsDocument, showsSelfie] = [shows("document"), shows("selfie")]
const showsBoth = [...showsDocument, ...showsSelfie]
const passes: Deed = ({ check }, at) => answer(check, passed, at)
const refuses =
  (...reasons: ReadonlyArray<string>): Deed =>
  ({ check }, at) =>
    answer(check, refused(reasons), at)
const fails: Deed = ({ check }, at) => answer(check, refused(["suspected_fraud"], "final"), at)
const waives: Deed = (_, at) => ({ _tag: "WaiveDocuments", at })
const opens: Deed = (_, at) => ({ _tag: "OpenCheck", at })
const runs: Deed = (_, at) => ({ _tag: "NoteRunning", at })
const loses: Deed = (_, at) => ({ _tag: "LoseAnswer", loss: "unavailable", at })
const redacts: Deed = (_, at) => ({ _tag: "Redact", at })
const expires: Deed = () => ({ _tag: "Expire", at: expiresAt })

const shownSteps = ({ documents }: OpenedKycSession) => documents.map(({ step }) => step)

describe("the steps", () => {
  for (const level of kycLevels) {
    const steps = stepsOf(level)
    it(`of ${level} are taken in their order, and the last one leads to the check`, () => {
      steps.forEach((step, index) => {
        const before = after(level, ...shows(...steps.slice(0, index)))
        assert.strictEqual(nextStep(before), step)
        const session = after(level, ...shows(...steps.slice(0, index + 1)))
        const isLast = index === steps.length - 1
        assert.strictEqual(session._tag, isLast ? "submitted" : "collecting")
        assert.deepStrictEqual(shownSteps(session), steps.slice(0, index + 1))
        assert.deepStrictEqual(session.documents.at(-1), documentOf(step))
      })
    })
  }

  it("that are missing are waived at once, and what was shown stays", () => {
    assert.deepStrictEqual(shownSteps(after("basic", waives)), [])
    const session = after("advanced", ...showsDocument, waives)
    assert.strictEqual(session._tag, "submitted")
    assert.deepStrictEqual(shownSteps(session), ["document"])
  })
})

describe("the back of a document", () => {
  const shown = (choice: DocumentChoice | undefined) =>
    after("basic", (_, at) => submit("document", at, choice))
  const front =
    (choice?: DocumentChoice): Deed =>
    (_, at) =>
      submit("document", at, choice)
  const [showsBack, takesBack] = [
    shows("document_back"),
    ((_, at) => ({ _tag: "TakeBack", freeMax, at })) satisfies Deed
  ]
  const sides = [front(card), ...showsBack, ...showsSelfie]

  it("is asked for after the front where the person said that it has one, and else never", () => {
    for (const kind of documentKinds)
      assert.strictEqual(
        nextStep(shown({ kind, country: "KZ" })),
        kind === "passport" ? "selfie" : "document_back"
      )
    assert.strictEqual(nextStep(shown(undefined)), "selfie")
  })

  it("has what the person said of the front, whatever comes with it", () => {
    const session = after("basic", front(card), (_, at) => submit("document_back", at, passport))
    assert.deepStrictEqual(
      session.documents.map(({ choice }) => choice),
      [card, card]
    )
  })

  for (const [reason, asked] of [
    ["document_unreadable", ["document"]],
    ["document_back_unreadable", ["document_back"]],
    ["document_expired", ["document", "document_back"]],
    ["document_unsupported", ["document", "document_back"]],
    ["suspected_fraud", ["document", "document_back", "selfie"]]
  ] as const) {
    it(`or the front is asked for again as a reason says: ${reason} asks for ${asked.join(", ")}`, () => {
      const session = after("basic", ...sides, refuses(reason))
      const all = ["document", "document_back", "selfie"] as const
      assert.deepStrictEqual(
        shownSteps(session),
        all.filter((step) => !asked.some((each) => each === step))
      )
      assert.strictEqual(nextStep(session), asked[0])
    })
  }

  it("stays with a front of the same document, and goes with one of another", () => {
    const again = after("basic", ...sides, refuses("document_unreadable"), front(card))
    assert.strictEqual(again._tag, "submitted")
    const other = after("basic", ...sides, refuses("document_unreadable"), front(passport))
    assert.deepStrictEqual([other._tag, shownSteps(other)], ["submitted", ["selfie", "document"]])
    const abroad = after("basic", ...sides, refuses("document_unreadable"), front({ ...card, country: "RU" }))
    assert.strictEqual(nextStep(abroad), "document_back")
  })

  it("that a checker names where there was none asks for the document", () =>
    assert.deepStrictEqual(shownSteps(after("basic", ...showsBoth, refuses("document_back_unreadable"))), [
      "selfie"
    ]))

  it("is not asked for any more once the person has another document, for one of the free pictures", () => {
    const session = after("basic", front(card), takesBack)
    assert.deepStrictEqual([nextStep(session), session.attempts], ["document", 0])
    assert.deepStrictEqual(session.discarded, Option.some(1))
    const spent = after("basic", front(card), takesBack, front(card), takesBack, front(card))
    assert.isTrue(Result.isFailure(KycSession.decide(spent, takesBack(spent, createdAt + 9000))))
  })
})

describe("a picture that is refused when it is shown", () => {
  const isBad =
    (step: KycStep): Deed =>
    (_, at) =>
      refusePicture(step, at)
  const bad = (count: number, step: KycStep = "document") => Array.from({ length: count }, () => isBad(step))

  it("costs nothing as long as it is free, and the session waits as before", () => {
    const session = after("basic", ...bad(freeMax))
    assert.deepStrictEqual([session._tag, session.attempts, session.reasons], ["pending", 0, []])
  })

  it("costs an attempt then, says why, and keeps what was said of other steps", () => {
    const session = after("basic", ...bad(freeMax + 1))
    assert.deepStrictEqual(
      [session._tag, session.attempts, session.reasons],
      ["collecting", 1, ["document_blurry"]]
    )
    const both = after(
      "basic",
      ...showsBoth,
      refuses("document_expired", "selfie_mismatch"),
      ...bad(freeMax + 1)
    )
    assert.deepStrictEqual([both.attempts, both.reasons], [2, ["selfie_mismatch", "document_blurry"]])
  })

  it("ends the session with the last attempt, as a check would", () => {
    const session = after("basic", ...bad(freeMax + attemptMax))
    assert.deepStrictEqual(
      [session._tag, session.attempts, session.reasons],
      ["failed", attemptMax, ["document_blurry"]]
    )
  })
})

describe("after a refusal the person is asked again", () => {
  const all = stepsOf("advanced")
  const cases: ReadonlyArray<readonly [ReadonlyArray<string>, ReadonlyArray<KycStep>]> = [
    [["document_blurry"], ["document"]],
    [["selfie_mismatch"], ["selfie"]],
    [["proof_of_address_outdated"], ["proof_of_address"]],
    [
      ["selfie_unclear", "document_expired"],
      ["document", "selfie"]
    ],
    [["selfie_unclear", "other"], ["selfie"]],
    [["suspected_fraud"], all],
    [["documents_of_another"], all],
    [["document"], all],
    [[], all]
  ]
  for (const [reasons, asked] of cases) {
    it(`for ${asked.join(", ")} where it said [${reasons.join(", ")}]`, () => {
      const session = after("advanced", ...shows(...all), refuses(...reasons))
      assert.strictEqual(session._tag, "collecting")
      assert.deepStrictEqual(
        shownSteps(session),
        all.filter((step) => !asked.includes(step))
      )
      assert.strictEqual(nextStep(session), asked[0])
      assert.strictEqual(
        after("advanced", ...shows(...all), refuses(...reasons), ...shows(...asked)).check,
        2
      )
    })
  }

  it("for everything where the step that is refused was waived", () =>
    assert.deepStrictEqual(
      shownSteps(after("basic", ...showsDocument, waives, refuses("selfie_mismatch"))),
      []
    ))

  it("for everything where the refused step is none of its level", () =>
    assert.deepStrictEqual(
      shownSteps(after("basic", ...showsBoth, refuses("proof_of_address_outdated"))),
      []
    ))
})

describe("attempts", () => {
  it("count the checks that refused, and nothing else", () => {
    assert.strictEqual(after("basic", ...showsBoth, opens, loses, opens, runs).attempts, 0)
    assert.strictEqual(after("basic", ...showsBoth, passes).attempts, 0)
    assert.strictEqual(after("basic", ...showsBoth, fails).attempts, 1)
    assert.strictEqual(after("basic", ...showsBoth, refuses("document_expired")).attempts, 1)
  })

  it("end with the third refusal, and never are more than the maximum", () => {
    const again = [waives, refuses("other")]
    for (let count = 1; count <= attemptMax; count++) {
      const session = after("basic", ...Array.from({ length: count }, () => again).flat())
      assert.strictEqual(session._tag, count < attemptMax ? "collecting" : "failed")
      assert.strictEqual(session.attempts, count)
      assert.deepStrictEqual(session.reasons, ["other"])
    }
  })

  it("of a session that passes after refusals are told, and their reasons are not", () => {
    const session = after("basic", waives, refuses("other"), waives, passes)
    assert.strictEqual(session._tag, "completed")
    assert.deepStrictEqual(
      { attempts: session.attempts, reasons: session.reasons },
      { attempts: 1, reasons: [] }
    )
  })
})

describe("what is known of a check", () => {
  it("is since when its answer is awaited, however often it is asked for", () => {
    const since = Option.some(createdAt + 2000)
    assert.deepStrictEqual(after("basic", ...showsBoth).checkSince, since)
    assert.deepStrictEqual(after("basic", ...showsBoth, opens, loses, opens, runs).checkSince, since)
    assert.deepStrictEqual(after("basic", ...showsBoth, refuses()).checkSince, Option.none())
    assert.deepStrictEqual(
      after("basic", ...showsBoth, refuses(), waives).checkSince,
      Option.some(createdAt + 4000)
    )
  })

  it("is why its answer is missing, until the checker answers", () => {
    const lost = [...showsBoth, opens, loses]
    assert.deepStrictEqual(after("basic", ...lost).lost, Option.some("unavailable"))
    assert.deepStrictEqual(after("basic", ...lost, opens).lost, Option.some("unavailable"))
    for (const answers of [runs, passes, fails, refuses()])
      assert.deepStrictEqual(after("basic", ...lost, answers).lost, Option.none())
  })

  it("is lost again for the same reason after it was asked for again, and the last reason is told", () => {
    const lost = [...showsBoth, opens, loses]
    assert.strictEqual(after("basic", ...lost, opens, loses)._tag, "unknown")
    const otherwise: Deed = (_, at) => ({ _tag: "LoseAnswer", loss: "duplicate", at })
    assert.deepStrictEqual(after("basic", ...lost, otherwise).lost, Option.some("duplicate"))
  })

  it("is who decided by hand, of the last answer, and their comment, which a redaction empties", () => {
    const byHand =
      (deed: Deed): Deed =>
      (session, at) => {
        const command = deed(session, at)
        assert(command._tag === "Answer")
        return { ...command, decidedBy: Option.some("olga"), comment: "looked odd" }
      }
    for (const decides of [passes, fails, refuses("other")]) {
      const { comment, decidedBy } = after("basic", waives, byHand(decides))
      assert.deepStrictEqual([decidedBy, comment], [Option.some("olga"), Option.some("looked odd")])
    }
    const later = after("basic", waives, byHand(refuses("other")), waives, passes)
    assert.deepStrictEqual([later.decidedBy, later.comment], [Option.none(), Option.none()])
    const redacted = after("basic", waives, byHand(fails), redacts)
    assert.deepStrictEqual([redacted.decidedBy, redacted.comment], [Option.some("olga"), Option.none()])
  })
})

describe("a redaction", () => {
  const lives: { readonly [name: string]: ReadonlyArray<Deed> } = {
    "that waits": [],
    "that waits for its second step": showsDocument,
    "whose check is asked for next": showsBoth,
    "whose check was asked for": [...showsBoth, opens],
    "whose check nobody knows of": [...showsBoth, opens, loses],
    "whose check runs": [...showsBoth, opens, runs],
    "that was refused": [...showsBoth, refuses("document_expired")],
    "that passed": [...showsBoth, passes],
    "that failed": [...showsBoth, fails],
    "that expired": [...showsDocument, expires]
  }
  const ends = ["completed", "failed", "expired"]

  for (const [name, deeds] of Object.entries(lives)) {
    it(`of a session ${name} leaves its shell and nothing personal`, () => {
      const before = after("basic", ...deeds)
      const session = after("basic", ...deeds, (_, at) => ({
        ...redacts(_, at),
        at: Math.max(at, expiresAt)
      }))
      assert.strictEqual(session._tag, ends.includes(before._tag) ? before._tag : "expired")
      const { id, level, locale, partnerId, token } = before.order
      const shell = { id, level, locale, partnerId, token, createdAt, expiresAt, recipient: Option.none() }
      assert.deepStrictEqual(session.order, {
        ...shell,
        metadata: "{}",
        redirectUrl: Option.none(),
        person: ""
      })
      assert.deepStrictEqual(session.documents, [])
      assert.isTrue(Option.isSome(session.redactedAt))
      const text = JSON.stringify(session)
      for (const personal of ["Jane", "shop.example", picture.fingerprint, "doc_"])
        assert.notInclude(text, personal)
      const { attempts, check, reasons } = before
      assert.deepInclude(session, { attempts, check, reasons })
    })
  }

  it("keeps when and how a session ended", () => {
    const deeds = [...showsBoth, refuses("document_expired"), waives, fails]
    const before = after("basic", ...deeds)
    const session = after("basic", ...deeds, redacts)
    assert(before._tag === "failed" && session._tag === "failed")
    assert.deepInclude(session, {
      endedAt: before.endedAt,
      attempts: 2,
      reasons: ["suspected_fraud"],
      updatedAt: before.endedAt + 1000
    })
  })

  it("of what is not finished expires it in the same commit", () => {
    const decision = KycSession.decide(after("basic", ...showsBoth, opens, runs), { _tag: "Redact", at: 9 })
    assert.deepStrictEqual(
      Result.getOrThrow(decision).map(({ _tag }) => _tag),
      ["KycSessionExpired", "KycSessionRedacted"]
    )
  })

  it("has nothing to empty in the events since everything was shown: they carry ids and codes only", () => {
    const commands = [opens, loses, opens, runs, refuses("document_expired"), waives, fails, redacts]
    let state: OpenedKycSession = after("basic", ...showsBoth)
    for (const deed of commands) {
      const events = Result.getOrThrow(KycSession.decide(state, deed(state, createdAt + 9000)))
      for (const event of events) for (const name of ["document", "order"]) assert.notProperty(event, name)
      state = openedKycSession(events.reduce<KycSessionState>(KycSession.evolve, state))
    }
  })
})
