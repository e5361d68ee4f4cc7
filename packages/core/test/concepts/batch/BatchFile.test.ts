import { Option } from "effect"
import { assert, describe, it } from "vitest"
import { defaultSettings } from "../../../src/concepts/settings/Settings.ts"
import { beforeARight, brokenRulesOf, errorOf, fileOf, header, malformedOf } from "./batchFiles.ts"

const descriptionsOf = (content: string) =>
  fileOf(content).rows.map(({ description }) => Option.getOrNull(description))

describe("a row", () => {
  it("has every column", () => {
    const row =
      '10.5,USD,"Tea, ""green""",anna@example.com,order-1,https://shop.example/thanks?id=1,https://shop.example/cart'
    assert.deepStrictEqual(fileOf(`${header}\n${row}`), {
      total: 1,
      rows: [
        {
          row: 1,
          amountMinor: 1050n,
          currency: "USD",
          description: Option.some('Tea, "green"'),
          email: Option.some("anna@example.com"),
          externalId: Option.some("order-1"),
          redirectUrl: Option.some("https://shop.example/thanks?id=1"),
          cancelUrl: Option.some("https://shop.example/cart")
        }
      ],
      errors: [],
      issues: []
    })
  })

  it("may leave optional columns empty or, at its end, out", () => {
    for (const row of ["10,USD,,,,", "10,USD", "10,USD,"]) {
      const { cancelUrl, email, externalId, description, redirectUrl } =
        fileOf(`${header}\n${row}`).rows[0] ?? {}
      assert.deepStrictEqual(
        [cancelUrl, email, externalId, description, redirectUrl],
        Array.from({ length: 5 }, () => Option.none()),
        row
      )
    }
  })

  it("may have spaces around amount, currency, e-mail and URL; description and external id keep theirs", () => {
    const [row] = fileOf(`${header}\n 10 ,\tUSD, tea ,  a@example.com , id 1 , https://shop.example `).rows
    assert.deepStrictEqual(row, {
      row: 1,
      amountMinor: 1000n,
      currency: "USD",
      description: Option.some(" tea "),
      email: Option.some("a@example.com"),
      externalId: Option.some(" id 1 "),
      redirectUrl: Option.some("https://shop.example"),
      cancelUrl: Option.none()
    })
  })

  it("takes the defaults where its own cells are empty", () => {
    const chosen = {
      defaultCurrency: Option.some("KZT" as const),
      defaultRedirectUrl: Option.some("https://shop.example"),
      defaultCancelUrl: Option.some("https://shop.example/cart")
    }
    const { rows } = fileOf(
      "amount,currency,redirectUrl,cancelUrl\n500,,,https://other.example/cart\n10,USD,https://other.example\n600",
      chosen
    )
    assert.deepStrictEqual(
      rows.map(({ cancelUrl, currency, redirectUrl }) => [
        currency,
        ...[redirectUrl, cancelUrl].map(Option.getOrNull)
      ]),
      [
        ["KZT", "https://shop.example", "https://other.example/cart"],
        ["USD", "https://other.example", "https://shop.example/cart"],
        ["KZT", "https://shop.example", "https://shop.example/cart"]
      ]
    )
    assert.strictEqual(fileOf("amount\n500", chosen).rows[0]?.currency, "KZT")
  })

  it("is counted from 1 among data rows, empty lines aside, whether it is right or wrong", () => {
    const file = fileOf("amount,currency\n\n10,USD\n  \n\nx,USD\n\t\n20,USD\n\n")
    assert.strictEqual(file.total, 3)
    assert.deepStrictEqual(
      [file.rows.map(({ row }) => row), file.errors.map(({ row }) => row)],
      [[1, 3], [2]]
    )
  })

  it("may be the last without a line end", () =>
    assert.lengthOf(fileOf("amount,currency\n10,USD\n20,USD").rows, 2))

  it("may not have more fields than the header, nor be quietly cut", () => {
    assert.strictEqual(
      beforeARight("10,USD,tea, green,,,,").errors[0]?.error,
      "the row must have at most 7 fields, like the header, but has 8; a value with a comma must be in quotes"
    )
    assert.strictEqual(errorOf("10"), "currency is required")
  })
})

