import { Effect } from "effect"
import { deflateSync } from "node:zlib"
import { assert, describe, it } from "vitest"
import { checkPdf } from "../../src/kyc/PdfCheck.ts"

type Part = string | Uint8Array

const bytesOf = (...parts: ReadonlyArray<Part>): Uint8Array =>
  new Uint8Array(
    Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)))
  )

/** A page as a scanner makes it: some objects, a picture, a table, an end. */
const scan = (...objects: ReadonlyArray<Part>): Uint8Array =>
  bytesOf(
    "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R /OpenAction [3 0 R /FitH null] >>\nendobj\n",
    ...objects,
    "xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 1 /Root 1 0 R >>\nstartxref\n9\n%%EOF\n"
  )

const streamOf = (dictionary: string, content: Part, end = "\n"): Part =>
  bytesOf(`9 0 obj\n<< ${dictionary} >>\nstream\n`, content, `${end}endstream\nendobj\n`)

const objectStream = (content: string, dictionary = "/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode") => {
  const deflated = deflateSync(content)
  return streamOf(`${dictionary} /Length ${deflated.length}`, deflated)
}

const faultOf = (bytes: Uint8Array) =>
  Effect.runPromise(
    Effect.match(checkPdf(bytes), { onSuccess: () => "taken", onFailure: ({ fault }) => fault })
  )

/** Compressed objects whose last byte is the given one. */
const deflatedEndingWith = (last: number): Uint8Array => {
  for (let number = 0; ; number += 1) {
    const deflated = deflateSync(`1 0 << /Rotate ${number} >>`)
    if (deflated.at(-1) === last) return deflated
  }
}

/** Bytes as chance gives them: what a picture looks like once it is compressed. */
const noise = (length: number): Uint8Array => {
  let state = 1
  return Uint8Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return (state >>> 16) & 255
  })
}

describe("a PDF is taken", () => {
  const honest: { readonly [what: string]: Uint8Array } = {
    "as a scanner makes it": scan(
      streamOf("/Subtype /Image /Filter /DCTDecode /Length 200000", noise(200_000))
    ),
    "with its objects compressed": scan(objectStream("1 0 << /Type /Page /Contents 4 0 R >>")),
    "whose lengths stand elsewhere": scan(
      streamOf(
        "/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length 7 0 R",
        deflateSync("1 0 << >>"),
        "\r\n"
      )
    ),
    "whose compressed objects end like a line, with their length elsewhere": scan(
      streamOf("/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length 7 0 R", deflatedEndingWith(13))
    ),
    "with comments behind its end": bytesOf(
      scan(),
      "% changed by a program\n\n%once more\r\n4 0 obj\n<< >>\nendobj\nxref\n0 0\ntrailer\n<<>>\nstartxref\n1\n%%EOF\n%\n"
    ),
    "that was changed later": bytesOf(
      scan(),
      "\n4 0 obj\n<< >>\nendobj\nxref\n0 0\ntrailer\n<<>>\nstartxref\n1\n%%EOF\n"
    ),
    "that is linearized": bytesOf(
      "%PDF-1.4\n1 0 obj\n<< /Linearized 1 >>\nendobj\nxref\n0 1\ntrailer <<>>\nstartxref\n0\n%%EOF\n2 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF"
    ),
    "with links and a page to begin with": scan(
      "4 0 obj\n<< /A << /S /URI /URI (https://a.example/js) >> >>\nendobj\n"
    ),
    "with words that only look alike": scan(
      "4 0 obj\n<< /Title (JavaScript /javascript /JSX /EncryptMetadata) >>\nendobj\n"
    ),
    "whose picture has /JS among its bytes": scan(
      streamOf("/Filter /DCTDecode", bytesOf(noise(100), "/JS ", noise(100)))
    ),
    "with nothing in it": bytesOf("%PDF-1.7\n%%EOF")
  }
  for (const [what, bytes] of Object.entries(honest))
    it(what, async () => assert.strictEqual(await faultOf(bytes), "taken"))
})

