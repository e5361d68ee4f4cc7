import type {
  EndedKycSession,
  KycAnswerLoss,
  KycDocument,
  KycLevel,
  KycLocale,
  OpenedKycSession,
  Picture,
  WebhookRecipient
} from "@quittance/core"
import { Option } from "effect"
import type { ErasableTexts } from "../ErasableTexts.ts"
import type { AggregateRows } from "./AggregateRows.ts"
import { integer, nullable, optionalInteger, optionalText, type Row, text } from "./columns.ts"

/** A KYC session as a row of `kyc_sessions`. All that a redaction empties is one sealed text. */
export const kycSessionOf = (row: Row, { open }: Pick<ErasableTexts, "open">): OpenedKycSession => {
  const sealed = Option.getOrUndefined(optionalText(row, "personal"))
  const { documents, metadata, person, redirectUrl } = personalOf(
    sealed === undefined ? undefined : open(sealed)
  )
  const recorded = {
    order: {
      id: text(row, "id"),
      partnerId: text(row, "partner_id"),
      token: text(row, "token"),
      level: text(row, "level") as KycLevel,
      locale: text(row, "locale") as KycLocale,
      redirectUrl,
      metadata,
      person,
      recipient: recipientOf(row),
      createdAt: integer(row, "created_at"),
      expiresAt: integer(row, "expires_at")
    },
    documents,
    attempts: integer(row, "attempts"),
    reasons: JSON.parse(text(row, "reasons")) as ReadonlyArray<string>,
    check: integer(row, "check_number"),
    checkSince: optionalInteger(row, "check_since"),
    lost: optionalText(row, "lost") as Option.Option<KycAnswerLoss>,
    decidedBy: optionalText(row, "decided_by"),
    redactedAt: optionalInteger(row, "redacted_at"),
    updatedAt: integer(row, "updated_at")
  }
  const _tag = text(row, "state") as OpenedKycSession["_tag"]
  return row.ended_at === null
    ? { _tag: _tag as Exclude<OpenedKycSession, EndedKycSession>["_tag"], ...recorded }
    : { _tag: _tag as EndedKycSession["_tag"], ...recorded, endedAt: integer(row, "ended_at") }
}

const recipientOf = (row: Row): Option.Option<WebhookRecipient> =>
  row.endpoint_id === null
    ? Option.none()
    : Option.some({ endpointId: text(row, "endpoint_id"), url: text(row, "endpoint_url") })

/** What a redaction empties. */
interface Personal {
  readonly documents: ReadonlyArray<KycDocument>
  readonly metadata: string
  readonly person: string
  readonly redirectUrl: Option.Option<string>
}

interface StoredPersonal {
  readonly documents: ReadonlyArray<Omit<KycDocument, "picture"> & { readonly picture: Picture | null }>
  readonly metadata: string
  readonly person: string
  readonly redirectUrl: string | null
}

/** What is personal in a session, as the text to be sealed. */
export const personalText = ({ documents, order }: OpenedKycSession): string => {
  const stored: StoredPersonal = {
    documents: documents.map((document) => ({ ...document, picture: nullable(document.picture) })),
    metadata: order.metadata,
    person: order.person,
    redirectUrl: nullable(order.redirectUrl)
  }
  return JSON.stringify(stored)
}

const personalOf = (opened: string | undefined): Personal => {
  if (opened === undefined) return { documents: [], metadata: "{}", person: "", redirectUrl: Option.none() }
  const stored = JSON.parse(opened) as StoredPersonal
  return {
    ...stored,
    documents: stored.documents.map((document) => ({
      ...document,
      picture: Option.fromNullOr(document.picture)
    })),
    redirectUrl: Option.fromNullOr(stored.redirectUrl)
  }
}

export const insertKycSessionSql = `INSERT INTO kyc_sessions (partner_id, id, version, token, level, locale, endpoint_id,
  endpoint_url, created_at, expires_at, state, personal, attempts, reasons, check_number, check_since, lost, decided_by,
  updated_at, ended_at, redacted_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

export const kycSessionColumns = (
  session: OpenedKycSession,
  personal: string | null,
  version = 1
): ReadonlyArray<unknown> => {
  const { order } = session
  const recipient = Option.getOrUndefined(order.recipient)
  return [
    order.partnerId,
    order.id,
    version,
    order.token,
    order.level,
    order.locale,
    recipient?.endpointId ?? null,
    recipient?.url ?? null,
    order.createdAt,
    order.expiresAt,
    ...stateColumns(session, personal)
  ]
}

export const changeKycSessionSql = `UPDATE kyc_sessions SET version = version + 1, state = ?, personal = ?, attempts = ?,
  reasons = ?, check_number = ?, check_since = ?, lost = ?, decided_by = ?, updated_at = ?, ended_at = ?, redacted_at = ?
  WHERE partner_id = ? AND id = ? AND version = ?`

export const changeKycSessionColumns = (
  session: OpenedKycSession,
  personal: string | null,
  version: number
): ReadonlyArray<unknown> => [
  ...stateColumns(session, personal),
  session.order.partnerId,
  session.order.id,
  version
]

const stateColumns = (session: OpenedKycSession, personal: string | null): ReadonlyArray<unknown> => [
  session._tag,
  personal,
  session.attempts,
  JSON.stringify(session.reasons),
  session.check,
  nullable(session.checkSince),
  nullable(session.lost),
  nullable(session.decidedBy),
  session.updatedAt,
  "endedAt" in session ? session.endedAt : null,
  nullable(session.redactedAt)
]

/** What is personal is sealed apart from the rest, by whoever writes it. */
export const kycSessionRows: AggregateRows<OpenedKycSession> = {
  table: "kyc_sessions",
  insertSql: insertKycSessionSql,
  columns: (session, version) => kycSessionColumns(session, null, version),
  undigested: ["personal"],
  change: {
    sql: changeKycSessionSql,
    columns: (session, version) => changeKycSessionColumns(session, null, version)
  }
}
