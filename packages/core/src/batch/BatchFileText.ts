import { Result } from "effect"
import { BatchFileMalformed } from "./BatchFileRefused.ts"

const utf8 = new TextDecoder("utf-8", { fatal: true })

/** The text of a batch file: UTF-8, with or without a byte order mark, and nothing else. */
export const batchFileText = (bytes: Uint8Array): Result.Result<string, BatchFileMalformed> => {
  if (hasUtf16Mark(bytes)) return malformed("the file is UTF-16; it must be UTF-8")
  if (bytes.includes(0)) return malformed("the file has a NUL byte; it must be a text in UTF-8")
  return Result.try({
    try: () => utf8.decode(bytes),
    catch: () => encodingFault("the file is not UTF-8; save it as “CSV UTF-8”")
  })
}

const hasUtf16Mark = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)

const encodingFault = (message: string) => new BatchFileMalformed({ reason: "encoding", message })

const malformed = (message: string) => Result.fail(encodingFault(message))
