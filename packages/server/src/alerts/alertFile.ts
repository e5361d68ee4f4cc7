import { Effect, Option, Schema } from "effect"
import { readKept } from "../start/exclusiveFile.ts"
import { replaceFile } from "../start/replaceFile.ts"

const Instant = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 8_640_000_000_000_000 }))

const Standing = Schema.Struct({
  source: Schema.Literals(["readyz", "alert"]),
  code: Schema.String,
  message: Schema.String,
  since: Instant,
  seenAt: Instant,
  toldAt: Schema.NullOr(Instant)
})

const Notice = Schema.Struct({
  // It is sent as a header.
  id: Schema.String.check(Schema.isPattern(/^[\x21-\x7e]+$/)),
  state: Schema.Literals(["firing", "resolved"]),
  at: Instant,
  about: Standing
})

/** What a process must know after a restart, so that it neither forgets a notice nor tells one again. */
const AlertState = Schema.Struct({
  standings: Schema.Array(Standing),
  unsent: Schema.Array(Schema.Struct({ notice: Notice, channel: Schema.Literals(["webhook", "mail"]) }))
})
export type AlertState = typeof AlertState.Type

const stateInJson = Schema.decodeUnknownOption(Schema.fromJsonString(AlertState))

const empty: AlertState = { standings: [], unsent: [] }

/** The state in a file; none if the file is not there, or cannot be read as one. */
export const readAlertFile = (path: string): Effect.Effect<AlertState> =>
  Effect.try({ try: () => readKept(path), catch: String }).pipe(
    Effect.flatMap((text) => {
      if (text === undefined) return Effect.succeed(empty)
      const state = stateInJson(text)
      return Option.isSome(state) ? Effect.succeed(state.value) : Effect.fail("it is not what was written")
    }),
    Effect.catch((reason) =>
      Effect.as(Effect.logWarning(`${path} is written anew: ${reason}; alerts may be told again`), empty)
    )
  )

/** Replaces the file as a whole. */
export const writeAlertFile = (path: string, state: AlertState): Effect.Effect<void> =>
  Effect.try({
    try: () => replaceFile(path, `${JSON.stringify(state)}\n`),
    catch: String
  }).pipe(Effect.catch((reason) => Effect.logWarning(`alerts may be told again after a restart: ${reason}`)))
