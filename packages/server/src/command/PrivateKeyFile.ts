import { stat } from "node:fs/promises"
import { Effect, Schema } from "effect"
import { inputName, readInputFile } from "./InputFile.ts"

/** The file contains no private key. Its content is not repeated. */
export class PrivateKeyFileRefused extends Schema.TaggedError<PrivateKeyFileRefused>()(
  "PrivateKeyFileRefused",
  { message: Schema.String }
) {}

/** Longer than a key and the end of its line. */
const bytesMax = 1_024

/** Any of these rights of others lets them take the money. */
const othersRights = 0o077

/** The private key of a file. */
export const readPrivateKeyFile = Effect.fnUntraced(function* (path: string) {
  const advice = "it must have one line with a private key: 0x and 64 hex digits"
  const bytes = yield* readInputFile(path, { bytesMax, advice, onRead: () => undefined })
  const key = /^(0x[0-9a-fA-F]{64})\r?\n?$/.exec(Buffer.from(bytes).toString("latin1"))?.[1]
  if (key === undefined)
    return yield* new PrivateKeyFileRefused({ message: `${inputName(path)} is not a key file: ${advice}` })
  if (path !== "-" && (yield* isOpenToOthers(path)))
    yield* Effect.logWarning(`other users of this machine may read ${path}: delete it, or chmod 600 it`)
  return key
})

const isOpenToOthers = (path: string) =>
  Effect.orElseSucceed(
    Effect.tryPromise(async () => ((await stat(path)).mode & othersRights) !== 0),
    () => false
  )
