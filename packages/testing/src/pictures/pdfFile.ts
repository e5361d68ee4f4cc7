import { deflateSync } from "node:zlib"
import { big, joined } from "./bytes.ts"

/** PDFs put together by hand (ISO 32000-2), as scanners, offices and attackers make them. */

type Part = Uint8Array | string

/** An object's content: everything between `obj` and `endobj`. */
export type PdfObject = Part

export const pdfStream = (dictionary: string, content: Part): PdfObject => {
  const bytes = joined(content)
  return joined(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`, bytes, "\nendstream")
}

const header = "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"

/** The offset of every object, and of the end. */
const placed = (objects: ReadonlyArray<PdfObject>) => {
  const bodies = objects.map((object, index) => joined(`${index + 1} 0 obj\n`, object, "\nendobj\n"))
  const offsets: Array<number> = []
  let at = header.length
  for (const body of bodies) {
    offsets.push(at)
    at += body.length
  }
  return { bodies, offsets, end: at }
}

/** A file of these objects, numbered from 1; the first one is the catalog. */
export const pdfFile = (objects: ReadonlyArray<PdfObject>, trailer = ""): Uint8Array => {
  const { bodies, end, offsets } = placed(objects)
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("")
  return joined(
    header,
    ...bodies,
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`,
    `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${end}\n%%EOF\n`
  )
}

/** How a page is written: what it draws, its size in points, and the rest of its dictionary. */
export interface PdfPageContent {
  /** As text, or as the stream that holds it. */
  readonly draws: string | Uint8Array
  readonly width: number
  readonly height: number
  readonly more: string
  /** Its resources besides the font `F1`. */
  readonly resources: string
}

/** Lines of text and bars that everybody can make out. */
export const statement = (name: string): string =>
  `${Array.from(
    { length: 12 },
    (_, line) => `BT /F1 20 Tf 40 ${760 - line * 58} Td (${name} line ${line} of what is shown) Tj ET\n`
  ).join("")}40 20 400 12 re f\n`

export interface PdfContent {
  readonly pages?: ReadonlyArray<Partial<PdfPageContent>>
  /** The rest of the catalog. */
  readonly catalog?: string
  /** More objects, numbered from 4. */
  readonly objects?: ReadonlyArray<PdfObject>
}

const [a4Width, a4Height] = [595, 842]

/**
 * The objects of a document: the catalog, its pages, a font, the given ones, and two for each page: itself and what it
 * draws.
 */
export const pdfObjects = ({
  catalog = "",
  objects = [],
  pages = [{}]
}: PdfContent): ReadonlyArray<PdfObject> => {
  const first = 4 + objects.length
  const kids = pages.map((_, index) => `${first + 2 * index} 0 R`).join(" ")
  return [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...objects,
    ...pages.flatMap(
      (
        { draws = statement("the statement"), height = a4Height, more = "", resources = "", width = a4Width },
        index
      ): ReadonlyArray<PdfObject> => [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${first + 2 * index + 1} 0 R ` +
          `/Resources << /Font << /F1 3 0 R >> ${resources} >> ${more} >>`,
        typeof draws === "string" ? pdfStream("", draws) : draws
      ]
    )
  ]
}

export const pdfOf = (content: PdfContent = {}): Uint8Array => pdfFile(pdfObjects(content))

/** The filters of a stream, and the same data behind them. */
const filters = {
  deflated: { name: "/FlateDecode", apply: (bytes: Uint8Array) => deflateSync(bytes) },
  "deflated, in hexadecimal": {
    name: "[/ASCIIHexDecode /FlateDecode]",
    apply: (bytes: Uint8Array) => joined(`${deflateSync(bytes).toString("hex")}>`)
  }
} as const

/**
 * The same document with all objects but streams in one compressed object, as many programs write it, and a table that
 * is a stream. `dictionary` is what else the compressed object's dictionary has.
 */
export const compressedPdfOf = (
  content: PdfContent,
  filter: keyof typeof filters = "deflated",
  dictionary = ""
): Uint8Array => {
  const objects = pdfObjects(content).map((object) => joined(object))
  const isStream = (object: Uint8Array) => Buffer.from(object).includes("\nstream\n")
  const packed = objects.flatMap((object, index) => (isStream(object) ? [] : [{ object, number: index + 1 }]))
  const starts: Array<number> = []
  let length = 0
  for (const { object } of packed) {
    starts.push(length)
    length += object.length + 1
  }
  const numbers = packed.map(({ number }, index) => `${number} ${starts[index]}`).join(" ")
  const { apply, name } = filters[filter]
  const held = joined(`${numbers} `, ...packed.flatMap(({ object }) => [object, "\n"]))
  const holder = pdfStream(
    `/Type /ObjStm /N ${packed.length} /First ${numbers.length + 1} /Filter ${name} ${dictionary}`,
    apply(held)
  )
  const holderNumber = objects.length + 1
  const { bodies, end, offsets } = placed([
    ...objects.map((object) => (isStream(object) ? object : "null")),
    holder
  ])
  const rows = objects.map((object, index) => {
    const place = packed.findIndex(({ number }) => number === index + 1)
    return isStream(object)
      ? joined(big(1, 1), big(offsets[index] ?? 0, 4), big(0, 2))
      : joined(big(2, 1), big(holderNumber, 4), big(place, 2))
  })
  const table = pdfStream(
    `/Type /XRef /Size ${objects.length + 3} /Root 1 0 R /W [1 4 2]`,
    joined(
      ...[big(0, 7), ...rows],
      ...[big(1, 1), big(offsets[holderNumber - 1] ?? 0, 4), big(0, 2)],
      ...[big(1, 1), big(end, 4), big(0, 2)]
    )
  )
  return joined(
    header,
    ...bodies,
    joined(`${objects.length + 2} 0 obj\n`, table, "\nendobj\n"),
    `startxref\n${end}\n%%EOF\n`
  )
}
