import { Option } from "effect"
import { assert, describe, it } from "vitest"
import { brokenRulesOf, fileOf, malformedOf } from "./batchFiles.ts"

const names = "amount,currency,description\n"
const right = "10,USD,tea"
const utf8 = (text: string) => new TextEncoder().encode(text)
const fiveMegabytes = 5 * 1024 * 1024

describe("the encoding", () => {
  it("is UTF-8 with or without a byte order mark", () => {
    for (const mark of ["", "\ufeff"]) {
      assert.deepStrictEqual(fileOf(`${mark}${names}${right}`).rows[0]?.description, Option.some("tea"))
    }
  })

  it("is not UTF-16, whichever byte comes first", () => {
    const little = Buffer.from(`\ufeff${names}${right}`, "utf16le")
    const big = Buffer.from(little).swap16()
    for (const bytes of [little, big]) {
      const { message, reason } = malformedOf(new Uint8Array(bytes))
      assert.strictEqual(reason, "encoding")
      assert.match(message, /UTF-16/)
    }
    assert.strictEqual(malformedOf(new Uint8Array(little.subarray(2))).reason, "encoding")
  })

  it("is not another one", () => {
    const invalid = {
      "windows-1251": [0xd7, 0xe0, 0xe9],
      "a cut character": [0xd0],
      "an overlong slash": [0xc0, 0xaf],
      "half a surrogate pair": [0xed, 0xa0, 0x80],
      "beyond Unicode": [0xf4, 0x90, 0x80, 0x80]
    }
    for (const [what, bytes] of Object.entries(invalid)) {
      const content = new Uint8Array([...utf8(`${names}10,USD,`), ...bytes])
      assert.strictEqual(malformedOf(content).reason, "encoding", what)
    }
  })

  it("has no NUL byte, in quotes or out", () => {
    assert.match(malformedOf(`${names}10,USD,a\0b`).message, /NUL/)
    assert.match(malformedOf(`${names}10,USD,"a\0b"`).message, /NUL/)
  })
})

describe("values are kept as they are", () => {
  const values = {
    "a formula": "=cmd|'/c calc'!A1",
    "another formula": "@SUM(1+1)*cmd|' /C calc'!A0",
    "a minus": "-2+3",
    "an emoji of several code points": "👩‍👩‍👧‍👦 🇰🇿",
    "right-to-left letters and marks": "\u202eשלום\u202c \u200fمرحبا",
    "a script": "<script>alert('1')</script> &amp; <b>",
    "a bell and an escape": "\u0007\u001b[31m",
    "combining letters, not normalised": "e\u0301 é ﬁ",
    "an inner byte order mark": "\ufeffa\ufeff",
    "spaces of other kinds": "\u00a0\u2028\u3000"
  }
  for (const [what, value] of Object.entries(values)) {
    it(what, () => {
      for (const cell of [value, `"${value}"`]) {
        assert.deepStrictEqual(fileOf(`${names}10,USD,${cell}\n`).rows[0]?.description, Option.some(value))
      }
    })
  }
})

describe("a body that was cut", () => {
  const whole = `${names}10,USD,"tea, ""green"""\n20,USD,"coffee"`
  it("is refused within quotes, and never read as another row elsewhere", () => {
    for (let length = names.length + 1; length < whole.length; length++) {
      const cut = whole.slice(0, length)
      const quotes = cut.split('"').length - 1
      if (quotes % 2 === 1) assert.strictEqual(malformedOf(cut).reason, "quotes", cut)
    }
  })
})

describe("five megabytes", () => {
  it("of one field are too long a row, and the other rows stay", () => {
    for (const field of [
      "x".repeat(fiveMegabytes),
      `"${"\n,".repeat(fiveMegabytes / 2)}"`,
      `"${"ж".repeat(fiveMegabytes / 2)}"`
    ]) {
      const { errors, rows } = fileOf(`${names}10,USD,${field}\n${right}`)
      assert.deepStrictEqual(
        rows.map(({ row }) => row),
        [2]
      )
      assert.deepStrictEqual(errors, [
        { row: 1, externalId: null, error: "the row must have at most 65536 characters" }
      ])
    }
  })

  it("of quotes are a field or a quote that never closes", () => {
    assert.deepStrictEqual(
      brokenRulesOf(`${names}10,USD,${'"'.repeat(fiveMegabytes)}`).map(({ code }) => code),
      ["too_long"]
    )
    assert.strictEqual(malformedOf(`${names}10,USD,${'"'.repeat(fiveMegabytes + 1)}`).reason, "quotes")
  })

  it("of commas before a value are too long a row, and without one an empty row", () => {
    assert.deepStrictEqual(
      brokenRulesOf(`${names}${",".repeat(fiveMegabytes)}x`).map(({ code }) => code),
      ["too_long"]
    )
    assert.strictEqual(malformedOf(`${names}${",".repeat(fiveMegabytes)}`).reason, "noRows")
  })

  it("of rows of empty cells are none, and keep their numbers", () => {
    for (const row of [",\n", '"",\n', '""\r\n', "\u00a0\n", '"\n",\r']) {
      const count = Math.floor(fiveMegabytes / utf8(row).length)
      const { rows, total } = fileOf(`${names}${row.repeat(count)}${right}`)
      assert.deepStrictEqual([total, rows[0]?.row], [1, count + 1], JSON.stringify(row))
    }
  })

  it("of empty rows before the header are skipped", () => {
    for (const row of [",\n", '"",\n', ";\n"])
      assert.strictEqual(
        row === ";\n"
          ? malformedOf(`${row.repeat(fiveMegabytes / 2)}amount;currency`).reason
          : String(fileOf(`${row.repeat(fiveMegabytes / 4)}${names}${right}`).total),
        row === ";\n" ? "separator" : "1"
      )
  })

  it("of empty lines are none", () => {
    for (const line of ["\n", "\r\n", "\r", " \t\n"]) {
      const lines = line.repeat(fiveMegabytes / line.length)
      assert.strictEqual(fileOf(`${lines}${names}${lines}${right}${lines}`).total, 1)
      assert.strictEqual(malformedOf(`${names}${lines}`).reason, "noRows")
    }
  })

  it("of short rows are too many", () =>
    assert.strictEqual(malformedOf(`${names}${"a\n".repeat(fiveMegabytes / 2)}`).reason, "tooManyRows"))

  it("of header are too long", () =>
    assert.strictEqual(malformedOf(`${"h".repeat(fiveMegabytes)}\n${right}`).reason, "header"))

  it("of spaces before a row are a row that is too long", () =>
    assert.strictEqual(fileOf(`${names}${right}\n${" ".repeat(fiveMegabytes)}x`).errors.length, 1))
})
