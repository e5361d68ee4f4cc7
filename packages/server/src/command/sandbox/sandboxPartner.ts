import { Partners } from "@quittance/core"
import { Effect, Schema } from "effect"
import type { CommandInput } from "../../cli/CommandInput.ts"
import { UsageError } from "../../cli/UsageError.ts"
import { ConfigurationRefused } from "../../configuration/ConfigurationRefused.ts"
import type { StoreConfiguration } from "../../configuration/StoreConfiguration.ts"
import { readKept } from "../../start/exclusiveFile.ts"
import { readFailure } from "../../start/fileFailure.ts"
import { StartRefused } from "../../start/StartRefused.ts"

const Credentials = Schema.Struct({
  partnerId: Schema.String,
  publicKey: Schema.String,
  secret: Schema.String
})
export type Credentials = typeof Credentials.Type

const decodeCredentials = Schema.decodeUnknownEffect(Schema.fromJsonString(Credentials))

/** Throws a `UsageError` in live mode: what these commands do, must not happen to real money. */
export const sandboxOnly =
  (call: string) =>
  ({ mode }: StoreConfiguration): void => {
    if (mode === "live")
      throw new UsageError(
        `quittance ${call} is for a sandbox, and QUITTANCE_MODE is live: use a sandbox's store.`
      )
  }

/** The key pair that the sandbox keeps beside its store. */
export const sandboxCredentials = Effect.fnUntraced(function* ({ credentialsFile }: StoreConfiguration) {
  const text = yield* Effect.try({
    try: () => readKept(credentialsFile),
    catch: (error) => new ConfigurationRefused({ message: `${readFailure(credentialsFile, error)}.` })
  })
  if (text === undefined)
    return yield* new StartRefused({
      message: `There is no ${credentialsFile}: start the server once, which makes the sandbox's key pair.`
    })
  return yield* Effect.mapError(
    decodeCredentials(text),
    () =>
      new ConfigurationRefused({
        message: `${credentialsFile} must be JSON with partnerId, publicKey and secret: delete it and start the server, which makes another key pair.`
      })
  )
})

/** The partner that `--partner` names; otherwise the one of the sandbox's credentials. */
export const sandboxPartner = Effect.fnUntraced(function* (
  input: CommandInput,
  configuration: StoreConfiguration
) {
  const partners = yield* Partners
  const named = input.text("--partner")
  return yield* partners.find(named ?? (yield* sandboxCredentials(configuration)).partnerId)
})
