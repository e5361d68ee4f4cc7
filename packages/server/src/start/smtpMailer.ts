import type { Mailer } from "@quittance/core/adapter"
import { Effect, Layer } from "effect"
import { ConfigurationRefused } from "../configuration/ConfigurationRefused.ts"
import type { SmtpConfiguration } from "../configuration/MailConfiguration.ts"
import type { StartRefused } from "./StartRefused.ts"

/** The configured mail server as the mailer. Its module is loaded only where one is configured. */
export const smtpMailer = (smtp: SmtpConfiguration): Layer.Layer<Mailer, StartRefused> =>
  Layer.unwrap(
    Effect.map(
      Effect.promise(() => import("@quittance/adapters-smtp")),
      ({ SmtpMailer }) =>
        SmtpMailer.layer(smtp).pipe(
          Layer.catchTag("SmtpUrlRefused", ({ message }) =>
            Layer.effectContext<Mailer, StartRefused, never>(
              new ConfigurationRefused({ message: `QUITTANCE_SMTP_URL has a wrong value; ${message}.` })
            )
          )
        )
    )
  )
