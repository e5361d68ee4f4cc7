import { NotFound } from "@quittance/core"
import { Result, Schema } from "effect"
import { assert, describe, it } from "vitest"
import { decodeIdempotencyKey } from "../../../src/concepts/payout/PayoutRequest.ts"
import { emailAddress, emailFault } from "../../../src/kernel/input/EmailAddress.ts"
import {
  breaksRule,
  decoderOf,
  type InputIssue,
  integerBetween,
  listUpTo,
  textFault,
  textUpTo,
  webUrl,
  webUrlFault
} from "../../../src/kernel/input/Input.ts"
import { WrittenNumber } from "../../../src/kernel/money/WrittenNumber.ts"

/** The codes of what is wrong with one field; none when it is right. */
const codesOf = <S extends Schema.ConstraintDecoder<unknown>>(schema: S, value: unknown) =>
  Result.match(decoderOf(schema)(value), {
    onSuccess: () => [],
    onFailure: ({ issues }) => issues.map(({ code }) => code)
  })

describe("the length of a text", () => {
  const texts = { letters: "a", "letters with accents": "é", "Han characters": "漢", emoji: "😀" }
  for (const [what, character] of Object.entries(texts)) {
    it(`counts code points: 500 ${what} are accepted and 501 are too long`, () => {
      assert.deepStrictEqual(codesOf(textUpTo(500), character.repeat(500)), [])
      assert.deepStrictEqual(codesOf(textUpTo(500), character.repeat(501)), ["too_long"])
    })
  }

  it("has half of a surrogate pair refused as no text", () => {
    assert.deepStrictEqual(codesOf(textUpTo(500), "\ud83d"), ["invalid_value"])
  })
})

it("a text with a NUL, and an e-mail address with a control character, are refused", () => {
  assert.deepStrictEqual(codesOf(textUpTo(500), "a\0b"), ["invalid_value"])
  assert.deepStrictEqual(codesOf(emailAddress, "a\u0007b@example.com"), ["invalid_email"])
})

describe("an idempotency key", () => {
  const issuesOf = (input: object) =>
    Result.match(decodeIdempotencyKey(input), { onSuccess: () => [], onFailure: ({ issues }) => issues })

  it("that is missing is required", () => {
    const field = "X-Idempotency-Key"
    assert.deepStrictEqual(issuesOf({}), [{ field, code: "required", message: "is required" }])
  })

  it("that is empty or not printable has an invalid value", () => {
    for (const key of ["", "a\nb", "ключ"]) {
      assert.deepStrictEqual(
        issuesOf({ "X-Idempotency-Key": key }).map(({ code }) => code),
        ["invalid_value"]
      )
    }
  })
})

describe("a URL", () => {
  const url = webUrl(["https:"])
  for (const text of [
    "https://shop.example",
    "https://shop.example/a%20b?c=d#e",
    "https://shop.example/страница"
  ]) {
    it(`${text} is one`, () => assert.deepStrictEqual(codesOf(url, text), []))
  }

  for (const text of [
    " https://shop.example",
    "https://shop.example ",
    "https://shop.example/a b",
    "https://shop.example/\u00a0",
    "https://shop.example/\n",
    "ht\ttps://shop.example",
    "https://shop.example/\0",
    "https://shop.example/\u007f",
    "https://shop.example/\u202e",
    "http://shop.example",
    "https:shop.example",
    "https:/shop.example",
    "https:\\\\shop.example",
    "//shop.example",
    "/path"
  ]) {
    it(`${JSON.stringify(text)} is none`, () => assert.deepStrictEqual(codesOf(url, text), ["invalid_url"]))
  }
})

describe("an issue", () => {
  const rules: { readonly [Code in InputIssue["code"]]: boolean } = {
    required: false,
    invalid_type: false,
    invalid_value: false,
    invalid_email: true,
    invalid_url: true,
    out_of_range: true,
    too_long: true
  }
  for (const [code, rule] of Object.entries(rules)) {
    it(`${code} says that the field ${rule ? "is well-formed and breaks a rule" : "is malformed"}`, () => {
      const known = (Object.keys(rules) as ReadonlyArray<InputIssue["code"]>).find((each) => each === code)
      assert.isDefined(known)
      if (known !== undefined) assert.strictEqual(breaksRule({ field: "a", code: known, message: "" }), rule)
    })
  }
})

