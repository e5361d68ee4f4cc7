import { Clock, Effect, Option, Random } from "effect"
import { mailAddress } from "../../kernel/input/EmailAddress.ts"
import type { Locale } from "../../kernel/input/Locale.ts"
import type { LeasedJob } from "../../kernel/ports/Job.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { tracedPort } from "../../kernel/trace/Tracing.ts"
import { answeredWithin } from "../../kernel/work/answeredWithin.ts"
import { jittered, type RetryPolicy } from "../../kernel/work/RetryPolicy.ts"
import type { Brand } from "../branding/Branding.ts"
import { Brandings } from "../branding/Brandings.ts"
import { Settings } from "../settings/Settings.ts"
import { Mailer, MailerUnavailable, type MailKind, type MailMessage } from "./Mailer.ts"
import type { MailContent } from "./mailContent.ts"

/** What an attempt led to. No reason contains the address, because it is kept. */
export type MailOutcome =
  | { readonly _tag: "Sent" }
  | { readonly _tag: "Refused"; readonly reason: string }
  | { readonly _tag: "Later"; readonly dueAt: Instant }

/** One e-mail of a job, about the job's subject. */
export interface MailAttempt extends Pick<MailMessage, "id"> {
  readonly kind: MailKind
  readonly job: LeasedJob
  /** As it was given. */
  readonly address: string
  /** When the schedule began. */
  readonly since: Instant
  readonly content: (brand: Brand | undefined, locale: Locale) => MailContent
}

/**
 * Attempts to send e-mails in the name of a partner. The e-mail is sent first and recorded afterwards by who asked for
 * it, so it is never lost; a crash between the two, or an expired lease, sends it once more, under the same Message-ID.
 */
export const makeMailAttempt = Effect.gen(function* () {
  const { mail } = yield* Settings
  const mailer = yield* Effect.flatMap(Mailer, (port) => tracedPort("mail", port))
  const brandings = yield* Brandings
  const answered = answeredWithin(mail.sendTimeoutMillis, (reason) => new MailerUnavailable({ reason }))

  return Effect.fnUntraced(function* ({ address, content, id, job, kind, since }: MailAttempt) {
    const { partnerId, subjectId } = job
    const to = mailAddress(address)
    const shownBrand = yield* brandings.brandOf(partnerId).pipe(Effect.catchTag("NotFound", Effect.die))
    // Who has no name is not made one for customers.
    const brand = Option.getOrUndefined(Option.filter(shownBrand, ({ isExample }) => !isExample))
    const made = content(brand, mail.locale)
    const replyTo = replyToOf(brand)
    const outcome = yield* Effect.result(
      answered(mailer.send({ id, kind, partnerId, subjectId, to, ...(replyTo && { replyTo }), ...made }))
    )
    if (outcome._tag === "Success") return { _tag: "Sent" } satisfies MailOutcome as MailOutcome
    const reason = [address, to].reduce(withoutAddress, outcome.failure.reason)
    const said = kind === "receipt" ? "receipt" : "e-mail"
    if (outcome.failure._tag === "MailRefused") {
      yield* Effect.logWarning(`the ${said} of invoice ${subjectId} was permanently refused: ${reason}`)
      return { _tag: "Refused", reason } satisfies MailOutcome as MailOutcome
    }
    yield* Effect.logWarning(`the ${said} of invoice ${subjectId} was not accepted: ${reason}`)
    const now = yield* Clock.currentTimeMillis
    const dueAt = nextSendAt(mail.retryPolicy, since, now, yield* Random.next)
    return { _tag: "Later", dueAt } satisfies MailOutcome as MailOutcome
  })
})

/** The partner's support, if it is a mail address. One that not every server could carry is left out. */
const replyToOf = (brand: Brand | undefined): string | undefined => {
  const support = brand?.look.support
  if (support === undefined || /^https?:/i.test(support)) return undefined
  const address = mailAddress(support)
  return /^[\x21-\x7e]+$/.test(address) ? address : undefined
}

/** Servers often repeat the address; an event is kept forever and must not contain personal data. */
const withoutAddress = (reason: string, address: string): string =>
  address === ""
    ? reason
    : reason.replace(new RegExp(address.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), "giu"), "the address")

/**
 * The next instant of the schedule, which starts at `since`; its last delay repeats. An attempt belongs to the instant
 * it was jittered around, so one that came early is not repeated at the instant itself.
 */
export const nextSendAt = (
  { delaysMillis, jitterRatio }: RetryPolicy,
  since: Instant,
  now: Instant,
  chance: number
): Instant => {
  let before = since
  for (const delay of delaysMillis) {
    if (before + delay * (1 - jitterRatio) > now) return before + jittered(delay, jitterRatio, chance)
    before += delay
  }
  return now + jittered(delaysMillis.at(-1) ?? 0, jitterRatio, chance)
}
