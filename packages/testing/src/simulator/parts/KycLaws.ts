import { defaultSettings } from "@quittance/core"
import {
  awaitsPerson,
  blobIdsOf,
  type Commit,
  type EventRecord,
  isEnded,
  isInCheck,
  type KycDocument,
  type KycVerdict,
  type OpenedKycSession,
  pictureFaults,
  stepsOfSession
} from "@quittance/core/adapter"
import { Option } from "effect"
import type { BlobShelf } from "../outside/BlobShelf.ts"
import { allKeptOf } from "../outside/personFiles.ts"

/** A file that a person sent, with a name of its own. */
export interface SentFile {
  readonly sessionId: string
  readonly step: string
  readonly file: Uint8Array
  /** The document that was made of it. */
  documentId: string | undefined
}

const { attemptMax } = defaultSettings.kyc

/**
 * What must be true of KYC sessions at the moment when a commit says it. What was shown lies on the shelf, as the
 * person sent it. Only the checker, an operator or the pictures themselves refuse a session, and no picture passes it.
 * Nothing expires while it is checked or before its time. An ended session stays as it is and is announced once. It
 * loses its documents when somebody wants that or its time is over.
 */
export class KycLaws {
  readonly sent: Array<SentFile> = []
  /** What operators decided of each session. */
  readonly decisions = new Set<string>()
  /** Sessions that somebody wanted redacted. */
  readonly unwanted = new Set<string>()
  /** The sessions that were made, by their redirect URLs. */
  readonly names = new Map<string, string>()
  readonly #shelf: BlobShelf
  readonly #retentionMillis: number
  readonly #verdictOf: (sessionId: string, check: number) => KycVerdict | undefined
  readonly #note: (said: string) => void
  readonly #sessions = new Map<string, OpenedKycSession>()

  constructor(
    shelf: BlobShelf,
    retentionMillis: number,
    verdictOf: (sessionId: string, check: number) => KycVerdict | undefined,
    note: (said: string) => void
  ) {
    this.#shelf = shelf
    this.#retentionMillis = retentionMillis
    this.#verdictOf = verdictOf
    this.#note = note
  }

  /** All sessions as last committed. */
  get sessions(): ReadonlyArray<OpenedKycSession> {
    return [...this.#sessions.values()]
  }

  isRedacted(id: string): boolean {
    const session = this.#sessions.get(id)
    return session !== undefined && Option.isSome(session.redactedAt)
  }

  /** Whether one of the documents is what was sent there, even if somebody else sent the same. */
  hasBecome({ file, sessionId, step }: SentFile, documents: ReadonlyArray<KycDocument>): boolean {
    return this.sent.some(
      (each) =>
        each.sessionId === sessionId &&
        each.step === step &&
        isSame(each.file, file) &&
        documents.some(({ id }) => id === each.documentId)
    )
  }

  /** A sentence for each law that this commit, which landed, breaks. */
  brokenBy(commit: Commit): ReadonlyArray<string> {
    return commit.aggregates.flatMap((write) => {
      if (write._tag !== "KycSession") return []
      const { id } = write.state.order
      const before = this.#sessions.get(id)
      this.#sessions.set(id, write.state)
      const said = commit.events.flatMap(({ event, subjectId }) => (subjectId === id ? [event] : []))
      return [
        ...this.#brokenBySaying(said, write.state, before),
        ...this.#brokenByShowing(write.state, before),
        ...brokenByBecoming(write.state, before),
        ...brokenByTelling(commit, write.state, before)
      ].map((law) => `KYC session ${id} ${law}`)
    })
  }

  #brokenBySaying(
    said: ReadonlyArray<EventRecord["event"]>,
    session: OpenedKycSession,
    before: OpenedKycSession | undefined
  ): ReadonlyArray<string> {
    const { id } = session.order
    const isSaid = (tag: EventRecord["event"]["_tag"]) => said.some(({ _tag }) => _tag === tag)
    return said.flatMap((event) => {
      switch (event._tag) {
        case "KycSessionCreated": {
          const name = Option.getOrElse(session.order.redirectUrl, () => "")
          const isKnown = this.names.has(name)
          this.names.set(name, id)
          return isKnown ? ["was made a second time"] : []
        }
        case "KycSessionCompleted":
          return this.#brokenByAnswer(session, "completed", [])
        case "KycPictureRefused":
          this.#note(`${id} refused a picture: ${event.fault}`)
          return []
        case "KycSessionFailed":
          if (isSaid("KycPictureRefused"))
            return session.attempts === attemptMax ? [] : ["failed by a picture, with attempts left"]
          return this.#brokenByAnswer(session, "failed", event.reasons)
        case "KycCheckRefused":
          return this.#brokenByAnswer(session, "retry", event.reasons)
        case "KycSessionExpired": {
          this.#note(`${id} expired`)
          if (isSaid("KycSessionRedacted")) return []
          const isEarly = event.at < session.order.expiresAt
          const isChecked = before !== undefined && isInCheck(before) && !isSaid("KycCheckRefused")
          return [...(isEarly ? ["expired too early"] : []), ...(isChecked ? ["expired in its check"] : [])]
        }
        case "KycSessionRedacted": {
          const isDue = isEnded(session) && session.endedAt < event.at - this.#retentionMillis
          this.#note(`${id} redacted${isDue ? ": its time is over" : ""}`)
          const isLeft = session.documents.length > 0 || session.order.metadata !== "{}"
          return [
            ...(isDue || this.unwanted.has(id) ? [] : ["was redacted too early"]),
            ...(isLeft ? ["was redacted and has something left"] : [])
          ]
        }
        default:
          return []
      }
    })
  }

