import { assert } from "@effect/vitest"
import { Ids, type StorePorts } from "@quittance/core"
import {
  type KycDocument,
  KycReader,
  kycSessionPrefix,
  type OpenedKycSession,
  type PartnerId,
  type ShownPicture,
  searchBands
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import * as fc from "fast-check"
import { kycOrder, pictureFingerprint, unredactedKycSession } from "../generators/kycGenerators.ts"
import { type Checks, forAll, suiteOf } from "../Suite.ts"
import {
  kycAfter,
  kycExpired,
  kycRedacted,
  kycWith,
  newKycDocument,
  newKycSession,
  writeKycSession,
  writingKycSession
} from "./KycSamples.ts"
import { commit, newPartnerId, start } from "./StoreSamples.ts"

/**
 * A search finds a partner's pictures by any part that they share with the given one, for as long as they are shown.
 */

const compare = (a: ShownPicture, b: ShownPicture): number =>
  JSON.stringify([a.sessionId, a.fingerprint, a.submittedAt]) <
  JSON.stringify([b.sessionId, b.fingerprint, b.submittedAt])
    ? -1
    : 1

const likes = Effect.fnUntraced(function* (partnerId: PartnerId, fingerprint: string) {
  const sessions = yield* KycReader
  return (yield* sessions.picturesLike(partnerId, fingerprint)).toSorted(compare)
})

/** What a search must find among these sessions, computed by looking at everything. */
const likesAmong = (sessions: ReadonlyArray<OpenedKycSession>, fingerprint: string) => {
  const partsOf = (text: string) => searchBands(text).map(({ index, value }) => `${index}: ${value}`)
  const sought = partsOf(fingerprint)
  return sessions
    .flatMap(({ documents, order }) => documents.flatMap((document) => shownAs(order, document)))
    .filter((shown) => partsOf(shown.fingerprint).some((part) => sought.includes(part)))
    .toSorted(compare)
}

const shownAs = (
  { id, person }: OpenedKycSession["order"],
  { picture, submittedAt }: KycDocument
): ReadonlyArray<ShownPicture> =>
  Option.match(picture, {
    onNone: () => [],
    onSome: ({ fingerprint }) => [{ sessionId: id, person, fingerprint, submittedAt }]
  })

/** A fingerprint with this first part; no other picture has its other parts. */
const beginning = (part: string, rest: string): string => part + rest.repeat(15)

/** A session that shows these pictures, one step after the other, each an instant later. */
const showing = Effect.fnUntraced(function* (
  partnerId: PartnerId,
  ...fingerprints: ReadonlyArray<string>
): Effect.fn.Return<OpenedKycSession, never, Ids> {
  const steps = ["document", "selfie"] as const
  const documents = yield* Effect.forEach(fingerprints, (fingerprint, index) =>
    newKycDocument(steps[index] ?? "document", fingerprint, { submittedAt: start + index })
  )
  return kycWith(yield* newKycSession(partnerId), ...documents)
})

export const kycPictureChecks = {
  "any picture finds what comparing every part of every document finds": Effect.gen(function* () {
    const ids = yield* Ids
    const session = kycOrder("").chain(unredactedKycSession)
    const search = fc.tuple(fc.array(session, { minLength: 1, maxLength: 6 }), pictureFingerprint)
    yield* forAll(
      search,
      ([generated, sought]) =>
        Effect.gen(function* () {
          const partnerId = yield* newPartnerId
          const sessions = yield* Effect.forEach(generated, (state) =>
            Effect.gen(function* () {
              const id = yield* ids.prefixed(kycSessionPrefix)
              const token = yield* ids.linkToken
              return { ...state, order: { ...state.order, id, partnerId, token } }
            })
          )
          for (const state of sessions) yield* writeKycSession(state)
          const shown = sessions.flatMap(({ documents }) => documents.map(({ picture }) => picture))
          const own = Option.getOrUndefined(Option.flatten(Option.fromUndefinedOr(shown[0])))
          for (const fingerprint of [sought, own?.fingerprint ?? sought])
            assert.deepStrictEqual(yield* likes(partnerId, fingerprint), likesAmong(sessions, fingerprint))
        }),
      40
    )
  }),

  "what shares many parts is found once, and each document for itself": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const [same, near] = ["1234".repeat(16), beginning("5678", "1234")]
    const twice = yield* showing(partnerId, same, same)
    const other = yield* showing(partnerId, near)
    for (const session of [twice, other]) yield* writeKycSession(session)
    const found = yield* likes(partnerId, same)
    assert.deepStrictEqual(found, likesAmong([twice, other], same))
    assert.lengthOf(found, 3)
  }),

  "any one of the sixteen parts is enough": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const session = yield* showing(partnerId, "1234".repeat(16))
    yield* writeKycSession(session)
    for (let index = 0; index < 16; index++) {
      const sought = `${"5678".repeat(index)}1234${"5678".repeat(15 - index)}`
      assert.deepStrictEqual(yield* likes(partnerId, sought), likesAmong([session], sought))
      assert.lengthOf(yield* likes(partnerId, sought), 1, `part ${index}`)
    }
    assert.isEmpty(yield* likes(partnerId, "5678".repeat(16)))
  }),

  "a part without an edge is no likeness, nor is the same part at another place": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const shown = [
      beginning("0000", "1111"),
      beginning("ffff", "2222"),
      beginning("abcd", "3333"),
      `${"4444".repeat(15)}abce`
    ]
    for (const fingerprint of shown) yield* writeKycSession(yield* showing(partnerId, fingerprint))
    for (const sought of [beginning("0000", "5555"), beginning("ffff", "5555"), `${"5555".repeat(15)}abcd`])
      assert.isEmpty(yield* likes(partnerId, sought), sought)
    assert.isEmpty(yield* likes(partnerId, "0".repeat(64)))
    assert.lengthOf(yield* likes(partnerId, beginning("abcd", "5555")), 1)
    assert.lengthOf(yield* likes(partnerId, `${"5555".repeat(15)}abce`), 1)
  }),

  "pictures are those of the documents now: after a refusal, an end and a redaction": Effect.gen(
    function* () {
      const partnerId = yield* newPartnerId
      const [document, selfie, better] = ["1111".repeat(16), "2222".repeat(16), "3333".repeat(16)]
      const both = yield* showing(partnerId, document, selfie)
      yield* writeKycSession(both)
      const found = (sought: string) => Effect.map(likes(partnerId, sought), ({ length }) => length)
      assert.deepStrictEqual([yield* found(document), yield* found(selfie)], [1, 1])

      const answered = { check: 1, decidedBy: Option.none(), at: start + 9 }
      const refused = kycAfter(both, { _tag: "KycCheckRefused", reasons: ["document_blurry"], ...answered })
      yield* writeKycSession(refused, 1, both)
      assert.deepStrictEqual([yield* found(document), yield* found(selfie)], [0, 1])

      const again = kycWith(refused, yield* newKycDocument("document", better))
      yield* writeKycSession(again, 2, refused)
      assert.deepStrictEqual([yield* found(document), yield* found(selfie), yield* found(better)], [0, 1, 1])

      const ended = kycExpired(again, start + 20)
      yield* writeKycSession(ended, 3, again)
      assert.deepStrictEqual([yield* found(selfie), yield* found(better)], [1, 1])
      yield* writeKycSession(kycRedacted(ended, start + 30), 4, ended)
      assert.deepStrictEqual([yield* found(selfie), yield* found(better)], [0, 0])
    }
  ),

  "a PDF shows no picture": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const pdf = yield* newKycDocument("document", "", { type: "application/pdf", picture: Option.none() })
    const selfie = yield* newKycDocument("selfie", "6666".repeat(16))
    const session = kycWith(yield* newKycSession(partnerId), pdf, selfie)
    yield* writeKycSession(session)
    assert.deepStrictEqual(
      yield* likes(partnerId, "6666".repeat(16)),
      likesAmong([session], "6666".repeat(16))
    )
  }),

  "a partner's pictures are found by nobody else": Effect.gen(function* () {
    const [owner, other] = [yield* newPartnerId, yield* newPartnerId]
    const fingerprint = "7777".repeat(16)
    yield* writeKycSession(yield* showing(owner, fingerprint))
    assert.lengthOf(yield* likes(owner, fingerprint), 1)
    assert.isEmpty(yield* likes(other, fingerprint))
  }),

  "a refused commit changes no picture": Effect.gen(function* () {
    const partnerId = yield* newPartnerId
    const [kept, never] = ["8888".repeat(16), "9999".repeat(16)]
    const session = yield* showing(partnerId, kept)
    yield* writeKycSession(session)
    const shown = kycWith(session, yield* newKycDocument("selfie", never))
    const redacted = kycRedacted(kycExpired(session, start + 5), start + 6)
    for (const next of [shown, redacted])
      for (const expectedVersion of [0, 2])
        assert.strictEqual(
          (yield* Effect.flip(writeKycSession(next, expectedVersion, session)))._tag,
          "VersionConflict"
        )
    // Another aggregate of the commit is stale, wherever it stands.
    const good = yield* writingKycSession(shown, 1, session)
    const stale = yield* writingKycSession(yield* newKycSession(partnerId), 3)
    for (const aggregates of [
      [...good.aggregates, ...stale.aggregates],
      [...stale.aggregates, ...good.aggregates]
    ])
      assert.strictEqual((yield* Effect.flip(commit({ ...good, aggregates })))._tag, "VersionConflict")
    assert.lengthOf(yield* likes(partnerId, kept), 1)
    assert.isEmpty(yield* likes(partnerId, never))
  })
} satisfies Checks<StorePorts | Ids>

export const kycPictureSuite = suiteOf<StorePorts>("pictures of KYC sessions", kycPictureChecks)
