import { assert } from "@effect/vitest"
import {
  type Ids,
  type Instant,
  isInCheck,
  KycReader,
  type OpenedKycSession,
  type PartnerId,
  type StorePorts,
  kycSession
} from "@quittance/core"
import { Effect, Option } from "effect"
import * as fc from "fast-check"
import { kycOrder, kycSessionState, unredactedKycSession } from "../generators/kycGenerators.ts"
import { type Checks, suiteOf } from "../Suite.ts"
import {
  kycAfter,
  kycExpired,
  kycInCheck,
  kycRedacted,
  kycWith,
  newKycDocument,
  newKycSession,
  writeKycSession,
  writingKycSession
} from "./KycSamples.ts"
import { commit, newPartnerId, start } from "./StoreSamples.ts"
import { newEndpoint } from "./WebhookSamples.ts"
import { conceptChecksOf } from "./conceptSuite.ts"

/** KYC sessions are read as they were written, by link, by what operators wait for and by what retention ends. */

/** More than any store of these suites has. */
const everyOne = 1_000_000

/** After every instant of these suites. */
const endOfTime: Instant = start + 1_000 * 365 * 86_400_000

const inCheckOf = Effect.fnUntraced(function* (partnerIds: ReadonlyArray<PartnerId>) {
  const sessions = yield* KycReader
  const all = yield* sessions.inCheck(everyOne)
  return all.filter(({ order }) => partnerIds.includes(order.partnerId))
})

const unredactedOf = Effect.fnUntraced(function* (
  partnerId: PartnerId,
  endedBefore: Instant = endOfTime,
  limit = everyOne
) {
  const sessions = yield* KycReader
  return yield* sessions.unredacted(partnerId, endedBefore, limit)
})

const idsOf = (sessions: ReadonlyArray<OpenedKycSession>) => sessions.map(({ order }) => order.id)

const stored = conceptChecksOf({
  concept: kycSession,
  // Only the second may be redacted.
  states: kycOrder("").chain((order) => fc.tuple(unredactedKycSession(order), kycSessionState(order))),
  byId: (...name) => KycReader.use((reader) => reader.byId(...name)),
  ways: [{ find: (partnerId) => inCheckOf([partnerId]), has: isInCheck }]
})

