import {
  type Commit,
  emptyCommit,
  type KycDocument,
  type KycOrder,
  KycSession,
  type KycSessionEvent,
  messageBody,
  type OpenedKycSession,
  openedKycSession,
  type WebhookMessage,
  writeOver
} from "@quittance/core/adapter"
import { Option } from "effect"
import { partnerId, start } from "./payoutSamples.ts"

/** KYC sessions with ids that are made of a name. Everything personal in them says so. */

export const orderNamed = (name: string): KycOrder => ({
  id: `kyc_${name}`,
  partnerId,
  token: `token-of-${name}`,
  level: "basic",
  locale: "en",
  redirectUrl: Option.some(`https://example.com/personal-url-of-${name}`),
  metadata: JSON.stringify({ customer: `personal-metadata-of-${name}` }),
  person: `personal-digest-of-${name}`,
  recipient: Option.none(),
  createdAt: start,
  expiresAt: start + 1_000
})

/** A picture whose fingerprint has the name's letters in it, so that it is found among bytes. */
export const pictureNamed = (name: string): KycDocument => ({
  id: `doc_${name}`,
  step: "document",
  type: "image/jpeg",
  sizeBytes: 70_000,
  picture: Option.some({
    width: 1_000,
    height: 600,
    sharpness: 123.25,
    brightness: 99.5,
    fingerprint: Buffer.from(`personal-look-of-${name}`.padEnd(32, "-")).toString("hex")
  }),
  submittedAt: start
})

export const sessionAfter = (name: string, ...events: ReadonlyArray<KycSessionEvent>): OpenedKycSession =>
  openedKycSession(
    [{ _tag: "KycSessionCreated", order: orderNamed(name) } as const, ...events].reduce(
      KycSession.evolve,
      KycSession.initial
    )
  )

const shown = (name: string): KycSessionEvent => ({
  _tag: "KycDocumentSubmitted",
  document: pictureNamed(name),
  at: start
})

/** Waits for its second document. */
export const collecting = (name: string): OpenedKycSession => sessionAfter(name, shown(name))

export const expired = (name: string): OpenedKycSession =>
  sessionAfter(name, shown(name), { _tag: "KycSessionExpired", at: start + 1_000 })

export const redacted = (name: string): OpenedKycSession =>
  sessionAfter(
    name,
    shown(name),
    { _tag: "KycSessionExpired", at: start + 1_000 },
    { _tag: "KycSessionRedacted", at: start + 2_000 }
  )

export const writingSession = (state: OpenedKycSession, version = 0, previous = state): Commit => ({
  ...emptyCommit,
  aggregates: [writeOver("KycSession", { state: previous, version }, state)]
})

/** What receivers are told of a session's end. */
export const messageOf = (name: string): WebhookMessage => {
  const endedAt = start + 1_000
  const announced = { id: `evt_${name}`, type: "kyc.failed" } as const
  const object = { id: `kyc_${name}`, metadata: { customer: `personal-body-of-${name}` } }
  return {
    ...announced,
    partnerId,
    createdAt: endedAt,
    body: messageBody({ ...announced, at: endedAt, version: 3, object })
  }
}
