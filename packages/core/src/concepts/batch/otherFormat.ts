import { hasMagicBytesOf, type KnownFormat } from "../../kernel/input/MagicBytes.ts"

const csv = "and must be a text in CSV"
const saveIt = `${csv}: save it as “CSV UTF-8”`
const unpackIt = `${csv}: unpack it, and send the CSV file in it`
const workbook = (ending: string) => `is a workbook (${ending}), ${saveIt}`

/** What is said of formats that are no texts. */
const words: ReadonlyArray<readonly [words: string, ...formats: ReadonlyArray<KnownFormat>]> = [
  [`is a document in PDF, ${csv}: export the table that it was made from`, "application/pdf"],
  [`is a picture, ${csv}`, "image/png", "image/jpeg", "image/gif", "image/webp"],
  [workbook(".xls"), "application/x-ole-storage"],
  [`is compressed with gzip, ${unpackIt}`, "application/gzip"],
  [
    `is a compressed archive, ${unpackIt}`,
    "application/zip",
    "application/zstd",
    "application/x-bzip2",
    "application/x-xz",
    "application/x-7z-compressed",
    "application/vnd.rar"
  ]
]

/** What tells workbooks from other ZIP archives: the names of the parts at their beginning. */
const workbooks: ReadonlyArray<readonly [part: RegExp, ending: string]> = [
  [/\bxl\/.*\.bin\b/s, ".xlsb"],
  [/\[Content_Types\]\.xml|\bxl\//, ".xlsx"],
  [/opendocument\.spreadsheet/, ".ods"],
  [/Index\/.*\.iwa/, ".numbers"]
]

const markups: ReadonlyArray<readonly [beginning: RegExp, words: string]> = [
  [/^<(?:!doctype\s+html|html|head|body|table)[\s>]/i, `is HTML, ${saveIt}`],
  [/^<\?xml\s/i, `is XML, ${saveIt}`],
  [/^[[{]\s*["{]/, `is JSON, ${csv}`],
  [/^\{\\rtf/, `is a document in RTF, ${saveIt}`]
]

/** So many bytes are looked at. */
const lookedAt = 4096

/**
 * What a file is that is no CSV, and what to do, told by its beginning whatever its name is; undefined where it may be
 * CSV.
 */
export const otherFormat = (bytes: Uint8Array): string | undefined => {
  const beginning = new TextDecoder("latin1").decode(bytes.subarray(0, lookedAt))
  if (hasMagicBytesOf(bytes, "application/zip")) {
    const found = workbooks.find(([part]) => part.test(beginning))
    if (found !== undefined) return workbook(found[1])
  }
  const known = words.find(([, ...formats]) => formats.some((format) => hasMagicBytesOf(bytes, format)))
  if (known !== undefined) return known[0]
  const text = beginning.replace(/^(?:\xef\xbb\xbf|\s)+/, "")
  return markups.find(([markup]) => markup.test(text))?.[1]
}
