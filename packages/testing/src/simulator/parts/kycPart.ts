import { KycChecks, KycReviews, KycSessions, KycUploads, Worker } from "@quittance/core"
import {
  awaitsPerson,
  checkIdOf,
  type DocumentChoice,
  isEnded,
  isInCheck,
  type KycOrder,
  type KycOutcome,
  type KycStep,
  type KycVerdict,
  kycSessionAsOf,
  kycSteps,
  nextStep
} from "@quittance/core/adapter"
import { Effect } from "effect"
import { damagedPhoto, pdf, photo } from "../outside/personFiles.ts"
import type { Act, Part } from "../Part.ts"
import { granted, newWish, type Wish } from "../Request.ts"
import type { Run } from "../Run.ts"
import { retentionMillis } from "../settings.ts"
import { drain } from "./drain.ts"
import { KycLaws } from "./KycLaws.ts"
import { checkKeptDocuments, checkRedacted } from "./kycBooks.ts"

/** KYC sessions, which do not live for long: partners, persons, their checker and operators. */
export const kycPart = (run: Run): Part => {
  const { chance, outside, world } = run
  const { checker, shelf } = outside
  const laws = new KycLaws(
    shelf,
    retentionMillis,
    (sessionId, check) => checker.verdictOf(checker.checkIdOf(sessionId, check) ?? ""),
    (said) => world.note("verification", said)
  )
  checker.isRedacted = (id) => laws.isRedacted(id)
  const wishes: Array<Wish<KycOrder>> = []
  let fileCount = 0

  /** Most often the newest that still goes on. */
  const chooseSession = (): KycOrder | undefined => {
    const opened = wishes.flatMap(({ answer }) => answer ?? [])
    if (!chance.happens(0.8)) return chance.oneOfAny(opened)
    const going = laws.sessions.filter((session) => !isEnded(kycSessionAsOf(session, world.now)))
    const ids = new Set(going.map(({ order }) => order.id))
    return opened.findLast(({ id }) => ids.has(id))
  }

  /** Few persons, so that the same come again. */
  const request = (): Act => {
    const name = `https://shop.example/verification-${wishes.length + 1}`
    // Most often of one partner, so that its persons meet.
    const partnerId = (chance.happens(0.7) ? run.partnerIds[0] : run.partnerId) ?? ""
    const wish = newWish<KycOrder>(partnerId, name)
    wishes.push(wish)
    const input = {
      level: chance.oneOf(["basic", "basic", "advanced"]),
      redirectUrl: name,
      metadata: { person: chance.oneOf(["ann", "bob", "eve"]) },
      ...(chance.happens(0.6) ? { webhookUrl: `https://receiver${chance.below(4)}.example/kyc` } : {})
    }
    return {
      name: `verification ${name} of ${partnerId}`,
      effect: Effect.gen(function* () {
        const sessions = yield* KycSessions
        const made = Effect.map(sessions.create(partnerId, input), ({ session }) => session.order)
        return (yield* granted(wish, made)).id
      })
    }
  }

  /** Sometimes one that others show as well; most often a new one. */
  const file = (step: KycStep, look: "sharp" | "blurry"): Uint8Array => {
    fileCount += 1
    const name = chance.happens(0.25) ? `stolen-${step}` : `file${fileCount}`
    return step === "proof_of_address" ? pdf(name) : photo(name, look)
  }

  const visit = (order: KycOrder): Act => {
    const look = chance.happens(0.05) ? "blurry" : "sharp"
    const kind = chance.oneOf([undefined, undefined, "passport", "identity_card"] as const)
    const choice: DocumentChoice | undefined = kind && { kind, country: "KZ" }
    return show(laws, order, chance.oneOf([1, 3, 3, 9]), (step) => file(step, look), choice)
  }

  /** The front of a card, and no more. */
  const showFront = (order: KycOrder): Act =>
    show(laws, order, 1, (step) => file(step, "sharp"), { kind: "identity_card", country: "KZ" })

  /** Most often the last one. */
  const checkOf = ({ id }: KycOrder): string => {
    const session = laws.sessions.find(({ order }) => order.id === id)
    const check = session?.check ?? 0
    const number = Math.max(1, chance.happens(0.8) ? check : check - 1)
    return checker.checkIdOf(id, number) ?? checkIdOf(id, number, session?.documents ?? [])
  }

  /** The checker calls back with its verdict: it says so of checks that it has come to an end with. */
  const confirm = (order: KycOrder): Act | undefined => {
    const checkId = checkOf(order)
    const verdict = checker.verdictOf(checkId)
    return verdict && confirmCheck(checkId, verdict)
  }

  /** What is not believed is asked about. A check that the checker does not have may be nobody's. */
  const refresh = (order: KycOrder): Act => {
    const checkId = checkOf(order)
    return {
      name: `look at ${checkId}`,
      effect: Effect.flatMap(KycChecks, (checks) => Effect.map(checks.refresh(checkId), ({ _tag }) => _tag)),
      refusals: checker.has(checkId) ? ["KycCheckerUnavailable"] : ["KycCheckerUnavailable", "NotFound"]
    }
  }

  return {
    name: "KYC sessions",
    weight: 5,
    continues: 0.7,
    // Sometimes everything happens shortly before the end of a session's life.
    happens: () => {
      const order = chance.happens(0.02) ? chooseSession() : undefined
      if (order === undefined) return
      world.now = Math.max(world.now, order.expiresAt - chance.millisUpTo(60_000))
      world.note("clock", `moves to the end of ${order.id}`)
    },
    acts: () => {
      const order = chooseSession()
      if (order === undefined) return [[1, request]]
      return [
        [1, request],
        [6, () => visit(order)],
        [1, () => [showFront(order), takeBack(order)]],
        [1, () => showWrongly(order, chance.oneOf(kycSteps))],
        [2, () => confirm(order)],
        [1, () => confirmNothing(order)],
        [2, () => refresh(order)],
        [2, () => decide(laws, order, chance.oneOf(["completed", "failed", "retry", "retry"]))],
        [1, () => redact(laws, order)],
        // Somebody wants to be forgotten while they show something.
        [1, () => [visit(order), redact(laws, order), drain]],
        [1, () => read(order, () => world.now)]
      ]
    },
    brokenBy: (commit) => laws.brokenBy(commit),
    settle: { retried: () => checkKeptDocuments(run, laws) },
    closeBooks: () => checkRedacted(run, laws, wishes)
  }
}

