import { lineAt, refuse } from "../refuse.ts"

export type StatementFormat = "camt" | "mt940" | "clientBank" | "csv"

/** So much of a file tells its format. */
export const headBytes = 4096

/** What begins with these bytes is no statement; what it is, and what to do. */
const otherKinds: ReadonlyArray<readonly [ReadonlyArray<number>, string]> = [
  [[0x1f, 0x8b], "is packed with gzip: unpack it"],
  [[0x37, 0x7a, 0xbc, 0xaf], "is a 7z archive: unpack it"],
  [[0x52, 0x61, 0x72, 0x21], "is a RAR archive: unpack it"],
  [[0x25, 0x50, 0x44, 0x46], "is a PDF: export the statement as camt.053, MT940, 1C or CSV"],
  [[0xd0, 0xcf, 0x11, 0xe0], "is an Excel file, or one with a password: export the statement as CSV"],
  [[0xff, 0xfe], "is UTF-16, and must be UTF-8"],
  [[0xfe, 0xff], "is UTF-16, and must be UTF-8"]
]

const zip = [0x50, 0x4b, 0x03, 0x04]

const beginsWith = (bytes: Uint8Array, start: ReadonlyArray<number>): boolean =>
  start.every((byte, at) => bytes[at] === byte)

/** The format by what a file begins with; `hasCsv` says whether the account declares how its CSV is read. */
export const recognised = (head: Uint8Array, hasCsv: boolean): StatementFormat => {
  const whole = lineAt(0)
  if (beginsWith(head, zip))
    return refuse(
      whole,
      ((head[6] ?? 0) & 1) === 1
        ? "the file is a ZIP archive with a password: unpack it"
        : "the file is a ZIP archive or a workbook: unpack it, or export the statement as CSV"
    )
  const other = otherKinds.find(([start]) => beginsWith(head, start))
  if (other !== undefined) return refuse(whole, `the file ${other[1]}`)
  // Every format is told by ASCII.
  const all = new TextDecoder("latin1").decode(head)
  if (all.includes("\0")) return refuse(whole, "the file has a NUL byte, and must be a text")
  const text = all.replace(/^(?:\u00ef\u00bb\u00bf)?[\s\p{Cc}]*/u, "")
  if (text === "") return refuse(whole, "the file is empty")
  if (text.startsWith("<")) return "camt"
  if (text.startsWith("1CClientBankExchange")) return "clientBank"
  if (/^(?:.*[\r\n]+)?:20:/m.test(text)) return isInterim(text) ? refuse(whole, interim) : "mt940"
  if (text.startsWith("-----BEGIN PGP")) return refuse(whole, "the file is encrypted with PGP: decrypt it")
  if (hasCsv) return "csv"
  return refuse(
    whole,
    "the file is no statement in camt.053, camt.054, MT940 or 1C, and the account declares no csv"
  )
}

const interim = "the file is MT942, a report within the day: import MT940, or camt.054"

const isInterim = (text: string): boolean => /\{2:[IO]942/.test(text) || /^:34F:/m.test(text)