export const kycReaderChecks = {
  ...stored.alike,
  "partnerOf finds the partner of a session": stored.whose((id) =>
    KycReader.use((reader) => reader.partnerOf(id))
  ),
  "what a redaction erased of a session stays erased, through whatever comes later": stored.redacted,

  "documents keep the order in which they were shown, also when one is shown anew": Effect.gen(function* () {
    const sessions = yield* KycReader
    const fingerprint = "1234".repeat(16)
    const session = kycWith(
      yield* newKycSession(yield* newPartnerId),
      yield* newKycDocument("document", fingerprint),
      yield* newKycDocument("selfie", fingerprint)
    )
    const answered = { check: 1, decidedBy: Option.none(), at: start }
    const refused = kycAfter(session, {
      _tag: "KycCheckRefused",
      reasons: ["document_expired"],
      ...answered
    })
    const again = kycWith(refused, yield* newKycDocument("document", fingerprint))
    assert.deepStrictEqual(
      again.documents.map(({ step }) => step),
      ["selfie", "document"]
    )
    const { id, partnerId } = session.order
    for (const [version, state] of [session, refused, again].entries()) {
      yield* writeKycSession(state, version)
      const found = Option.some({ state, version: version + 1 })
      assert.deepStrictEqual(yield* sessions.byId(partnerId, id), found)
    }
  }),

  "a session lands with the endpoint of its own URL or not at all": Effect.gen(function* () {
    const sessions = yield* KycReader
    const partnerId = yield* newPartnerId
    const endpoint = yield* newEndpoint(partnerId, { family: "kyc" })
    const recipient = Option.some({ endpointId: endpoint.order.id, url: endpoint.target.url })
    const session = yield* newKycSession(partnerId, { recipient })
    const { id, token } = session.order
    const alone = yield* writingKycSession(session)
    const withEndpoint = (expectedVersion: number) =>
      commit({
        ...alone,
        aggregates: [...alone.aggregates, { _tag: "WebhookEndpoint", state: endpoint, expectedVersion }]
      })
    assert.strictEqual((yield* Effect.flip(withEndpoint(1)))._tag, "VersionConflict")
    assert.isTrue(Option.isNone(yield* sessions.byId(partnerId, id)))
    assert.isTrue(Option.isNone(yield* sessions.byToken(token)))
    yield* withEndpoint(0)
    assert.deepStrictEqual(yield* sessions.byId(partnerId, id), Option.some({ state: session, version: 1 }))
  }),

  "a link finds its session whoever has it, also when it ended; any other text finds none": Effect.gen(
    function* () {
      const sessions = yield* KycReader
      const session = yield* newKycSession(yield* newPartnerId)
      const { token } = session.order
      assert.isTrue(Option.isNone(yield* sessions.byToken(token)))
      yield* writeKycSession(yield* newKycSession(yield* newPartnerId))
      yield* writeKycSession(session)
      const ended = kycExpired(session, start + 5)
      yield* writeKycSession(ended, 1)
      const redacted = kycRedacted(ended, start + 6)
      yield* writeKycSession(redacted, 2)
      const found = Option.some({ state: redacted, version: 3 })
      assert.deepStrictEqual(yield* sessions.byToken(token), found)
      for (const other of ["", token.toUpperCase(), token.slice(1), `${token}0`, "%", session.order.id]) {
        if (other === token) continue
        assert.isTrue(Option.isNone(yield* sessions.byToken(other)), other)
      }
    }
  ),

  "in check are those of all partners until they are answered, the longest waiting first, then by id":
    Effect.gen(function* () {
      const partnerIds = [yield* newPartnerId, yield* newPartnerId]
      const [one = "", two = ""] = partnerIds
      const waiting = (partnerId: PartnerId, after: number, createdAfter = 0) =>
        Effect.map(newKycSession(partnerId, { createdAt: start + createdAfter }), (session) =>
          kycInCheck(session, start + after)
        )
      const last = yield* waiting(one, 9)
      const sameA = yield* waiting(two, 5, 3)
      const first = yield* waiting(one, 0)
      const sameB = yield* waiting(one, 5, 1)
      const person = yield* newKycSession(two)
      const ended = kycExpired(yield* waiting(two, 1), start + 2)
      for (const session of [sameB, last, person, first, ended, sameA]) yield* writeKycSession(session)
      assert.deepStrictEqual(yield* inCheckOf(partnerIds), [first, sameA, sameB, last])

      const [check, at] = [1, start + 20]
      const opening = kycAfter(first, { _tag: "KycCheckOpening", check, at })
      const unknown = kycAfter(sameA, { _tag: "KycAnswerLost", check, loss: "forgotten", at })
      const running = kycAfter(sameB, { _tag: "KycCheckRunning", check, at })
      for (const session of [running, unknown, opening]) yield* writeKycSession(session, 1)
      assert.deepStrictEqual(yield* inCheckOf(partnerIds), [opening, unknown, running, last])

      const answered = { check, decidedBy: Option.none(), at: start + 21 }
      const again = kycAfter(opening, { _tag: "KycCheckRefused", reasons: [], ...answered })
      yield* writeKycSession(again, 2)
      yield* writeKycSession(kycAfter(running, { _tag: "KycSessionCompleted", ...answered }), 2)
      assert.deepStrictEqual(yield* inCheckOf(partnerIds), [unknown, last])
      const second = kycInCheck(again, start + 30)
      yield* writeKycSession(second, 3)
      assert.deepStrictEqual(yield* inCheckOf(partnerIds), [unknown, last, second], "a check of its own")
    }),

  "in check gives the longest waiting of all, as many as are asked for": Effect.gen(function* () {
    const sessions = yield* KycReader
    const partnerId = yield* newPartnerId
    for (const after of [7, 3, 5])
      yield* writeKycSession(kycInCheck(yield* newKycSession(partnerId), start + after))
    const all = yield* sessions.inCheck(everyOne)
    assert.isAtLeast(all.length, 3)
    for (const limit of [1, 2, all.length - 1, all.length])
      assert.deepStrictEqual(yield* sessions.inCheck(limit), all.slice(0, limit))
  }),

  "unredacted are those that ended before an instant, the earliest first, then by id, until they are redacted":
    Effect.gen(function* () {
      const partnerId = yield* newPartnerId
      const endedAt = (after: number) =>
        Effect.map(newKycSession(partnerId), (session) => kycExpired(session, start + after))
      const [last, sameA, first, sameB] = yield* Effect.all([endedAt(9), endedAt(5), endedAt(0), endedAt(5)])
      const all = [first, sameA, sameB, last]
      const unended = [yield* newKycSession(partnerId), kycInCheck(yield* newKycSession(partnerId), start)]
      for (const session of [last, ...unended, sameB, first, sameA]) yield* writeKycSession(session)
      assert.deepStrictEqual(yield* unredactedOf(partnerId), idsOf(all))
      assert.deepStrictEqual(yield* unredactedOf(partnerId, start + 10), idsOf(all))
      assert.deepStrictEqual(yield* unredactedOf(partnerId, start + 9), idsOf([first, sameA, sameB]))
      assert.deepStrictEqual(yield* unredactedOf(partnerId, start + 5), idsOf([first]))
      assert.deepStrictEqual(yield* unredactedOf(partnerId, start), [])
      assert.deepStrictEqual(yield* unredactedOf(yield* newPartnerId), [])
      for (const limit of [1, 2, 3])
        assert.deepStrictEqual(yield* unredactedOf(partnerId, endOfTime, limit), idsOf(all.slice(0, limit)))
      yield* writeKycSession(kycRedacted(sameA, start + 20), 1)
      assert.deepStrictEqual(yield* unredactedOf(partnerId), idsOf([first, sameB, last]))
      assert.deepStrictEqual(yield* unredactedOf(partnerId, endOfTime, 2), idsOf([first, sameB]))
    })
} satisfies Checks<StorePorts | Ids>

export const kycReaderSuite = suiteOf<StorePorts>("KYC sessions", kycReaderChecks)
