import { Effect, Result, Stream } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { upTo } from "../../src/message/ApiMessage.ts"
import { readMultipart } from "../../src/message/MultipartBody.ts"

const boundary = "----limit7"
const fileBytesMax = 5 * 1024 * 1024

const part = (head: string, content: string | Uint8Array = ""): Buffer =>
  Buffer.concat([Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), Buffer.from(content), Buffer.from("\r\n")])
const filePart = (content: string | Uint8Array, name = "file"): Buffer =>
  part(
    `Content-Disposition: form-data; name="${name}"; filename="invoices.csv"\r\nContent-Type: text/csv`,
    content
  )
const fieldPart = (name: string, content: string | Uint8Array): Buffer =>
  part(`Content-Disposition: form-data; name="${name}"`, content)
const closing = Buffer.from(`--${boundary}--\r\n`)
const formOf = (...parts: ReadonlyArray<Buffer>): Buffer => Buffer.concat([...parts, closing])

const piecesOf = (body: Uint8Array, bytes: number): ReadonlyArray<Uint8Array> =>
  Array.from({ length: Math.ceil(body.length / bytes) }, (_, index) =>
    body.subarray(index * bytes, (index + 1) * bytes)
  )

/** The same, each in a buffer of its own, as Node.js hands over what it received. */
const ownPiecesOf = (body: Uint8Array, bytes: number): ReadonlyArray<Buffer> =>
  piecesOf(body, bytes).map((piece) => {
    const own = Buffer.allocUnsafeSlow(piece.length)
    own.set(piece)
    return own
  })

interface Sent {
  readonly pieces: ReadonlyArray<Uint8Array>
  readonly contentType?: string
  readonly headers?: { readonly [name: string]: string }
  readonly ownsPieces?: boolean
}

/** What became of a form, and how many of its pieces were taken until that was known. */
const receive = async ({
  contentType = `multipart/form-data; boundary=${boundary}`,
  headers,
  ownsPieces = false,
  pieces
}: Sent) => {
  let taken = 0
  const body = Stream.fromIterable(pieces).pipe(
    Stream.rechunk(1),
    Stream.tap(() =>
      Effect.sync(() => {
        taken += 1
      })
    )
  )
  const request = {
    method: "POST",
    path: "/",
    query: "",
    headers: { "content-type": contentType, ...headers },
    remoteAddress: "",
    readBody: () => Effect.die("a form is streamed"),
    streamBody: (limitBytes: number) => upTo(limitBytes)(body),
    ownsPieces
  }
  const result = await Effect.runPromise(Effect.result(readMultipart(request, { fileBytesMax })))
  return { result, taken }
}

const read = async (body: Uint8Array, bytesAPiece = 65_536) =>
  readSent({ pieces: piecesOf(body, bytesAPiece) })

const readSent = async (sent: Sent) => {
  const { result } = await receive(sent)
  if (Result.isFailure(result)) return assert.fail(`refused: ${result.failure._tag}`)
  const { fields, file } = result.success
  const named: ReadonlyArray<readonly [string, string]> = [...fields]
  return { file: file === undefined ? undefined : Buffer.from(file).toString(), fields: named }
}

const refused = async (sent: Sent): Promise<readonly [code: string, message: string]> => {
  const { result } = await receive(sent)
  if (Result.isSuccess(result)) return assert.fail("taken")
  const { failure } = result
  return failure._tag === "ApiRefusal" ? [failure.code, failure.message] : [failure._tag, ""]
}

const form = formOf(
  fieldPart("sendEmails", "on"),
  filePart("amount\r\n1\r\n"),
  fieldPart("defaultCurrency", "USD")
)
const fieldsSent: ReadonlyArray<readonly [string, string]> = [
  ["sendEmails", "on"],
  ["defaultCurrency", "USD"]
]

