import { Option } from "effect"
import { invariant } from "../../kernel/machine/invariant.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { KycSession, type KycSessionState } from "./KycSession.ts"
import type { OpenedKycSession } from "./KycSessionRecord.ts"
import { awaitsPerson, isEnded } from "./KycStanding.ts"

/** The same session, known to exist. */
export const openedKycSession = (state: KycSessionState): OpenedKycSession => {
  invariant(state._tag !== "absent", "an opened session is never absent again")
  return state
}

/** The session as its creation answered, without what was redacted since. */
export const sessionAtCreation = ({ order, redactedAt }: OpenedKycSession): OpenedKycSession => ({
  ...openedKycSession(KycSession.evolve(KycSession.initial, { _tag: "KycSessionCreated", order })),
  redactedAt
})

/** The session as the clock makes it, whether or not its expiry was recorded yet. */
export const kycSessionAsOf = (session: OpenedKycSession, now: Instant): OpenedKycSession => {
  const { expiresAt } = session.order
  if (!awaitsPerson(session) || now < expiresAt) return session
  return { ...session, _tag: "expired", updatedAt: expiresAt, endedAt: expiresAt }
}

/** What the link in `verificationUrl` still does: `over` says nothing about the session any more. */
export type KycLink = "open" | "result" | "over"

export const kycLink = (session: OpenedKycSession, now: Instant, resultMillis: number): KycLink => {
  if (!isEnded(session)) return "open"
  const isShown = Option.isNone(session.redactedAt) && now < session.endedAt + resultMillis
  return isShown ? "result" : "over"
}