/** How a person's visit to the page may end without a document. */
const visitEnds = ["BlobStoreUnavailable", "DocumentRefused", "InvalidState", "KycStepRefused"]

/**
 * A person looks at the page and shows what it asks for; whoever has more files waits for the answer, and tries again.
 */
const show = (
  laws: KycLaws,
  { id, token }: KycOrder,
  fileCount: number,
  fileFor: (step: KycStep) => Uint8Array,
  choice: DocumentChoice | undefined
): Act => ({
  name: `visit to ${id}`,
  effect: Effect.gen(function* () {
    const sessions = yield* KycSessions
    const uploads = yield* KycUploads
    const worker = yield* Worker
    let session = yield* sessions.getByToken(token)
    for (let count = 0; count < fileCount; count++) {
      if (isInCheck(session)) {
        yield* worker.drain
        session = yield* sessions.getByToken(token)
      }
      const step = nextStep(session)
      if (step === undefined) break
      const sent = { sessionId: id, step, file: fileFor(step), documentId: undefined }
      laws.sent.push(sent)
      session = yield* uploads.submit(token, step, sent.file, choice)
      if (!laws.hasBecome(sent, session.documents))
        return yield* Effect.die(new Error(`a ${step} of ${id} was taken and is not there`))
    }
    return session._tag
  }),
  refusals: visitEnds
})

/** Somebody has another document, whether or not its back is asked for. */
const takeBack = ({ id, token }: KycOrder): Act => ({
  name: `another document of ${id}`,
  effect: Effect.flatMap(KycUploads, (uploads) => Effect.map(uploads.takeBack(token), ({ _tag }) => _tag)),
  refusals: ["InvalidState"]
})

/** Whatever the page asks for, this is not it. */
const showWrongly = ({ id, token }: KycOrder, step: KycStep): Act => ({
  name: `show nothing as ${step} of ${id}`,
  effect: Effect.gen(function* () {
    const uploads = yield* KycUploads
    yield* uploads.submit(token, step, damagedPhoto)
    return yield* Effect.die(new Error("a file in which there is nothing was taken"))
  }),
  refusals: visitEnds
})

/** Reads a session and looks at the clock: after the expiry nobody may be waited for. */
const read = ({ expiresAt, id, partnerId }: KycOrder, now: () => number): Act => ({
  name: `read ${id}`,
  effect: Effect.gen(function* () {
    const sessions = yield* KycSessions
    const askedAt = now()
    const session = yield* sessions.get(partnerId, id)
    if (awaitsPerson(session) && askedAt >= expiresAt)
      return yield* Effect.die(new Error(`${id} waited for its person after its expiry`))
    return session._tag
  })
})

const redact = (laws: KycLaws, { id, partnerId }: KycOrder): Act => ({
  name: `redact ${id}`,
  effect: Effect.gen(function* () {
    laws.unwanted.add(id)
    const sessions = yield* KycSessions
    return (yield* sessions.redact(partnerId, id))._tag
  })
})

/** The checker's word, and it is proven. */
const confirmCheck = (checkId: string, verdict: KycVerdict): Act => ({
  name: `word on ${checkId}`,
  effect: Effect.flatMap(KycChecks, (checks) =>
    Effect.map(checks.confirm(checkId, verdict), ({ _tag }) => _tag)
  )
})

/** A verdict for a check that never was. */
const confirmNothing = ({ id }: KycOrder): Act => ({
  ...confirmCheck(checkIdOf(id, 9, []), { _tag: "Passed" }),
  name: `word on a check that ${id} never had`,
  refusals: ["InvalidState"]
})

const decide = (laws: KycLaws, { id }: KycOrder, outcome: KycOutcome): Act => ({
  name: `decide ${id} as ${outcome}`,
  effect: Effect.gen(function* () {
    laws.decisions.add(`${id} ${outcome}`)
    const reviews = yield* KycReviews
    const reasons = outcome === "completed" ? [] : ["document_unsupported"]
    return (yield* reviews.decide(id, { outcome, reasons, decidedBy: "an operator" }))._tag
  }),
  refusals: ["InvalidState"]
})
