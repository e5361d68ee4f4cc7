import { Result } from "effect"
import { recordLengthMax } from "./BatchFileRecords.ts"
import { BatchFileMalformed } from "./BatchFileRefused.ts"
import { otherSeparator } from "./BatchSeparator.ts"
import { otherFormat } from "./otherFormat.ts"

/**
 * The text of a batch file: UTF-8, with or without a byte order mark, and separated by commas. Another separator is
 * told first, with what is wrong with the encoding: whoever exports the file again can mend both. What is no text at
 * all, such as a workbook, has neither.
 */
export const batchFileText = (bytes: Uint8Array): Result.Result<string, BatchFileMalformed> => {
  const format = otherFormat(bytes)
  if (format !== undefined)
    return Result.fail(new BatchFileMalformed({ reason: "format", message: `the file ${format}` }))
  const { fault, text } = read(bytes)
  // A second mark, or another character that nobody sees, would hide the quote of a first name.
  const visible = text.replace(/^\p{Cf}+/u, "")
  const separator = otherSeparator(visible, recordLengthMax)
  if (separator !== undefined) {
    const also = fault === undefined ? "" : `; the file ${fault.also}`
    const message = `the columns must be separated by commas, but are separated by ${separator}${also}`
    return Result.fail(new BatchFileMalformed({ reason: "separator", message }))
  }
  return fault === undefined
    ? Result.succeed(visible)
    : Result.fail(new BatchFileMalformed({ reason: "encoding", message: `the file ${fault.alone}` }))
}

/** The text as far as its separators can be seen, and what is wrong with its encoding. */
interface Read {
  readonly text: string
  readonly fault?: { readonly alone: string; readonly also: string }
}

const faultOf = (verb: string, rest: string) => ({
  alone: `${verb} ${rest}`,
  also: `${verb === "is" ? "is also" : "also has"} ${rest}`
})

const utf8 = new TextDecoder("utf-8", { fatal: true })

const read = (bytes: Uint8Array): Read => {
  const wide = utf16(bytes)
  if (wide !== undefined)
    return { text: new TextDecoder(wide).decode(bytes), fault: faultOf("is", "UTF-16, and must be UTF-8") }
  return Result.match(
    Result.try(() => utf8.decode(bytes)),
    {
      onSuccess: (text): Read =>
        text.includes("\0")
          ? { text, fault: faultOf("has", "a NUL byte, and must be a text in UTF-8") }
          : { text },
      onFailure: (): Read => ({
        text: new TextDecoder("latin1").decode(bytes),
        fault: faultOf("is", "not UTF-8: save it as “CSV UTF-8”")
      })
    }
  )
}

/** Told by its mark, or by its first letter. */
const utf16 = ([first, second]: Uint8Array): "utf-16le" | "utf-16be" | undefined =>
  (first === 0xff && second === 0xfe) || (first !== 0 && second === 0)
    ? "utf-16le"
    : (first === 0xfe && second === 0xff) || (first === 0 && second !== 0)
      ? "utf-16be"
      : undefined
