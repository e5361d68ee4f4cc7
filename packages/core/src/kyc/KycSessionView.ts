import { Option } from "effect"
import { instantView } from "../money/View.ts"
import { type KycStatus, kycStatus, type OpenedKycSession } from "./KycSession.ts"
import type { KycLevel, KycLocale } from "./KycStep.ts"

/** A KYC session as the API shows it. */
export interface KycSessionView {
  readonly id: string
  readonly level: KycLevel
  readonly status: KycStatus
  readonly verificationUrl: string
  readonly locale: KycLocale
  readonly redirectUrl: string | null
  readonly metadata: { readonly [key: string]: unknown }
  /** Checks that refused. */
  readonly attempts: number
  /** Codes, of the last check that refused. */
  readonly failureReasons: ReadonlyArray<string>
  readonly createdAt: string
  readonly updatedAt: string
  readonly expiresAt: string
  readonly completedAt: string | null
  readonly redactedAt: string | null
}

/** The same as the creation answers it, with the secret that signs what the session's own URL is told, this once. */
export type KycSessionCreatedView = KycSessionView & { readonly webhookSecret?: string }

/** Why a verification failed: a check refused for good, or nobody finished in time. */
export const kycFailedReasons = ["refused", "expired"] as const
export type KycFailedReason = (typeof kycFailedReasons)[number]

/** The same as `kyc.failed` tells it. */
export type KycFailedView = KycSessionView & { readonly reason: KycFailedReason }

export const verificationUrlOf = (publicUrl: string, token: string): string => `${publicUrl}/verify/${token}`

export const kycSessionView = (session: OpenedKycSession, publicUrl: string): KycSessionView => {
  const { order } = session
  return {
    id: order.id,
    level: order.level,
    status: kycStatus(session),
    verificationUrl: verificationUrlOf(publicUrl, order.token),
    locale: order.locale,
    redirectUrl: Option.getOrNull(order.redirectUrl),
    metadata: JSON.parse(order.metadata) as { readonly [key: string]: unknown },
    attempts: session.attempts,
    failureReasons: session.reasons,
    createdAt: instantView(order.createdAt),
    updatedAt: instantView(session.updatedAt),
    expiresAt: instantView(order.expiresAt),
    completedAt: session._tag === "completed" ? instantView(session.endedAt) : null,
    redactedAt: Option.getOrNull(Option.map(session.redactedAt, instantView))
  }
}

export const kycSessionCreatedView = (
  { secret, session }: { readonly session: OpenedKycSession; readonly secret: Option.Option<string> },
  publicUrl: string
): KycSessionCreatedView => ({
  ...kycSessionView(session, publicUrl),
  ...Option.match(secret, { onNone: () => ({}), onSome: (webhookSecret) => ({ webhookSecret }) })
})
