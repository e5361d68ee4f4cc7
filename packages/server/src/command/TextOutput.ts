import { open } from "node:fs/promises"
import { Effect, Schema, Stream } from "effect"
import { isSystemError } from "../start/exclusiveFile.ts"
import { writeFailure } from "../start/fileFailure.ts"
import { csvOutput } from "./print.ts"

/** The output cannot be written: the disk is full, the folder is missing, or the pipe was closed. */
export class OutputRefused extends Schema.TaggedError<OutputRefused>()("OutputRefused", {
  message: Schema.String,
  /** The reader closed the pipe: it has what it needs. */
  closedByReader: Schema.Boolean
}) {}

const refused = (where: string) => (cause: unknown) =>
  new OutputRefused({
    message: writeFailure(where, cause),
    closedByReader: isSystemError(cause, "EPIPE")
  })

/**
 * Writes a long text, or bytes, piece by piece; the next piece is produced when the last one was written. A file is
 * readable only by this user, and its previous content is replaced.
 */
export const writeText = <E, R>(
  path: string | undefined,
  pieces: Stream.Stream<string | Uint8Array, E, R>
): Effect.Effect<void, E | OutputRefused, R> => {
  if (path === undefined) return Stream.runForEach(pieces, writeStandard)
  return Effect.acquireUseRelease(
    Effect.tryPromise({ try: () => open(path, "w", 0o600), catch: refused(path) }),
    (file) =>
      Stream.runForEach(pieces, (piece) =>
        Effect.tryPromise({ try: () => file.appendFile(piece), catch: refused(path) })
      ),
    (file) => Effect.tryPromise({ try: () => file.close(), catch: refused(path) })
  )
}

const writeStandard = (piece: string | Uint8Array): Effect.Effect<void, OutputRefused> =>
  Effect.callback((resume) => {
    // The callback reports a failure; without a listener the same failure would end the process.
    const ignore = (): void => undefined
    process.stdout.once("error", ignore)
    process.stdout.write(typeof piece === "string" ? csvOutput(piece) : piece, (cause) => {
      if (cause) return resume(Effect.fail(refused("standard output")(cause)))
      process.stdout.off("error", ignore)
      resume(Effect.void)
    })
  })