describe("lines", () => {
  it("end with CRLF, LF or CR, even mixed: no two rows become one", () => {
    for (const [one, two] of [
      ["\r\n", "\r\n"],
      ["\n", "\r\n"],
      ["\r", "\n"],
      ["\r", "\r"],
      ["\r\n", "\r"],
      ["\n\r", "\r\r\n"]
    ]) {
      const file = fileOf(`amount,currency,description${one}10,USD,a${two}20,USD,"b"${one}30,USD,c${two}`)
      assert.deepStrictEqual(
        file.rows.map(({ amountMinor, description }) => [amountMinor, Option.getOrNull(description)]),
        [
          [1000n, "a"],
          [2000n, "b"],
          [3000n, "c"]
        ],
        JSON.stringify([one, two])
      )
    }
  })

  it("do not end within quotes", () =>
    assert.deepStrictEqual(
      descriptionsOf('amount,currency,description\r\n10,USD,"a\r\n\r\nb\rc\nd,"\r\n11,USD,e'),
      ["a\r\n\r\nb\rc\nd,", "e"]
    ))
})

describe("quotes", () => {
  it("are written twice inside quotes", () =>
    assert.deepStrictEqual(
      descriptionsOf('description,amount,currency\n"""a"" ""b""",10,USD\n"""",10,USD\n"",10,USD'),
      ['"a" "b"', '"', null]
    ))

  it("that do not begin a field are text", () =>
    assert.deepStrictEqual(
      descriptionsOf('amount,currency,description\n10,USD,27" screen\n11,USD,say "hi"\n12,USD,x'),
      ['27" screen', 'say "hi"', "x"]
    ))

  it("may stand around every field, header included", () =>
    assert.deepStrictEqual(descriptionsOf('"amount","Currency","description"\r\n"10","USD","a"\r\n'), ["a"]))

  const malformed = {
    "never closes": '10,USD,"tea',
    "never closes, before more rows": '10,USD,"tea\n20,USD,coffee\n30,USD,milk',
    "never closes after a doubled one": '10,USD,"tea""',
    "closes before the end of the field": '10,USD,"tea" green',
    "closes before a space": '10,USD,"tea" \n20,USD,x',
    "closes before another": '10,USD,"tea"x"y"'
  }
  for (const [what, row] of Object.entries(malformed)) {
    it(`make no file when one ${what}; the row is named`, () => {
      const { message, reason } = malformedOf(`amount,currency,description\n5,USD,"ok"\n${row}`)
      assert.strictEqual(reason, "quotes")
      assert.match(message, /^row 2 has /)
    })
  }

  it("are named in the header too", () =>
    assert.match(
      malformedOf('amount,"currency\n10,USD').message,
      /^the header has a quote that never closes/
    ))
})

describe("the header", () => {
  it("is read whatever the case, order and spaces of its names", () =>
    assert.deepStrictEqual(
      fileOf(
        " RedirectURL ,EXTERNALID,Email,\tDescription,currency,AMOUNT\nhttps://a.example,1,a@b.example,d,USD,10"
      ).rows[0],
      {
        row: 1,
        amountMinor: 1000n,
        currency: "USD",
        description: Option.some("d"),
        email: Option.some("a@b.example"),
        externalId: Option.some("1"),
        redirectUrl: Option.some("https://a.example"),
        cancelUrl: Option.none()
      }
    ))

  it("may have columns that mean nothing, and several without a name", () =>
    assert.deepStrictEqual(descriptionsOf("note,amount,,currency,,description\nx,10,y,USD,z,tea"), ["tea"]))

  it("may not have one name twice, known or not", () => {
    for (const names of [
      "amount,currency,Amount",
      "amount,currency,note, NOTE",
      "email,amount,currency,email"
    ]) {
      assert.strictEqual(malformedOf(`${names}\n10,USD,1,2`).reason, "header", names)
    }
  })

  it("must have the amount, and the currency where there is no default", () => {
    const missing = (content: string, chosen = {}) =>
      brokenRulesOf(content, chosen).map(({ code, field, row }) => [row, field, code])
    const currency = { defaultCurrency: Option.some("USD" as const) }
    assert.deepStrictEqual(missing("currency\nUSD"), [[null, "amount", "required"]])
    assert.deepStrictEqual(missing("amount\n10"), [[null, "currency", "required"]])
    assert.deepStrictEqual(missing("a,b\n1,2"), [
      [null, "amount", "required"],
      [null, "currency", "required"]
    ])
    assert.deepStrictEqual(missing("currency\nUSD", currency), [[null, "amount", "required"]])
  })

  it("is separated by commas; another separator is named", () => {
    const separators = { ";": "semicolons", "\t": "tabs" }
    for (const [separator, name] of Object.entries(separators)) {
      for (const names of [
        ["amount", "currency"],
        ["Currency", " Amount"],
        ["id,of", "currency", "amount"]
      ]) {
        const { message, reason } = malformedOf(
          `${names.join(separator)}\n${["10", "USD", "x"].join(separator)}`
        )
        assert.strictEqual(reason, "separator")
        assert.strictEqual(message, `the columns must be separated by commas, but are separated by ${name}`)
      }
    }
  })

  it("may have a semicolon in the name of a column", () =>
    assert.lengthOf(fileOf("amount,currency,a;b\n10,USD,1;2").rows, 1))
})

