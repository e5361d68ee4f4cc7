import { Ids } from "@quittance/core"
import {
  type Commit,
  emptyCommit,
  type Instant,
  type KycDocument,
  type KycOrder,
  KycSession,
  type KycSessionEvent,
  type KycSessionState,
  type KycStep,
  kycDocumentPrefix,
  kycSessionPrefix,
  millisPerDay,
  type OpenedKycSession,
  openedKycSession,
  type PartnerId,
  type Picture,
  writeOver
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { commit, newEvent, start } from "./StoreSamples.ts"

/** KYC sessions for store checks. `new…` writes nothing. */

/** A session of level basic that waits for its first document. */
export const newKycSession = Effect.fnUntraced(function* (
  partnerId: PartnerId,
  more: Partial<KycOrder> = {}
): Effect.fn.Return<OpenedKycSession, never, Ids> {
  const ids = yield* Ids
  const id = yield* ids.prefixed(kycSessionPrefix)
  const createdAt = more.createdAt ?? start
  const order: KycOrder = {
    id,
    partnerId,
    token: yield* ids.linkToken,
    level: "basic",
    locale: "en",
    redirectUrl: Option.some(`https://example.com/${id}`),
    metadata: `{"customer":"${id}"}`,
    person: `person of ${id}`,
    recipient: Option.none(),
    createdAt,
    expiresAt: createdAt + millisPerDay,
    ...more
  }
  return kycAfter(KycSession.initial, { _tag: "KycSessionCreated", order })
})

/** The same session after what happened to it. */
export const kycAfter = (
  session: KycSessionState,
  ...events: ReadonlyArray<KycSessionEvent>
): OpenedKycSession => openedKycSession(events.reduce(KycSession.evolve, session))

/** Everything was shown at an instant, without documents. The answer of a check is awaited since then. */
export const kycInCheck = (session: OpenedKycSession, at: Instant): OpenedKycSession =>
  kycAfter(session, { _tag: "KycDocumentsWaived", at })

export const kycExpired = (session: OpenedKycSession, at: Instant): OpenedKycSession =>
  kycAfter(session, { _tag: "KycSessionExpired", at })

export const kycRedacted = (session: OpenedKycSession, at: Instant): OpenedKycSession =>
  kycAfter(session, { _tag: "KycSessionRedacted", at })

/** A picture that is large, sharp and bright enough. */
export const pictureOf = (fingerprint: string): Picture => ({
  width: 1_000,
  height: 630,
  sharpness: 250.5,
  brightness: 128.25,
  fingerprint
})

/** A JPEG with this fingerprint that was shown in a step. */
export const newKycDocument = Effect.fnUntraced(function* (
  step: KycStep,
  fingerprint: string,
  more: Partial<KycDocument> = {}
): Effect.fn.Return<KycDocument, never, Ids> {
  const ids = yield* Ids
  return {
    id: yield* ids.prefixed(kycDocumentPrefix),
    step,
    type: "image/jpeg",
    sizeBytes: 100_000,
    picture: Option.some(pictureOf(fingerprint)),
    submittedAt: start,
    ...more
  }
})

export const kycWith = (
  session: OpenedKycSession,
  ...documents: ReadonlyArray<KycDocument>
): OpenedKycSession =>
  kycAfter(
    session,
    ...documents.map((document): KycSessionEvent => {
      const at = document.submittedAt
      return { _tag: "KycDocumentSubmitted", document, at }
    })
  )

/** The commit that writes a session over the version that it was decided on. */
export const writingKycSession = Effect.fnUntraced(function* (
  state: OpenedKycSession,
  version = 0,
  previous = state
): Effect.fn.Return<Commit, never, Ids> {
  const { id, partnerId } = state.order
  return {
    ...emptyCommit,
    aggregates: [writeOver("KycSession", { state: previous, version }, state)],
    events: [yield* newEvent(partnerId, id, { version: version + 1, at: state.updatedAt })]
  }
})

export const writeKycSession = (...written: Parameters<typeof writingKycSession>) =>
  Effect.flatMap(writingKycSession(...written), commit)
