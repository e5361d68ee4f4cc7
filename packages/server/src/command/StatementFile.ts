import { constants } from "node:fs"
import { open } from "node:fs/promises"
import { spooled } from "@quittance/adapters-http"
import { statementFileBytesMax } from "@quittance/core/adapter"
import { Effect, Stream } from "effect"
import { readFailure } from "../start/fileFailure.ts"
import { InputRefused, inputName } from "./InputFile.ts"

const refusedBy = (path: string) => (cause: unknown) =>
  new InputRefused({ message: readFailure(inputName(path), cause) })

/**
 * The bytes of a file, or of the standard input for `-`, as they are now: what becomes of the file meanwhile changes
 * nothing. Of a file that is too large so much is read that its reader refuses it.
 */
export const statementFile = (path: string, links: "followed" | "refused" = "followed") =>
  spooled(
    upToTooMuch(
      path === "-"
        ? Stream.fromAsyncIterable<Uint8Array, InputRefused>(process.stdin, refusedBy(path))
        : piecesOf(path, constants.O_RDONLY | (links === "refused" ? constants.O_NOFOLLOW : 0))
    )
  )

const piecesOf = (path: string, flags: number): Stream.Stream<Uint8Array, InputRefused> =>
  Stream.unwrap(
    Effect.map(Effect.tryPromise({ try: () => open(path, flags), catch: refusedBy(path) }), (file) =>
      Stream.fromAsyncIterable<Uint8Array, InputRefused>(file.createReadStream(), refusedBy(path))
    )
  )

const upToTooMuch = <E, R>(bytes: Stream.Stream<Uint8Array, E, R>): Stream.Stream<Uint8Array, E, R> =>
  Stream.suspend(() => {
    let length = 0
    return Stream.takeUntil(bytes, (piece) => {
      length += piece.length
      return length > statementFileBytesMax
    })
  })
