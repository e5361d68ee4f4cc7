import { hostname } from "node:os"
import { Mailer, millisPerSecond, signatureHeaders, signingKey, WallClock } from "@quittance/core/adapter"
import { Effect, Layer } from "effect"
import type { AlertsConfiguration } from "../configuration/AlertsConfiguration.ts"
import { smtpMailer } from "../start/Providers.ts"
import type { Notice } from "./AlertBook.ts"

export type ChannelName = "webhook" | "mail"

/** Takes a notice to an operator; fails with the reason why it is not there yet. */
export type SendNotice = (notice: Notice) => Effect.Effect<void, string>

const answerMillisMax = 10_000

/** An event like those of other webhooks, so that the same programs verify it. Its version grows with each notice. */
const eventOf = ({ about, at, id, state }: Notice, mode: string) => ({
  id,
  object: "event",
  type: `alert.${state}`,
  createdAt: new Date(at).toISOString(),
  version: at,
  data: {
    object: {
      id: `${about.source}:${about.code}`,
      source: about.source,
      code: about.code,
      message: about.message,
      since: new Date(about.since).toISOString(),
      host: hostname(),
      mode
    }
  }
})

/** A signed POST to the operator's own address, which may be on a network of theirs. A redirect is no answer. */
const webhookTo =
  ({ secret, url }: NonNullable<AlertsConfiguration["webhook"]>, mode: string): SendNotice =>
  (notice) =>
    Effect.gen(function* () {
      const wallClock = yield* WallClock
      const timestampSeconds = Math.floor((yield* wallClock.now) / millisPerSecond)
      const body = JSON.stringify(eventOf(notice, mode))
      const signed = signatureHeaders([signingKey(secret) ?? new Uint8Array()], {
        id: notice.id,
        timestampSeconds,
        body
      })
      const answered = Effect.tryPromise({
        try: async (signal) => {
          const headers = {
            "content-type": "application/json",
            "user-agent": "Quittance-Alerts/1",
            ...signed
          }
          const answer = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal })
          await answer.body?.cancel()
          if (!answer.ok) throw new Error(`the receiver answered ${answer.status}`)
        },
        catch: (error) => (error instanceof Error ? error.message : String(error))
      })
      // The clock of a sandbox that is moved ahead is no time to answer.
      const tooLate = Effect.andThen(
        wallClock.sleep(answerMillisMax),
        Effect.fail("the receiver did not answer in time")
      )
      yield* Effect.raceFirst(answered, tooLate)
    })

const mailTo =
  (to: string, mailer: Mailer["Service"], mode: string): SendNotice =>
  (notice) => {
    const { code, host, message, since, source } = eventOf(notice, mode).data.object
    const subject = `Quittance ${mode} on ${host}: ${code} ${notice.state}`
    const text = `${message}\n\n${source} ${code}, ${notice.state}, since ${since}.\n`
    const html = `<pre>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</pre>`
    return mailer
      .send({ id: notice.id, partnerId: "", subjectId: "", to, subject, text, html })
      .pipe(Effect.mapError(({ reason }) => reason))
  }

/** The ways that the operator named, in the current scope. */
export const makeAlertChannels = Effect.fnUntraced(function* (
  { mail, webhook }: AlertsConfiguration,
  mode: string
) {
  const channels = new Map<ChannelName, SendNotice>()
  if (webhook !== undefined) channels.set("webhook", webhookTo(webhook, mode))
  if (mail !== undefined) {
    const built = yield* Layer.build(smtpMailer(mail.smtp))
    channels.set("mail", mailTo(mail.to, yield* Effect.provideContext(Mailer, built), mode))
  }
  return channels
})
