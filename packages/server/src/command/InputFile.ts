import { open } from "node:fs/promises"
import type { Readable } from "node:stream"
import { Effect, Schema } from "effect"
import { readFailure } from "../start/fileFailure.ts"

/** A file that cannot be read, or that is too large. */
export class InputRefused extends Schema.TaggedError<InputRefused>()("InputRefused", {
  message: Schema.String
}) {}

/** How much was read so far, and the total if it is known. */
export interface BytesRead {
  readonly bytes: number
  readonly total: number | undefined
}

interface InputLimits {
  readonly bytesMax: number
  /** What to do about a larger file. */
  readonly advice: string
  readonly onRead: (read: BytesRead) => void
}

/** The name of a file in messages. `-` is the standard input. */
export const inputName = (path: string): string => (path === "-" ? "standard input" : path)

/** The bytes of a file. Nothing is read beyond the limit. */
export const readInputFile = (path: string, limits: InputLimits): Effect.Effect<Uint8Array, InputRefused> =>
  Effect.tryPromise({
    try: () => (path === "-" ? collected(process.stdin, undefined, limits) : fileBytes(path, limits)),
    catch: (cause) => new InputRefused({ message: readFailure(inputName(path), cause) })
  }).pipe(
    Effect.flatMap((bytes) =>
      bytes === undefined
        ? Effect.fail(
            new InputRefused({
              message: `${inputName(path)} has more than ${limits.bytesMax} bytes; ${limits.advice}`
            })
          )
        : Effect.succeed(bytes)
    )
  )

const fileBytes = async (path: string, limits: InputLimits): Promise<Uint8Array | undefined> => {
  const file = await open(path)
  try {
    const facts = await file.stat()
    // A pipe has size zero.
    const total = facts.isFile() ? facts.size : undefined
    if (total !== undefined && total > limits.bytesMax) return undefined
    return await collected(file.createReadStream({ autoClose: false }), total, limits)
  } finally {
    await file.close()
  }
}

/** All bytes of a stream; undefined if there are too many. */
const collected = async (
  stream: Readable,
  total: number | undefined,
  { bytesMax, onRead }: InputLimits
): Promise<Uint8Array | undefined> => {
  const chunks: Array<Uint8Array> = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    if (bytes > bytesMax) return undefined
    chunks.push(chunk)
    onRead({ bytes, total })
  }
  return Buffer.concat(chunks)
}
