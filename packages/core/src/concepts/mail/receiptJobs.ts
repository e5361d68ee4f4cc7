import { Effect, Option } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import type { ScheduledJob } from "../../kernel/ports/Job.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { Settings } from "../settings/Settings.ts"
import { Mailer } from "./Mailer.ts"
import { mailJobs } from "./mailNames.ts"

/** What of a paid invoice, fiat or crypto, decides whether its receipt is mailed. */
export interface Paid {
  readonly id: string
  readonly partnerId: PartnerId
  readonly customerEmail: Option.Option<string>
}

/** The job that mails the receipt of an invoice, for the commit that pays it; none where nothing is to be mailed. */
export const makeReceiptJobs = Effect.gen(function* () {
  const { mail } = yield* Settings
  const isMailed = mail.receipts && Option.isSome(yield* Effect.serviceOption(Mailer))
  return ({ customerEmail, id, partnerId }: Paid, paidAt: Instant): ReadonlyArray<ScheduledJob> =>
    isMailed && Option.isSome(customerEmail)
      ? [{ kind: mailJobs.receipt, partnerId, subjectId: id, dueAt: paidAt }]
      : []
})
