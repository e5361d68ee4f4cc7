import { Option } from "effect"
import { assert, describe, it } from "vitest"
import { fileOf, malformedOf } from "./batchFiles.ts"

const header = "amount,currency,description,email\n"

const empty = [
  ",,,",
  ",",
  ",,,,,,,,,,,,",
  " , ,\t,",
  '"","","",""',
  '""',
  '" ","\t","",',
  '"\n","\r\n"',
  "\u00a0",
  "\u00a0,\u00a0,\u00a0,\u00a0",
  '"\u00a0","\u202f"',
  "\u200b",
  "\u200b,\u200c,\u200d,\u2060",
  '"\ufeff",\ufeff',
  "\u3000,\u2003"
]

describe("a row whose cells are all empty", () => {
  for (const row of empty) {
    it(`is skipped, as ${JSON.stringify(row)}, and keeps its number`, () => {
      const file = fileOf(`${header}10,USD\n${row}\nx,USD\n${row}\r\n${row}\n20,USD\n${row}`)
      assert.deepStrictEqual(
        [file.total, file.rows.map((each) => each.row), file.errors.map((each) => each.row)],
        [3, [1, 6], [3]]
      )
    })

    it(`is skipped before the header, as ${JSON.stringify(row)}`, () =>
      assert.deepStrictEqual(
        fileOf(`${row}\n${row}\n${header}10,USD`).rows.map((each) => each.row),
        [1]
      ))
  }

  it("counts for no limit, and a file of them has no rows", () => {
    const { rows, total } = fileOf(
      `${header}${",,,\n".repeat(5000)}${"10,USD\n".repeat(1000)}${",,,\n".repeat(5000)}`
    )
    assert.deepStrictEqual([total, rows[0]?.row, rows.at(-1)?.row], [1000, 5001, 6000])
    assert.strictEqual(malformedOf(`${header}${",,,\n".repeat(10)}`).reason, "noRows")
    assert.strictEqual(malformedOf(`${header}${"10,USD\n,\n".repeat(1001)}`).reason, "tooManyRows")
  })

  it("is counted where a later row is named in a message", () => {
    assert.match(malformedOf(`${header}10,USD\n,,,\n20,USD,"tea`).message, /^row 3 has /)
    assert.strictEqual(
      fileOf("amount,currency,externalId\n,,\n10,USD,a\n,,\n20,USD,a").errors[0]?.error,
      "externalId must be different in each row, but is the same as in row 2"
    )
  })

  it("is not an empty line, which has no number", () =>
    assert.deepStrictEqual(
      fileOf(`${header}10,USD\n,\n \t\n\r\n  \n,,\n\t\n20,USD`).rows.map((each) => each.row),
      [1, 4]
    ))

  it("is none with a quote, a comma or a letter in a cell", () => {
    for (const row of ['""""', '","', ' ""', "x", ",,,x", '"",""""'])
      assert.strictEqual(fileOf(`${header}10,USD\n${row}`).total, 2, row)
  })
})

describe("a name in the header", () => {
  it("may have characters that nobody sees", () => {
    for (const hidden of ["\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u200e", "\u202a"]) {
      for (const names of [
        `${hidden}amount,currency,description`,
        `amount${hidden},cur${hidden}rency,${hidden} description ${hidden}`,
        `${hidden}"amount","${hidden}currency","description${hidden}"`
      ]) {
        const file = fileOf(`${names}\n10,USD,tea`)
        assert.deepStrictEqual(file.rows[0]?.description, Option.some("tea"), JSON.stringify(names))
      }
    }
  })

  it("is one name with them and without", () => {
    const { message, reason } = malformedOf("amount,currency,amount\u200b\n10,USD,10")
    assert.deepStrictEqual([reason, message], ["header", 'the header names the column "amount" twice'])
  })
})

describe("a backslash before a quote", () => {
  const rows = {
    "in a value": '10,USD,"back\\"slash"',
    "twice in a value": '10,USD,"say \\"hi\\" twice"',
    "first in a value": '10,USD,"\\"hi\\""',
    "before a comma": '10,USD,"tea \\", green"',
    "before several commas": '10,USD,"tea \\", green, hot"',
    "before a comma, with more columns": '10,USD,"tea \\", green",a@example.com',
    "in a value of several lines": '10,USD,"a\nsay \\"hi\\"\nb"',
    "at the end of a value, with a quote doubled after it": '10,USD,"tea\\""'
  }
  for (const [where, row] of Object.entries(rows)) {
    it(`${where} makes no file, and is told why and what to do`, () => {
      const { message, reason } = malformedOf(`${header}5,USD,ok\n${row}\n`)
      assert.deepStrictEqual(
        [reason, message],
        [
          "quotes",
          'row 2 has a quote after a backslash, as PHP\'s fputcsv writes it; in CSV a backslash escapes nothing: write the quote twice, which fputcsv does with an empty escape: fputcsv($file, $row, escape: "")'
        ]
      )
    })
  }

  it("is what makes a value go on: without it a quote at the end of the next cell is text", () =>
    assert.deepStrictEqual(
      fileOf('amount,currency,description,note\n10,USD,"a",27"\n20,USD,"a",b,c"').rows.map(
        (each) => each.row
      ),
      [1]
    ))

  const right = {
    "at the end of a value": ['"C:\\",a@example.com', "C:\\"],
    "at the end of a value that is the last": ['"C:\\"', "C:\\"],
    "that is doubled": ['"back\\""slash"', 'back\\"slash'],
    "that is the last of a value, and doubled": ['"back\\"""', 'back\\"'],
    "in a value without quotes": ['back\\"slash', 'back\\"slash'],
    "at the end of a value, before quoted ones": ['"C:\\","a@example.com"', "C:\\"]
  }
  for (const [what, [cells, value = ""]] of Object.entries(right)) {
    it(`${what} is text`, () =>
      assert.deepStrictEqual(fileOf(`${header}10,USD,${cells}`).rows[0]?.description, Option.some(value)))
  }
})
