import { type FileHandle, mkdtemp, open, rm, rmdir } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Data, Effect, type Scope, Stream } from "effect"

/** The machine has no place for a file: its temporary folder is full, or may not be written. */
export class SpoolUnavailable extends Data.TaggedError("SpoolUnavailable")<{ readonly reason: string }> {
  override get message(): string {
    return `the file cannot be kept while it is read: ${this.reason}`
  }
}

const pieceBytes = 64 * 1024

/**
 * Bytes that arrive once, as a stream that can be run again. They lie in a file that has no name from the start, so
 * nobody else can read or change it, and it is gone when the scope closes or the process ends, however that ends.
 */
export const spooled = <E, R>(
  bytes: Stream.Stream<Uint8Array, E, R>
): Effect.Effect<Stream.Stream<Uint8Array>, E | SpoolUnavailable, R | Scope.Scope> =>
  Effect.gen(function* () {
    const file = yield* Effect.acquireRelease(trying(nameless), (opened) =>
      Effect.promise(() => opened.close())
    )
    yield* Stream.runForEach(bytes, (piece) => trying(() => file.appendFile(piece)))
    return Stream.unfold(0, (position) => Effect.promise(() => pieceAt(file, position)))
  })

/** Without its name it can be reached by this process only. */
const nameless = async (): Promise<FileHandle> => {
  const folder = await mkdtemp(join(tmpdir(), "quittance-"))
  const path = join(folder, "file")
  try {
    return await open(path, "wx+", 0o600)
  } finally {
    await rm(path, { force: true })
    await rmdir(folder)
  }
}

const pieceAt = async (file: FileHandle, position: number) => {
  // Each piece has memory of its own: readers keep parts of it.
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes, position)
  return bytesRead === 0 ? undefined : ([buffer.subarray(0, bytesRead), position + bytesRead] as const)
}

const trying = <A>(work: () => Promise<A>): Effect.Effect<A, SpoolUnavailable> =>
  Effect.tryPromise({
    try: work,
    catch: (cause) => new SpoolUnavailable({ reason: cause instanceof Error ? cause.message : String(cause) })
  })
