import { Option, Result } from "effect"
import { assert, describe, it } from "vitest"
import { KycCommandRefused, KycStepRefused } from "../../../src/concepts/kyc/KycRefusals.ts"
import {
  KycSession,
  type KycSessionCommand,
  type KycSessionState,
  kycSessionTransitions
} from "../../../src/concepts/kyc/KycSession.ts"
import { kycSession, type OpenedKycSession } from "../../../src/concepts/kyc/KycSessionRecord.ts"
import {
  awaitsPerson,
  isEnded,
  isInCheck,
  kycStatus,
  kycStatuses,
  nextStep
} from "../../../src/concepts/kyc/KycStanding.ts"
import { kycLevels, kycSteps } from "../../../src/concepts/kyc/KycStep.ts"
import { explore, show } from "../../kernel/machine/explore.ts"
import { lawsOf } from "../../kernel/machine/lawsOf.ts"
import {
  answer,
  card,
  checkOf,
  expiresAt,
  freeMax,
  orderOf,
  passed,
  refused,
  refusePicture,
  submit
} from "./kycSamples.ts"

/** The last instant of the time, and the expiry. */
const instants = [expiresAt - 1, expiresAt]

const verdicts = [
  passed,
  refused([]),
  refused(["document_blurry"]),
  refused(["selfie_mismatch", "other"]),
  refused(["suspected_fraud"], "final")
]

const later = instants.flatMap(
  (at): ReadonlyArray<KycSessionCommand> => [
    ...kycSteps.map((step) => submit(step, at)),
    submit("document", at, card),
    refusePicture("document", at),
    // Where none is free, and the first refusal is the last.
    { ...refusePicture("document", at), freeMax: 0, attemptMax: 1 },
    { _tag: "TakeBack", freeMax, at },
    { _tag: "WaiveDocuments", at },
    { _tag: "OpenCheck", at },
    { _tag: "NoteRunning", at },
    { _tag: "LoseAnswer", loss: "unavailable", at },
    { _tag: "LoseAnswer", loss: "duplicate", at },
    ...[1, 2, 3].flatMap((check) => verdicts.map((verdict) => answer(check, verdict, at))),
    { _tag: "Expire", at },
    ...kycSteps.map((step) => ({ _tag: "Look", steps: [step], at }) as const),
    { _tag: "Redact", at }
  ]
)

/** Time does not run backwards. */
const inOrder = (state: KycSessionState, command: KycSessionCommand): boolean =>
  state._tag === "absent" || command._tag === "Create" || command.at >= state.updatedAt

/** Since when something is so decides nothing. */
const keyOf = (state: KycSessionState): string =>
  show({ ...state, updatedAt: 0, checkSince: 0, endedAt: 0, lost: 0 })

/** Levels have lives of their own, which walk the same machine. */
const explored = kycLevels.map((level) => {
  const order = orderOf({ level })
  return explore(KycSession, [{ _tag: "Create", order }, ...later], keyOf, 8, inOrder)
})
const states = explored.flatMap((life) => life.states)
const steps = explored.flatMap((life) => life.steps)
const refusals = explored.flatMap((life) => life.refusals)

const countOf = ({ discarded }: OpenedKycSession) => Option.getOrElse(discarded, () => 0)

/** What a refusal must say, told without the machine; nothing where there is none. */
const refusalOf = (from: KycSessionState, command: KycSessionCommand) => {
  const named = (tag: string) => new KycCommandRefused({ from: tag, command: command._tag })
  if (!(command._tag in kycSessionTransitions[from._tag])) {
    const waits = command._tag === "Submit" || command._tag === "WaiveDocuments"
    return named(waits && from._tag !== "absent" && awaitsPerson(from) ? "expired" : from._tag)
  }
  if (from._tag === "absent" || command._tag === "Create") return undefined
  if (command._tag === "Answer")
    return command.check > from.check && !isEnded(from) ? named(from._tag) : undefined
  if (command._tag === "Look")
    return command.steps.every((step) => from.documents.some((shown) => shown.step === step))
      ? undefined
      : named(from._tag)
  if (!["Submit", "RefusePicture", "TakeBack", "WaiveDocuments"].includes(command._tag)) return undefined
  if (command.at >= expiresAt) return named("expired")
  if (command._tag === "TakeBack") {
    const isLeft = Option.getOrElse(from.discarded, () => 0) < freeMax
    return nextStep(from) === "document_back" && isLeft ? undefined : named(from._tag)
  }
  if (command._tag === "RefusePicture") return command.step === nextStep(from) ? undefined : named(from._tag)
  if (command._tag !== "Submit" || command.document.step === nextStep(from)) return undefined
  const shown = from.documents.map(({ step }) => step)
  const isCard = from.documents.some(({ choice }) => choice !== undefined)
  const expected =
    kycSteps.find((step) => !shown.includes(step) && (isCard || step !== "document_back")) ?? ""
  return new KycStepRefused({ step: command.document.step, expected })
}