describe("the number of rows", () => {
  const rows = (count: number) => `amount,currency\n${"10,USD\n".repeat(count)}`

  it("is at least one", () => {
    for (const content of ["", "\ufeff", "\n\n", "amount,currency", "amount,currency\n\r\n  \n"]) {
      assert.strictEqual(malformedOf(content).reason, "noRows", JSON.stringify(content))
    }
  })

  it("is at most 1000, wrong ones included and empty lines not", () => {
    assert.strictEqual(fileOf(`${rows(999)}\n\n\nx,USD\n\n`).total, 1000)
    assert.strictEqual(malformedOf(rows(1001)).reason, "tooManyRows")
    assert.strictEqual(malformedOf(`${rows(1000)}\n\nx`).reason, "tooManyRows")
  })
})

describe("an amount", () => {
  const bounds = {
    USD: ["0.50", "50000"],
    EUR: ["0.50", "50000.00"],
    RUB: ["10", "1000000"],
    KZT: ["100", "25000000"]
  }
  for (const [currency, inside] of Object.entries(bounds)) {
    it(`in ${currency} is within its bounds`, () => {
      const outside = {
        USD: ["0.49", "50000.01"],
        EUR: ["0", "50001"],
        RUB: ["9.99", "1000000.01"],
        KZT: ["99.99", "25000000.01"]
      }[currency]
      for (const text of inside) assert.isUndefined(beforeARight(`${text},${currency}`).errors[0], text)
      for (const text of outside ?? []) {
        assert.match(
          errorOf(`${text},${currency}`) ?? "",
          /^amount must be from [\d.]+ to \d+ [A-Z]{3}, but is "/,
          text
        )
      }
    })
  }

  it("is read exactly", () => {
    const { rows } = fileOf("amount,currency\n1.10,USD\n007.07,USD\n49999.99,USD\n5.5000,USD")
    assert.deepStrictEqual(
      rows.map(({ amountMinor }) => amountMinor),
      [110n, 707n, 4_999_999n, 550n]
    )
  })

  for (const text of [
    "1e3",
    "+5",
    "-5",
    "1 000",
    '"1,000.00"',
    '"10,50"',
    ".5",
    "5.",
    "0x10",
    "ten",
    "١٠",
    "10 USD",
    "=10",
    "NaN",
    "Infinity"
  ]) {
    it(`is not ${text}`, () =>
      assert.match(errorOf(`${text},USD`) ?? "", /^amount must be a decimal number such as 1250\.50/))
  }

  it("has no more decimals than its currency, however small the rest", () => {
    assert.include(errorOf("25.000000000000000001,USD"), "amount must have at most 2 decimals in USD")
    assert.include(errorOf(`1.${"9".repeat(1000)},USD`), "amount must have at most 2 decimals in USD")
  })

  it("has no more decimals than its currency", () =>
    assert.strictEqual(errorOf("10.001,USD"), 'amount must have at most 2 decimals in USD, but is "10.001"'))

  it("is required", () => assert.strictEqual(errorOf(" ,USD"), "amount is required"))

  it("of thousands of digits is out of bounds", () =>
    assert.match(
      errorOf(`${"9".repeat(10_000)},USD`) ?? "",
      /^amount must be from 0\.5 to 50000 USD, but is "9{40}…"$/
    ))
})