describe("a multipart form", () => {
  it.each([1, 2, 3, 7, 64, 65_536])("is read the same from pieces of %d bytes", async (bytes) => {
    assert.deepStrictEqual(await read(form, bytes), { file: "amount\r\n1\r\n", fields: fieldsSent })
  })

  it("is read with a preamble, an epilogue, unknown fields and padding after the boundary's name", async () => {
    const body = Buffer.concat([
      Buffer.from("what comes first is nothing\r\n"),
      fieldPart("unknown", "ignored"),
      form,
      Buffer.from(`what comes last is nothing\r\n--${boundary}\r\n`)
    ])
    const { fields, file } = await read(body)
    assert.strictEqual(file, "amount\r\n1\r\n")
    assert.deepStrictEqual(fields, [["unknown", "ignored"], ...fieldsSent])
  })

  it("counts an empty field and an empty file as absent", async () => {
    const body = formOf(fieldPart("sendEmails", ""), filePart(""), fieldPart("__proto__", "x"))
    assert.deepStrictEqual(await read(body), { file: undefined, fields: [["__proto__", "x"]] })
  })

  it("takes the one file that is not empty, in whichever of several parts it is", async () => {
    for (const parts of [
      [filePart("a"), filePart("")],
      [filePart(""), filePart("a")],
      [filePart(""), filePart(""), filePart("a")]
    ])
      assert.strictEqual((await read(formOf(...parts), 7)).file, "a")
  })

  it("takes no part file without a filename as the file, nor as a field, however long it is", async () => {
    const nameless = part('Content-Disposition: form-data; name="file"; filename=""', "amount\n1")
    for (const text of [fieldPart("file", "amount\n1"), fieldPart("file", "x".repeat(100_000)), nameless]) {
      assert.deepStrictEqual(await read(formOf(text)), { file: undefined, fields: [] })
      for (const parts of [
        [text, filePart("a")],
        [filePart("a"), text]
      ])
        assert.deepStrictEqual(await read(formOf(...parts), 7), { file: "a", fields: [] })
    }
  })

  it("keeps every byte of the file, also what looks like a boundary", async () => {
    const content = `\r\n--${boundary.slice(0, -1)}\r\n-\r\n--\r\n\0\xff--${boundary}`
    assert.strictEqual((await read(formOf(filePart(content)), 5)).file, content)
  })

  it("reads back whatever file was sent, however it was cut", async () => {
    const content = fc.array(fc.constantFrom("\r", "\n", "-", "\r\n--", boundary.slice(0, 4), "a", "\0"))
    await fc.assert(
      fc.asyncProperty(content, fc.integer({ min: 1, max: 40 }), async (texts, bytes) => {
        const text = `x${texts.join("")}`
        const form = formOf(filePart(text))
        assert.strictEqual((await read(form, bytes)).file, text)
        const owned = { pieces: ownPiecesOf(form, bytes), ownsPieces: true }
        assert.strictEqual((await readSent(owned)).file, text)
      }),
      { numRuns: 200 }
    )
  })
})

describe("the memory of the pieces of a form", () => {
  const content = "0123456789".repeat(100)
  const sent = formOf(fieldPart("sendEmails", "on"), filePart(content), fieldPart("defaultCurrency", "USD"))

  it("is given back where a piece was nothing but the file", async () => {
    const pieces = ownPiecesOf(sent, 100)
    const form = await readSent({ pieces, ownsPieces: true })
    assert.deepStrictEqual(form, { file: content, fields: fieldsSent })
    const left = pieces.filter(({ length }) => length > 0)
    assert.isAtLeast(pieces.length - left.length, 8)
    assert.include(Buffer.concat(left).toString(), fieldPart("sendEmails", "on").toString())
  })

  it("stays where others may read it too: the host, or another piece in the same buffer", async () => {
    const kept = ownPiecesOf(sent, 100)
    await readSent({ pieces: kept })
    assert.deepStrictEqual(Buffer.concat(kept), sent)
    const whole = Buffer.from(new Uint8Array(sent))
    await readSent({ pieces: piecesOf(whole, 100), ownsPieces: true })
    assert.deepStrictEqual(whole, sent)
  })

  it("is never the parser's own, in which it keeps what may become a boundary", async () => {
    const nearly = `\r\n--${boundary.slice(0, -1)}`
    const file = `a${nearly}b${nearly}c`
    const [before = "", after = ""] = formOf(filePart(file)).toString().split(file)
    const pieces = [before, "a", nearly, "b", nearly, "c", after].flatMap((text) =>
      ownPiecesOf(Buffer.from(text), text.length)
    )
    assert.strictEqual((await readSent({ pieces, ownsPieces: true })).file, file)
  })
})

