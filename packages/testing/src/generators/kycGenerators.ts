import {
  documentTypes,
  type EndedKycSession,
  isPicture,
  type KycDocument,
  type KycOrder,
  KycSession,
  type KycStep,
  kycAnswerLosses,
  kycDocumentPrefix,
  kycSession,
  kycSessionPrefix,
  type OpenedKycSession,
  openedKycSession,
  type Picture,
  stepsOf,
  typesOfStep,
  webhookPrefix
} from "@quittance/core/adapter"
import { Option } from "effect"
import * as fc from "fast-check"
import { valuesOf } from "./fieldGenerators.ts"
import { instant } from "./moneyGenerators.ts"
import { anyText, hexText, metadata, optionOf, prefixed } from "./textGenerators.ts"

/** KYC sessions in every state that can be stored, with every field over its whole range. */

/** Each field is valid by itself; an expiry may lie before the creation. */
export const kycOrder = (partnerId: string): fc.Arbitrary<KycOrder> =>
  fc.record(
    valuesOf(kycSession.order, {
      id: prefixed(kycSessionPrefix),
      partnerId: fc.constant(partnerId),
      token: hexText(22),
      metadata,
      person: hexText(32),
      recipient: optionOf(fc.record({ endpointId: prefixed(webhookPrefix), url: fc.webUrl() }))
    })
  )

/** Parts of a fingerprint that pictures often have in common, including those without an edge. */
const commonPart = fc.constantFrom("0000", "ffff", "0001", "8000", "00ff")

/** 64 hex digits, made so that two of them often share a part, at the same place or another. */
export const pictureFingerprint: fc.Arbitrary<string> = fc
  .array(fc.oneof(commonPart, hexText(2)), { minLength: 16, maxLength: 16 })
  .map((parts) => parts.join(""))

export const picture: fc.Arbitrary<Picture> = fc.record({
  width: fc.integer({ min: 1, max: 10_000 }),
  height: fc.integer({ min: 1, max: 10_000 }),
  sharpness: fc.double({ min: 0, max: 1e9, noNaN: true }).map(Math.abs),
  brightness: fc.double({ min: 0, max: 255, noNaN: true }).map(Math.abs),
  fingerprint: pictureFingerprint
})

const kycPage = fc.record({ sizeBytes: fc.integer({ min: 1, max: 10_000_000 }), picture })

/**
 * A document of the step: of every type that the step takes, pictures with their measures, and PDFs with their pages or
 * from before pages were kept.
 */
export const kycDocument = (step: KycStep): fc.Arbitrary<KycDocument> =>
  fc
    .record({
      id: prefixed(kycDocumentPrefix),
      step: fc.constant(step),
      type: fc.constantFrom(...documentTypes.filter((type) => typesOfStep(step).includes(type))),
      sizeBytes: fc.integer({ min: 1, max: 1_000_000_000 }),
      seen: picture,
      pages: fc.option(fc.array(kycPage, { minLength: 1, maxLength: 10 })),
      submittedAt: instant
    })
    .map(({ pages, seen, ...document }) =>
      isPicture(document.type)
        ? { ...document, picture: Option.some(seen) }
        : { ...document, picture: Option.none(), ...(pages === null ? {} : { pages }) }
    )

/** At most one document of each step, in any order: a refused one is shown again after the others. */
const documentsOf = ({ level }: KycOrder): fc.Arbitrary<ReadonlyArray<KycDocument>> =>
  fc.shuffledSubarray([...stepsOf(level)]).chain((steps) => fc.tuple(...steps.map(kycDocument)))

/** Codes, and whatever a client of the sandbox may send. */
const reasons: fc.Arbitrary<ReadonlyArray<string>> = fc.array(
  fc.oneof(fc.constantFrom("document_blurry", "suspected_fraud", "other"), anyText(100)),
  { maxLength: 10 }
)

const checkAfter = (first: number) => fc.integer({ min: first, max: 1_000 })
const none = fc.constant(Option.none<never>())

/** The fields of every state. A state in which a field can have only one value gives that value itself. */
const recordedOf = (order: KycOrder) => ({
  order: fc.constant(order),
  ...valuesOf(kycSession.recorded, { documents: documentsOf(order), reasons, redactedAt: none })
})

/** Every state that a session with this order can be stored in before it is redacted. */
export const unredactedKycSession = (order: KycOrder): fc.Arbitrary<OpenedKycSession> => {
  const recorded = recordedOf(order)
  const inCheck = { ...recorded, check: checkAfter(1), checkSince: instant.map(Option.some) }
  const pending = openedKycSession(
    KycSession.evolve(KycSession.initial, { _tag: "KycSessionCreated", order })
  )
  return fc.oneof(
    fc.constant(pending),
    fc.record({ _tag: fc.constant("collecting" as const), ...recorded, checkSince: none, lost: none }),
    fc.record({ _tag: fc.constantFrom("submitted" as const, "checking" as const), ...inCheck, lost: none }),
    fc.record({ _tag: fc.constant("opening" as const), ...inCheck }),
    fc.record({
      _tag: fc.constant("unknown" as const),
      ...inCheck,
      lost: fc.constantFrom(...kycAnswerLosses).map(Option.some)
    }),
    endedKycSession(order)
  )
}

const endedKycSession = (order: KycOrder): fc.Arbitrary<EndedKycSession> => {
  const recorded = recordedOf(order)
  const answered = { ...recorded, check: checkAfter(1), checkSince: instant.map(Option.some), lost: none }
  return fc.oneof(
    fc.record({
      _tag: fc.constant("completed" as const),
      ...answered,
      reasons: fc.constant([]),
      endedAt: instant
    }),
    fc.record({ _tag: fc.constant("failed" as const), ...answered, endedAt: instant }),
    fc.record({ _tag: fc.constant("expired" as const), ...recorded, endedAt: instant })
  )
}

/** What a redaction leaves of a session with this order. */
export const redactedKycSession = (order: KycOrder): fc.Arbitrary<EndedKycSession> => {
  return fc.tuple(endedKycSession(order), instant).map(([session, at]) => ({
    ...kycSession.erase(session),
    redactedAt: Option.some(at),
    updatedAt: at
  }))
}

export const kycSessionState = (order: KycOrder): fc.Arbitrary<OpenedKycSession> =>
  fc.oneof(
    { weight: 4, arbitrary: unredactedKycSession(order) },
    { weight: 1, arbitrary: redactedKycSession(order) }
  )