describe("a PDF is refused", () => {
  const action = (text: string) => `4 0 obj\n<< ${text} >>\nendobj\n`
  const hostile: { readonly [what: string]: readonly [string, Uint8Array] } = {
    "that has a script": ["activePdf", scan(action("/S /JavaScript /JS (app.alert\\(1\\))"))],
    "that has a script in another spelling": ["activePdf", scan(action("/S /J#61va#53cript"))],
    "that has all of a name in another spelling": [
      "activePdf",
      scan(action("/S /#4a#61#76#61#53#63#72#69#70#74"))
    ],
    "that has a script without saying so": ["activePdf", scan(action("/JS 5 0 R"))],
    "that starts a program": ["activePdf", scan(action("/S/Launch/Win<</F(cmd)>>"))],
    "that sends a form": ["activePdf", scan(action("/S /SubmitForm /F (https://a.example)"))],
    "that carries a file": ["activePdf", scan(streamOf("/Type /EmbeddedFile", "MZ"))],
    "that has a script among compressed objects": [
      "activePdf",
      scan(objectStream("1 0 << /S /JavaScript >>"))
    ],
    "that names its compressed objects otherwise": [
      "activePdf",
      scan(objectStream("1 0 << /S /JavaScript >>", "/N 1 /First 4 /Filter /Fl#61teDecode"))
    ],
    "that has a script in what is said to be a picture": [
      "activePdf",
      scan(streamOf("/Subtype /Image", "8 0 obj << /S /JavaScript >> endobj"))
    ],
    "that has objects compressed in a way that is not looked into": [
      "unreadable",
      scan(objectStream("1 0 <<>>", "/Type /ObjStm /N 1 /First 4 /Filter [/ASCIIHexDecode /FlateDecode]"))
    ],
    "whose compressed objects are cut off": [
      "unreadable",
      scan(
        streamOf("/Type /ObjStm /Filter /FlateDecode", deflateSync("1 0 << >>".repeat(100)).subarray(0, 12))
      )
    ],
    "whose compressed objects are a bomb": [
      "unreadable",
      scan(streamOf("/Type /ObjStm /Filter /FlateDecode", deflateSync(Buffer.alloc(40 * 1024 * 1024))))
    ],
    "that is encrypted": ["lockedPdf", bytesOf(scan(), "trailer\n<< /Encrypt 5 0 R >>\nstartxref\n0\n%%EOF")],
    "that has a program glued between its ends": [
      "unreadable",
      bytesOf(scan(), "MZ\x90\0\nstartxref\n0\n%%EOF\n")
    ],
    "that has a web page glued between its ends": [
      "unreadable",
      bytesOf(scan(), "<script>1</script>\n%%EOF\n")
    ],
    "that has a web page glued far behind its end": [
      "unreadable",
      bytesOf(scan(), `${" ".repeat(100)}<script>1</script>\n%%EOF\n`)
    ],
    "that has a web page glued behind a comment": [
      "unreadable",
      bytesOf(scan(), "%\n<script>1</script>\n%%EOF\n")
    ],
    "that is a ZIP archive too": [
      "unreadable",
      bytesOf(scan(streamOf("", "PK\x03\x04")), "%PK\x05\x06\0\0\n%%EOF\n")
    ]
  }
  for (const [what, [fault, bytes]] of Object.entries(hostile))
    it(what, async () => assert.strictEqual(await faultOf(bytes), fault))
})

describe("10 MB of anything cost time in proportion to their length:", () => {
  const size = 10 * 1024 * 1024
  for (const text of [
    "stream",
    "streamendstream",
    "endstream",
    "/",
    "/#",
    "%%EOF",
    "%%EOF ",
    "%%EOF%\n",
    "%\n",
    "s",
    "obj<</First 1/N 1>>stream\n",
    " "
  ])
    it(JSON.stringify(text), async () => {
      const bytes = bytesOf("%PDF-1.7\n", text.repeat(size / text.length), "\n%%EOF")
      assert.include(["taken", "unreadable"], await faultOf(bytes))
    }, 20_000)
})