describe("a row error", () => {
  it("names the column, what is wrong and what would be right", () => {
    const errors = {
      "10,GBP": 'currency must be one of USD, EUR, RUB, KZT, but is "GBP"',
      "10,usd": 'currency must be one of USD, EUR, RUB, KZT, but is "usd"',
      "10,USD,,anna@": 'email must be an e-mail address such as name@example.com, but is "anna@"',
      "10,USD,,,,javascript:alert(1)":
        'redirectUrl must be an absolute URL that starts with https:// or http://, but is "javascript:alert(1)"',
      [`10,USD,${"x".repeat(501)}`]: `description must have at most 500 characters, but is "${"x".repeat(40)}…"`,
      [`10,USD,,,${"x".repeat(129)}`]: `externalId must have at most 128 characters, but is "${"x".repeat(40)}…"`,
      [`10,USD,,${"x".repeat(250)}@b.example`]: `email must have at most 254 characters, but is "${"x".repeat(40)}…"`
    }
    for (const [row, error] of Object.entries(errors)) assert.strictEqual(errorOf(row), error)
  })

  it("names every column that is wrong", () =>
    assert.strictEqual(
      errorOf("x,GBP,,y"),
      'amount must be a decimal number such as 1250.50, without signs and thousands separators, but is "x"; ' +
        'currency must be one of USD, EUR, RUB, KZT, but is "GBP"; ' +
        'email must be an e-mail address such as name@example.com, but is "y"'
    ))

  it("does not blame an amount whose currency is unknown", () =>
    assert.match(errorOf("0.001,GBP") ?? "", /^currency must be one of [^;]*$/))

  it("shows a value without what could disturb the text around it", () =>
    assert.match(
      errorOf('"\u001b[31m\u202e\r\n""10\u2028",USD') ?? "",
      /but is "\ufffd\[31m\ufffd+10\ufffd?"$/
    ))

  it("carries the row's external id, of bounded length and never with half a character", () => {
    const ids = ["order-1", "", "é".repeat(1000), `x${"😀".repeat(200)}`]
    const { errors } = beforeARight(...ids.map((id) => `x,USD,,,${id}`))
    assert.deepStrictEqual(
      errors.map(({ externalId }) => externalId),
      ["order-1", null, "é".repeat(128), `x${"😀".repeat(63)}\ufffd`]
    )
  })

  it("counts description and external id in characters, not in UTF-16 units", () => {
    assert.isUndefined(beforeARight(`10,USD,${"😀".repeat(500)},,${"😀".repeat(128)}`).errors[0])
    assert.match(errorOf(`10,USD,${"😀".repeat(501)}`) ?? "", /^description must have at most 500 characters/)
  })

  it("of http URLs is for live deployments only", () => {
    const content = `amount,currency,redirectUrl\n10,USD,http://shop.example\n10,USD,https://shop.example`
    assert.lengthOf(fileOf(content).rows, 2)
    const live = fileOf(content, { settings: { ...defaultSettings, mode: "live" } })
    assert.deepStrictEqual(
      live.errors.map(({ error }) => error),
      ['redirectUrl must be an absolute URL that starts with https://, but is "http://shop.example"']
    )
  })
})

describe("an external id", () => {
  it("that is repeated stays with its first row", () => {
    const { errors, rows } = fileOf(
      "amount,currency,externalId\n10,USD,a\n20,USD,b\n30,USD,a\n40,USD,A\n50,USD,a"
    )
    assert.deepStrictEqual(
      rows.map(({ row }) => row),
      [1, 2, 4]
    )
    const error = "externalId must be different in each row, but is the same as in row 1"
    assert.deepStrictEqual(errors, [
      { row: 3, externalId: "a", error },
      { row: 5, externalId: "a", error }
    ])
  })

  it("is not held by a row that is wrong itself", () => {
    const { errors, rows } = fileOf("amount,currency,externalId\nx,USD,a\n20,USD,a\n30,USD,a")
    assert.deepStrictEqual([rows.map(({ row }) => row), errors.map(({ row }) => row)], [[2], [1, 3]])
  })

  it("that is empty may be repeated", () =>
    assert.lengthOf(fileOf("amount,currency,externalId\n10,USD,\n10,USD,").rows, 2))
})

describe("a file of which no row is right", () => {
  it("is refused with what is wrong with each", () =>
    assert.deepStrictEqual(brokenRulesOf("amount,currency,email\nx,USD\n10,GBP,y\n10,USD,,,"), [
      {
        row: 1,
        field: "amount",
        code: "invalid_value",
        message:
          'must be a decimal number such as 1250.50, without signs and thousands separators, but is "x"'
      },
      {
        row: 2,
        field: "currency",
        code: "invalid_value",
        message: 'must be one of USD, EUR, RUB, KZT, but is "GBP"'
      },
      {
        row: 2,
        field: "email",
        code: "invalid_email",
        message: 'must be an e-mail address such as name@example.com, but is "y"'
      },
      {
        row: 3,
        field: "",
        code: "invalid_value",
        message:
          "must have at most 3 fields, like the header, but has 5; a value with a comma must be in quotes"
      }
    ]))
})