describe("the message of what was not found", () => {
  it("cuts a long id to 80 characters", () => {
    const { message } = new NotFound({ what: "invoice", id: "x".repeat(10_000) })
    assert.strictEqual(message, `there is no invoice ${"x".repeat(80)}`)
  })

  it("shows a short id whole", () => {
    assert.strictEqual(new NotFound({ what: "invoice", id: "abc" }).message, "there is no invoice abc")
  })
})

describe("a rule without its schema", () => {
  const rules = [
    ["text", (value: string) => textFault(value, 5), textUpTo(5)],
    ["e-mail", emailFault, emailAddress],
    ["URL", (value: string) => webUrlFault(value, ["https:"]), webUrl(["https:"])]
  ] as const
  const values = [
    "",
    "x",
    "too long",
    "\ud83d",
    "a@b.example",
    `${"a".repeat(250)}@b.example`,
    "https://a.example",
    "http://a.example",
    `https://a.example/${"a".repeat(2048)}`
  ]
  for (const [what, faultOf, schema] of rules) {
    it(`finds the first fault that the schema finds, in the same words: ${what}`, () => {
      for (const value of values) {
        const [issue] = Result.match(decoderOf(schema)(value), {
          onSuccess: () => [],
          onFailure: ({ issues }) => issues
        })
        const expected = issue && { code: issue.code, message: issue.message }
        assert.deepStrictEqual(faultOf(value), expected, value.slice(0, 40))
      }
    })
  }
})

describe("a list of bounded length", () => {
  /** Tells how many of its items were looked at. */
  const watched = (length: number) => {
    let looks = 0
    const items = new Proxy(Array<number>(length).fill(5), {
      get: (target, key, receiver) => {
        if (typeof key === "string" && /^\d+$/.test(key)) looks += 1
        return Reflect.get(target, key, receiver)
      }
    })
    return { items, looks: () => looks }
  }

  it("that is too long is one fault, and none of its items is looked at", () => {
    const { items, looks } = watched(130_000)
    const decoded = decoderOf(Schema.Struct({ events: listUpTo(Schema.Literals(["a", "b"]), 100) }))({
      events: items
    })
    assert.isTrue(Result.isFailure(decoded))
    if (Result.isFailure(decoded))
      assert.deepStrictEqual(decoded.failure.issues, [
        { field: "events", code: "too_long", message: "must have at most 100 items" }
      ])
    assert.strictEqual(looks(), 0)
  })

  it("tells of 20 wrong items, and how many more there are", () => {
    const decoded = decoderOf(listUpTo(Schema.Literals(["a", "b"]), 100))(Array(100).fill("c"))
    const failure = Result.isFailure(decoded) ? decoded.failure : assert.fail("taken")
    assert.deepStrictEqual([failure.issues.length, failure.more], [20, 80])
    assert.isTrue(failure.message.endsWith("; and 80 more"))
  })
})

it("a text that is far too long is not counted character by character", () => {
  const uncounted = new Proxy(new String("x".repeat(1001)), {
    get: (target, key) => (key === "length" ? target.length : assert.fail(`looked at ${String(key)}`))
  })
  assert.strictEqual(Reflect.apply(textFault, undefined, [uncounted, 500])?.code, "too_long")
})

it("a number that no double is, where none is kept so, is told to have fewer digits", () => {
  const decoded = decoderOf(Schema.Struct({ minutes: integerBetween(5, 1440), note: textUpTo(9) }))({
    minutes: new WrittenNumber("60.00000000000000000001"),
    note: new WrittenNumber("60.00000000000000000001")
  })
  const messages = Result.isFailure(decoded) ? decoded.failure.issues.map(({ message }) => message) : []
  assert.deepStrictEqual(messages, [
    "must be a number of fewer digits",
    "must be a text, but is a number: write it in quotes"
  ])
})