describe("a form that is refused", () => {
  it("is cut off: at any byte before its closing boundary", async () => {
    const last = form.length - "--\r\n".length
    for (let length = 0; length <= last; length++) {
      const [code] = await refused({ pieces: piecesOf(form.subarray(0, length), 50) })
      assert.strictEqual(code, "invalid_request", `cut at ${length}`)
    }
  })

  it.each([
    ["another type", "text/csv", "must be multipart/form-data"],
    ["JSON", "application/json", "must be multipart/form-data"],
    ["no type", "", "must be multipart/form-data"],
    ["another multipart type", "multipart/mixed; boundary=x", "must be multipart/form-data"],
    ["no boundary", "multipart/form-data", "must name the boundary"],
    ["an empty boundary", "multipart/form-data; boundary=", "must name the boundary"],
    ["an empty boundary in quotes", 'multipart/form-data; boundary=""', "must name the boundary"],
    [
      "a boundary that is too long",
      `multipart/form-data; boundary=${"x".repeat(71)}`,
      "must name the boundary"
    ]
  ])("invalid_request: %s", async (_name, contentType, message) => {
    const [code, said] = await refused({ pieces: [form], contentType })
    assert.strictEqual(code, "invalid_request")
    assert.include(said, message)
  })

  it.each<readonly [string, Buffer, string]>([
    ["two files", formOf(filePart("a"), filePart("b")), "one file; several were sent"],
    ["a file under another name", formOf(filePart("a", "upload")), "as its part file"],
    ["a field twice", formOf(fieldPart("a", "1"), fieldPart("a", "2"), filePart("a")), "a must be sent once"],
    [
      "too many parts",
      formOf(...Array.from({ length: 17 }, (_, index) => fieldPart(`f${index}`, "x"))),
      "at most 16 parts"
    ],
    ["a field that is too long", formOf(fieldPart("a", "x".repeat(65_537))), "at most 65536 bytes together"],
    [
      "fields that are too long together",
      formOf(fieldPart("a", "x".repeat(40_000)), fieldPart("b", "x".repeat(40_000))),
      "at most 65536 bytes together"
    ],
    [
      "an encoded part",
      formOf(
        part('Content-Disposition: form-data; name="file"\r\nContent-Transfer-Encoding: base64', "YQ==")
      ),
      "without a Content-Transfer-Encoding"
    ]
  ])("invalid_request: %s", async (_name, body, message) => {
    const [code, said] = await refused({ pieces: piecesOf(body, 1000) })
    assert.strictEqual(code, "invalid_request")
    assert.include(said, message)
  })

  it("invalid_request: a Content-Encoding", async () => {
    const [code] = await refused({ pieces: [form], headers: { "content-encoding": "gzip" } })
    assert.strictEqual(code, "invalid_request")
  })

  it("payload_too_large: a file one byte over the limit; one of exactly the limit is taken", async () => {
    const content = Buffer.alloc(fileBytesMax + 1, "a")
    const exact = formOf(filePart(content.subarray(1)))
    assert.strictEqual((await read(exact)).file?.length, fileBytesMax)
    const [code, message] = await refused({ pieces: piecesOf(formOf(filePart(content)), 65_536) })
    assert.deepStrictEqual(
      [code, message],
      ["payload_too_large", `the file must have at most ${fileBytesMax} bytes`]
    )
  })

  it.each<readonly [string, Buffer]>([
    ["a file", filePart(Buffer.alloc(4 * fileBytesMax, "a"))],
    ["a field", fieldPart("a", Buffer.alloc(4 * fileBytesMax, "a"))],
    ["a preamble", Buffer.alloc(4 * fileBytesMax, "a")],
    ["a header", Buffer.from(`--${boundary}\r\n${"a".repeat(4 * fileBytesMax)}`)]
  ])("is known before the rest arrives: %s without an end", async (_name, body) => {
    const pieces = piecesOf(body, 65_536)
    const { result, taken } = await receive({ pieces })
    assert.isTrue(Result.isFailure(result))
    assert.isAtMost(taken, (fileBytesMax + 3 * 65_536) / 65_536)
  })

  it("answers whatever bytes are sent", async () => {
    const piece = fc.constantFrom(
      `--${boundary}`,
      "--",
      "\r\n",
      "\r\n\r\n",
      "\r",
      "\n",
      "Content-Disposition: form-data",
      '; name="file"',
      '; filename="a"',
      "; name=a",
      "Content-Type: text/csv",
      ":",
      '"',
      "a",
      "\0"
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 40 }),
        fc.integer({ min: 1, max: 60 }),
        async (texts, bytes) => {
          const { result } = await receive({ pieces: piecesOf(Buffer.from(texts.join("")), bytes) })
          if (Result.isFailure(result)) assert.strictEqual(result.failure._tag, "ApiRefusal")
        }
      ),
      { numRuns: 2000 }
    )
  })
})