const created = { _tag: "KycSessionCreated", order: orderOf() } as const

lawsOf({
  machine: KycSession,
  transitions: kycSessionTransitions,
  explored: { states, steps, refusals },
  refused: (named) => new KycCommandRefused(named),
  refusalOf,
  repeats: {
    Create: "is refused",
    Submit: "is refused",
    RefusePicture: (first, second) => {
      if (first._tag === "absent" || second === undefined) assert.strictEqual(first._tag, "failed")
      else assert.isTrue(second._tag !== "absent" && countOf(second) === countOf(first) + 1)
    },
    TakeBack: "is refused",
    WaiveDocuments: "is refused",
    OpenCheck: "is refused",
    NoteRunning: "adds nothing",
    LoseAnswer: "adds nothing",
    Answer: "adds nothing",
    Expire: "adds nothing",
    Look: "keeps the facts",
    Redact: "adds nothing"
  },
  still: { completed: ["Look", "Redact"], failed: ["Look", "Redact"], expired: ["Look", "Redact"] },
  erased: (from) => (from._tag === "absent" ? undefined : kycSession.erase(from).order),
  defects: [
    [[created], created, "created once"],
    [[], { _tag: "KycSessionExpired", at: 1 }, "needs a session"],
    [[created], { _tag: "KycSessionRedacted", at: 1 }, "has ended"]
  ]
})

describe("the KYC session machine", () => {
  it("has a state for each status", () => {
    const statuses = states.flatMap((state) => (state._tag === "absent" ? [] : [kycStatus(state)]))
    assert.sameMembers([...new Set(statuses)], [...kycStatuses])
  })

  it("is in one of three: it waits for its person, is in check, or has ended", () => {
    for (const state of states) {
      if (state._tag === "absent") continue
      const is = [awaitsPerson(state), isInCheck(state), isEnded(state)].filter(Boolean)
      assert.lengthOf(is, 1, state._tag)
      assert.strictEqual(nextStep(state) !== undefined, awaitsPerson(state), show(state))
    }
  })

  it("that has ended stays as it ended through a redaction", () => {
    for (const { command, from, to } of steps) {
      if (command._tag !== "Redact" || !isEndedState(from) || !isEndedState(to)) continue
      const { _tag, attempts, check, decidedBy, endedAt, reasons } = from
      const kept = { _tag, attempts, check, decidedBy, endedAt, reasons }
      assert.deepStrictEqual({ ...to, ...kept }, to)
    }
  })
})

const isEndedState = (state: KycSessionState) => state._tag !== "absent" && isEnded(state)

describe("an answer", () => {
  const answers = steps.flatMap(({ command, ...step }) =>
    command._tag === "Answer" ? [{ command, ...step }] : []
  )

  it("of any check but the running one changes nothing, or is refused where there was no such check", () => {
    for (const { command, events, from } of answers) {
      if (command.check === checkOf(from) && from._tag !== "absent" && isInCheck(from))
        assert.isAbove(events.length, 0)
      else assert.deepStrictEqual(events, [], `${from._tag} check ${command.check}`)
    }
  })

  it("that comes second changes nothing, whatever it says: the first stands", () => {
    const first = answers.filter(({ events }) => events.length > 0)
    assert.isAbove(first.length, 0)
    for (const { command, to } of first) {
      for (const verdict of verdicts)
        assert.deepStrictEqual(
          KycSession.decide(to, { ...command, verdict }),
          Result.succeed([]),
          `${to._tag} ${show(verdict)}`
        )
    }
  })

  it("that refuses and could be tried again expires the session when the time is up, and nothing else does", () => {
    const late = answers.filter(({ events, to }) => events.length > 0 && to._tag === "expired")
    assert.isAbove(late.length, 0)
    for (const { command, events } of answers) {
      if (events.length === 0) continue
      const isRetry = events[0]?._tag === "KycCheckRefused"
      const expires = events.some(({ _tag }) => _tag === "KycSessionExpired")
      assert.strictEqual(expires, isRetry && command.at >= expiresAt)
    }
  })
})

describe("a session in check", () => {
  it("never expires, however late it is", () => {
    const expiries = steps.filter(
      ({ command, from }) => command._tag === "Expire" && from._tag !== "absent" && isInCheck(from)
    )
    assert.sameMembers(
      [...new Set(expiries.map(({ from }) => from._tag))],
      ["submitted", "opening", "unknown", "checking"]
    )
    for (const { events } of expiries) assert.deepStrictEqual(events, [])
  })

  it("is asked for by a new number each time, and is opened again only through `unknown`", () => {
    for (const { command, from, to } of steps) {
      if (from._tag === "absent" || to._tag === "absent") continue
      const begins = to._tag === "submitted" && from._tag !== "submitted"
      assert.strictEqual(to.check, begins ? from.check + 1 : from.check)
      if (command._tag === "OpenCheck") assert.include(["submitted", "unknown"], from._tag)
    }
  })
})