  /** Somebody said so. */
  #brokenByAnswer(
    session: OpenedKycSession,
    outcome: "completed" | "failed" | "retry",
    reasons: ReadonlyArray<string>
  ): ReadonlyArray<string> {
    const { attempts, check, decidedBy, order } = session
    const by = Option.isSome(decidedBy) ? "by hand" : "by the checker"
    this.#note(`${order.id} ${outcome} ${by} [${reasons}]`)
    const isSpent = outcome === "failed" && attempts === attemptMax
    const outcomes = isSpent ? ["failed", "retry"] : [outcome]
    if (isSpent) this.#note(`${order.id} has no attempt left`)
    if (Option.isSome(decidedBy))
      return outcomes.some((each) => this.decisions.has(`${order.id} ${each}`))
        ? []
        : [`was decided as ${outcome} by nobody`]
    const isSeen =
      reasons.length > 0 && reasons.every((reason) => pictureFaults.some((fault) => reason.endsWith(fault)))
    const verdict = this.#verdictOf(order.id, check)
    const word =
      verdict?._tag === "Refused" ? (verdict.course === "final" ? "failed" : "retry") : verdict && "completed"
    if (isSeen && outcomes.includes("retry")) return []
    return word !== undefined && outcomes.includes(word)
      ? []
      : [`is ${outcome}, and the checker says ${word}`]
  }

  /** Everything that it says it has was sent for it and lies there. Each sent file becomes at most one document. */
  #brokenByShowing(
    { documents, order }: OpenedKycSession,
    before: OpenedKycSession | undefined
  ): ReadonlyArray<string> {
    return documents.flatMap((document) => {
      const { id, pages = [], sizeBytes, step } = document
      if (before?.documents.some((shown) => shown.id === id)) return []
      const folder = { partnerId: order.partnerId, ownerId: order.id }
      const lie = blobIdsOf(document).flatMap((blobId) => this.#shelf.read(folder, blobId) ?? [])
      if (lie.length <= pages.length) return [`has the document ${id}, which does not lie there`]
      const sent = this.sent.find(
        (each) =>
          each.sessionId === order.id &&
          each.step === step &&
          each.documentId === undefined &&
          areSame(allKeptOf(each.file), lie)
      )
      const sizes = [sizeBytes, ...pages.map((page) => page.sizeBytes)]
      if (sent === undefined || lie.some((bytes, index) => bytes.length !== sizes[index]))
        return [`has the document ${id}, which nobody sent`]
      sent.documentId = id
      return []
    })
  }
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index])

const areSame = (some: ReadonlyArray<Uint8Array>, others: ReadonlyArray<Uint8Array>): boolean =>
  some.length === others.length &&
  some.every((each, index) => isSame(each, others[index] ?? new Uint8Array()))

const brokenByBecoming = (
  session: OpenedKycSession,
  before: OpenedKycSession | undefined
): ReadonlyArray<string> => {
  const broken: Array<string> = []
  const { attempts, documents } = session
  if (before !== undefined && isEnded(before))
    if (!isEnded(session) || session._tag !== before._tag || session.endedAt !== before.endedAt)
      broken.push(`was ${before._tag} and became ${session._tag}`)
  if (attempts > attemptMax || (attempts === attemptMax && session._tag !== "failed"))
    broken.push(`is ${session._tag} after ${attempts} attempts`)
  const steps = stepsOfSession(session)
  const isShown = steps.every((step) => documents.filter((shown) => shown.step === step).length === 1)
  if (isInCheck(session) && !(isShown && documents.length === steps.length))
    broken.push(`is ${session._tag} with ${documents.length} documents`)
  if (awaitsPerson(session) && documents.length >= steps.length)
    broken.push("waits for its person, who showed everything")
  return broken
}

/**
 * The result is announced by the commit that ends the session, and by nothing else. If the session has its own URL,
 * only that URL gets it.
 */
const brokenByTelling = (
  { aggregates, outbox }: Commit,
  session: OpenedKycSession,
  before: OpenedKycSession | undefined
): ReadonlyArray<string> => {
  const messages = outbox.flatMap((change) =>
    change._tag === "Posted" && change.message.type.startsWith("kyc.") ? [change.message] : []
  )
  const recipient = Option.getOrUndefined(session.order.recipient)
  const ends = isEnded(session) && (before === undefined || !isEnded(before))
  const isRight = ends
    ? messages.length === 1 || (messages.length === 0 && recipient === undefined)
    : messages.length === 0
  if (!isRight) return [`is ${session._tag} and was told ${messages.length} times`]
  const type = session._tag === "completed" ? "kyc.completed" : "kyc.failed"
  const wrong = messages
    .filter((message) => message.type !== type)
    .map((message) => `was told as ${message.type}`)
  const made = aggregates.flatMap((write) => (write._tag === "WebhookDelivery" ? [write.state.order] : []))
  const isAddressed =
    recipient === undefined
      ? made.length === 0
      : made.every(({ endpointId }) => endpointId === recipient.endpointId)
  return isAddressed && (recipient === undefined || made.length === messages.length)
    ? wrong
    : [...wrong, "was told to somebody else"]
}
