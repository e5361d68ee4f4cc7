import { Effect, Option, Stream } from "effect"
import { BlobMissing } from "../ports/BlobStore.ts"
import {
  type BlobIdentity,
  cipherWith,
  frameBytes,
  frameCountOf,
  frameRange,
  headerBytes,
  newCipher
} from "./BlobCipher.ts"

/**
 * A blob in its stored form (`BlobCipher.ts`). All of them write the same bytes, so blobs and keys may be copied from
 * one kind of storage to another.
 */

/** The first bytes of a sealed blob, unique because 56 of their bits are random. */
export const sealedMarkBytes = headerBytes

/** Encrypts the content frame by frame. The first piece is the blob's mark. */
export const sealBlob = <E>(
  identity: BlobIdentity,
  content: Stream.Stream<Uint8Array, E>
): Stream.Stream<Uint8Array, E> =>
  Stream.suspend(() => {
    const cipher = newCipher(identity)
    const frame = Buffer.alloc(frameBytes)
    let filled = 0
    let index = 0
    const seal = (kind: "inner" | "last") => cipher.seal(frame.subarray(0, filled), { index, kind })

    /** The last frame is known only when no data follows, so a full frame waits for the next byte or the end. */
    const sealedBy = (piece: Uint8Array): ReadonlyArray<Uint8Array> => {
      const sealed: Array<Uint8Array> = []
      let rest = piece
      while (rest.length > 0) {
        if (filled === frameBytes) {
          sealed.push(seal("inner"))
          index += 1
          filled = 0
        }
        const part = rest.subarray(0, frameBytes - filled)
        frame.set(part, filled)
        filled += part.length
        rest = rest.subarray(part.length)
      }
      return sealed
    }

    const inner = Stream.flatMap(content, (piece) => Stream.fromIterable(sealedBy(piece)))
    const last = Stream.suspend(() => Stream.succeed(seal("last")))
    return Stream.make(cipher.header).pipe(Stream.concat(inner), Stream.concat(last))
  })

/** A sealed blob at its place. */
export interface SealedBlob<E> {
  readonly size: number
  /** These bytes of it, or fewer if it ends before. */
  readonly read: (start: number, length: number) => Effect.Effect<Uint8Array, E>
}

/** Decrypts a blob frame by frame on demand, and ends with `BlobMissing` at the first frame that was changed. */
export const openBlob = <E>(
  identity: BlobIdentity,
  { read, size }: SealedBlob<E>
): Stream.Stream<Uint8Array, BlobMissing | E> =>
  Stream.unwrap(
    Effect.map(read(0, headerBytes), (header) => {
      const missing = new BlobMissing({ id: identity.id })
      const cipher = cipherWith(identity, header)
      const count = frameCountOf(size)
      if (Option.isNone(cipher) || count === 0) return Stream.fail(missing)
      return Stream.unfold(
        0,
        Effect.fnUntraced(function* (index) {
          if (index === count) return undefined
          const position = { index, kind: index === count - 1 ? "last" : "inner" } as const
          const { length, start } = frameRange(position, size)
          const sealed = yield* read(start, length)
          const frame = sealed.length === length ? cipher.value.open(sealed, position) : Option.none()
          if (Option.isNone(frame)) return yield* missing
          return [frame.value, index + 1] as const
        })
      )
    })
  )
