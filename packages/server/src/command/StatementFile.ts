import { createReadStream } from "node:fs"
import { spooled } from "@quittance/adapters-http"
import { statementFileBytesMax } from "@quittance/core/adapter"
import { Stream } from "effect"
import { readFailure } from "../start/fileFailure.ts"
import { InputRefused, inputName } from "./InputFile.ts"

/**
 * The bytes of a file, or of the standard input for `-`, as they are now: what becomes of the file meanwhile changes
 * nothing. Of a file that is too large so much is read that its reader refuses it.
 */
export const statementFile = (path: string) =>
  spooled(
    upToTooMuch(
      Stream.fromAsyncIterable<Uint8Array, InputRefused>(
        path === "-" ? process.stdin : createReadStream(path),
        (cause) => new InputRefused({ message: readFailure(inputName(path), cause) })
      )
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
