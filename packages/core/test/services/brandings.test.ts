import { assert, describe } from "@effect/vitest"
import { DocumentRefused, InvalidInput, Partners } from "@quittance/core"
import {
  Brandings,
  branding,
  brandingIdOf,
  EventReader,
  logo,
  Pictures,
  SandboxProcessor,
  StateReader
} from "@quittance/core/adapter"
import { Effect, Layer, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import { actingAs } from "../../src/kernel/actor/Actor.ts"
import { Auditor } from "../../src/store/audit/Auditor.ts"
import { testIn } from "./Deployment.ts"
import { shop } from "./fiatInvoices.ts"

const encoder = new TextEncoder()
const png = (drawn: string) =>
  Uint8Array.from([...Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...encoder.encode(drawn)])

/** Sees the same in every picture, and nothing in a damaged one. */
const pictures = Layer.succeed(Pictures, {
  clean: () => Effect.die("no picture is shown here"),
  pages: () => Effect.die("no PDF is shown here"),
  watermarked: () => Effect.die("no picture is shown here"),
  logo: (bytes) =>
    Buffer.from(bytes).includes("damaged")
      ? Effect.fail(new DocumentRefused({ fault: "unreadable" }))
      : Effect.succeed({ bytes, type: "image/png", width: 120, height: 40 })
})

const test = testIn({ processor: Layer.merge(SandboxProcessor.layer, pictures) })

const issuesOf = (partnerId: string, input: unknown) =>
  Effect.flatMap(Brandings, ({ set }) =>
    Effect.map(Effect.flip(set(partnerId, input)), (failure) => {
      assert.instanceOf(failure, InvalidInput)
      return failure.issues.map(({ field, message }) => `${field} ${message}`)
    })
  )

const versionOf = Effect.fnUntraced(function* (partnerId: string) {
  const found = yield* (yield* StateReader).get(branding, partnerId, brandingIdOf(partnerId))
  return Option.match(found, { onNone: () => 0, onSome: ({ version }) => version })
})

describe("what a partner shows to its customers", () => {
  test("changes by what is given; null and an empty text take away, and no change writes nothing", function* () {
    const partnerId = yield* shop()
    const { get, set } = yield* Brandings
    yield* set(partnerId, { name: "Corner Shop", colour: "#0A7D5C", support: "help@shop.example" })
    const all = yield* set(partnerId, {
      siteUrl: "https://shop.example",
      embedOrigins: ["https://Shop.example"]
    })
    assert.deepStrictEqual(all, {
      ...{ name: "Corner Shop", colour: "#0a7d5c", support: "help@shop.example", termsUrl: null },
      ...{ privacyUrl: null, siteUrl: "https://shop.example", logo: null, logoDark: null },
      embedOrigins: ["https://shop.example"]
    })
    const partners = yield* Partners
    assert.strictEqual((yield* partners.find("shop")).terms.payee, "Corner Shop")
    const version = yield* versionOf(partnerId)
    assert.deepStrictEqual(
      yield* set(partnerId, { name: "Corner Shop", colour: "#0a7d5c", support: "help@shop.example" }),
      all
    )
    assert.strictEqual(yield* versionOf(partnerId), version)
    const fewer = yield* set(partnerId, { support: "", siteUrl: null })
    assert.deepStrictEqual([fewer.support, fewer.siteUrl, fewer.colour], [null, null, "#0a7d5c"])
    assert.deepStrictEqual(yield* get(partnerId), fewer)
  })

  test("is told with who changed what of it, and the books are in order", function* () {
    const partnerId = yield* shop()
    const { set } = yield* Brandings
    yield* actingAs(
      "user:anna",
      set(partnerId, { name: "Corner Shop", colour: "#112233", logo: png("sign") })
    )
    const events = yield* (yield* EventReader).ofSubject(partnerId, brandingIdOf(partnerId), 10)
    assert.deepStrictEqual(
      events.map(({ actor, data, type }) => [actor, type, JSON.parse(data).changed]),
      [["user:anna", "BrandingChanged", ["colour", "logo"]]]
    )
    assert.deepStrictEqual((yield* (yield* Auditor).verify).faults, [])
  })

  test("has a logo that everybody gets by its hash, as long as it is in use", function* () {
    const partnerId = yield* shop()
    const other = (yield* (yield* Partners).ensure("other")).id
    const { logo: logoNamed, set } = yield* Brandings
    const first = (yield* set(partnerId, { name: "Shop", logo: png("one") })).logo?.file ?? ""
    assert.match(first, /^[0-9a-f]{32}\.png$/)
    const served = Option.getOrThrow(yield* logoNamed(first))
    assert.deepStrictEqual([served.type, Buffer.from(served.bytes)], ["image/png", Buffer.from(png("one"))])
    const same = (yield* set(other, { name: "Other", logo: png("one") })).logo?.file ?? ""
    assert.notStrictEqual(same, first, "nobody learns who else shows it")
    const second = (yield* set(partnerId, { logo: png("two"), logoDark: png("dark") })).logo?.file ?? ""
    assert.isTrue(Option.isNone(yield* logoNamed(first)))
    assert.isTrue(Option.isSome(yield* logoNamed(second)))
    assert.isTrue(Option.isSome(yield* logoNamed(same)), "another's stays")
    yield* set(partnerId, { logo: png("one"), logoDark: null })
    assert.isTrue(Option.isSome(yield* logoNamed(first)), "it is shown again")
    const stored = yield* Stream.runCollect((yield* StateReader).all(logo))
    assert.strictEqual(stored.filter(({ content }) => Option.isSome(content)).length, 2)
    for (const file of ["", "x.png", first.replace(".png", ".webp"), "__proto__"])
      assert.isTrue(Option.isNone(yield* logoNamed(file)), file)
  })

  test("is shown at once where it was set, and by name only of who has one, but for a sandbox", function* () {
    const partnerId = yield* shop()
    const { brandOf, set } = yield* Brandings
    const example = Option.getOrThrow(yield* brandOf(partnerId))
    assert.deepStrictEqual([example.name, example.isExample], ["shop", true])
    yield* set(partnerId, { name: "Corner Shop" })
    yield* TestClock.adjust("1 second")
    const brand = Option.getOrThrow(yield* brandOf(partnerId))
    assert.deepStrictEqual([brand.name, brand.isExample], ["Corner Shop", false])
  })

  const sandboxOrigin =
    "must be an https origin without a path, such as https://shop.example; on this machine http too, such as http://localhost:8080"

  test("has origins that embed payments as browsers name them, with nothing that a header or a policy could read", function* () {
    const partnerId = yield* shop()
    const { embedOrigins, set } = yield* Brandings
    assert.deepStrictEqual(yield* embedOrigins(partnerId), [])
    const given = ["https://Shop.example:443", "https://магазин.example:8443", "http://localhost:8080"]
    yield* set(partnerId, { embedOrigins: [...given, "https://shop.example", "http://127.0.0.1"] })
    assert.deepStrictEqual(yield* embedOrigins(partnerId), [
      "https://shop.example",
      "https://xn--80aairftm.example:8443",
      "http://localhost:8080",
      "http://127.0.0.1"
    ])
    const hostile = [
      ...["*", "https:", "https://*", "https://*.shop.example", "https://shop.example:*", "'self'", "data:"],
      ...[
        "https://shop.example https://evil.example",
        "https://shop.example;script-src *",
        "null",
        "https://"
      ],
      ...["https://shop.example\r\nX-A: 1", "https://shop.example\n", " https://shop.example", "\t", "blob:"],
      ...[
        "https://shop.example/",
        "https://shop.example/a",
        "https://shop.example?",
        "https://shop.example#"
      ],
      ...["https://user@shop.example", "https://shop.example\\@evil.example", "https://shop,evil.example"],
      ...["https://shop.example.", "https://[::1]", "https://shop.example:0x1", "https://shop.example:99999"],
      ...[
        "http://shop.example",
        "http://localhost.evil.example",
        "http://127.0.0.1.nip.io",
        "ws://localhost"
      ],
      ...["//shop.example", "shop.example", "javascript:alert(1)", "https://sho\u0000p.example", "https://"]
    ]
    for (const origin of hostile)
      assert.deepStrictEqual(
        yield* issuesOf(partnerId, { embedOrigins: [origin] }),
        [`embedOrigins.0 ${sandboxOrigin}`],
        origin
      )
    for (const long of [
      `https://${"a.".repeat(60)}example`,
      `https://${"магазинчайниковдлядома.".repeat(3)}рф`
    ])
      assert.deepStrictEqual(yield* issuesOf(partnerId, { embedOrigins: [long] }), [
        "embedOrigins.0 must have at most 100 characters"
      ])
    const many = Array.from({ length: 21 }, (_, index) => `https://shop${index}.example`)
    assert.deepStrictEqual(yield* issuesOf(partnerId, { embedOrigins: many }), [
      "embedOrigins must have at most 20 items"
    ])
    yield* set(partnerId, { embedOrigins: null })
    assert.deepStrictEqual(yield* embedOrigins(partnerId), [])
  })

  test("is refused by the name of what is wrong, with what would be right", function* () {
    const partnerId = yield* shop()
    const https = "must be an absolute URL that starts with https:// or http://"
    assert.deepStrictEqual(
      yield* issuesOf(partnerId, {
        ...{ name: "two\nlines", colour: "red", support: "call us", termsUrl: "javascript:alert(1)" },
        ...{
          privacyUrl: "shop.example",
          logo: "file.png",
          embedOrigins: ["https://a;sandbox", "https://a.example/x"]
        },
        font: "Comic"
      }),
      [
        "font is not shown to customers; what is are name, colour, support, termsUrl, privacyUrl, siteUrl, logo, logoDark, embedOrigins",
        "name must have 1 to 80 characters on one line, with no space at either end",
        "colour must be a colour as # and six hexadecimal digits, such as #0a7d5c",
        "support must be an https URL or a mail address, such as https://shop.example/help or help@shop.example",
        `termsUrl ${https}`,
        `privacyUrl ${https}`,
        "logo must be the bytes of a picture",
        `embedOrigins.0 ${sandboxOrigin}`,
        `embedOrigins.1 ${sandboxOrigin}`
      ]
    )
    assert.match((yield* issuesOf(partnerId, { colour: "#112233" })).join(), /^name is required: /)
    assert.match(
      (yield* issuesOf(partnerId, { name: "Shop", logoDark: png("x") })).join(),
      /^logoDark needs a logo /
    )
    for (const [bytes, message] of [
      [
        encoder.encode('<?xml version="1.0"?>\n<svg onload="alert(1)"/>'),
        "logo must be a PNG, JPEG or WebP picture, not an SVG: export it as a PNG"
      ],
      [encoder.encode("GIF89a"), "logo must be a PNG, JPEG or WebP picture"],
      [new Uint8Array(), "logo must be a picture, and this file is empty"],
      [
        png("damaged"),
        "logo must be a whole picture: this one is damaged, cut off, or has other data appended to it"
      ]
    ] as const)
      assert.deepStrictEqual(yield* issuesOf(partnerId, { name: "Shop", logo: bytes }), [message])
    assert.strictEqual(yield* versionOf(partnerId), 0)
  })

  testIn({ settings: { mode: "live", publicUrl: "https://pay.example" } })(
    "is nothing in live where nothing was set, and its links are https",
    function* () {
      const partnerId = yield* shop()
      const { brandOf } = yield* Brandings
      assert.isTrue(Option.isNone(yield* brandOf(partnerId)))
      assert.deepStrictEqual(
        yield* issuesOf(partnerId, {
          name: "Shop",
          siteUrl: "http://127.0.0.1",
          embedOrigins: ["http://a.example"]
        }),
        [
          "siteUrl must be an absolute URL that starts with https://",
          "embedOrigins.0 must be an https origin without a path, such as https://shop.example"
        ]
      )
    }
  )
})
