import { Result } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { isPublicAddress } from "../../../src/concepts/webhook/PublicAddress.ts"
import {
  checkWebhookUrl,
  explainUrlFault,
  hostOf,
  loggedUrl,
  type WebhookUrlRules
} from "../../../src/concepts/webhook/WebhookUrl.ts"
import { holds } from "../../holds.ts"
import { allowed, faults, refused } from "./webhookUrls.ts"

const guarded: WebhookUrlRules = { allowPrivate: false, ports: [] }
const development: WebhookUrlRules = { allowPrivate: true, ports: [] }

const isAllowed = (url: string): boolean => Result.isSuccess(checkWebhookUrl(url, guarded))
const isAllowedInDevelopment = (url: string): boolean => Result.isSuccess(checkWebhookUrl(url, development))

/** Why a URL is refused. */
const faultOf = (url: string, rules: WebhookUrlRules = guarded): string | undefined => {
  const checked = checkWebhookUrl(url, rules)
  return Result.isFailure(checked) ? checked.failure : undefined
}

describe("a webhook URL is refused that", () => {
  for (const [kind, cases] of Object.entries(refused))
    for (const [what, url] of cases)
      it(`${faults[kind as keyof typeof faults]}: ${what}`, () =>
        assert.strictEqual(faultOf(url), faults[kind as keyof typeof faults], url.slice(0, 100)))
})

describe("a webhook URL is taken as it is written with", () => {
  for (const [what, url] of allowed)
    it(what, () => assert.deepStrictEqual(checkWebhookUrl(url, guarded), Result.succeed(url)))
})

describe("a deployment", () => {
  it("may allow more ports, and is told them where another is asked for", () => {
    const rules = { allowPrivate: false, ports: [9443, 443] }
    assert.isUndefined(faultOf("https://example.com:9443/", rules))
    assert.strictEqual(faultOf("https://example.com:22/", rules), "must use one of the ports 443, 8443, 9443")
    assert.isUndefined(faultOf("http://example.com:9/", development))
  })
})

describe("a refused URL that development needs", () => {
  const explained = (url: string, mode: "sandbox" | "live", rules = guarded) =>
    explainUrlFault(faultOf(url, rules) ?? "", url, rules, mode)

  it("names the variable that allows it, in a sandbox", () => {
    for (const url of [
      "http://localhost:4000/h",
      "https://localhost/h",
      "https://127.0.0.1/h",
      "http://shop.example/h"
    ])
      assert.include(explained(url, "sandbox"), "QUITTANCE_WEBHOOK_ALLOW_PRIVATE=1", url)
  })

  it("does not where the variable would not help, or live", () => {
    for (const url of ["https://192.168.1.5/h", "shop.example/h", "ftp://localhost/h"])
      assert.strictEqual(explained(url, "sandbox"), faultOf(url))
    assert.strictEqual(explained("http://localhost/h", "live"), "must start with https://")
    assert.strictEqual(
      explained("ftp://localhost/h", "sandbox", development),
      faultOf("ftp://localhost/h", development)
    )
  })
})

describe("in a log a URL", () => {
  it("has no user, query or fragment", () => {
    assert.strictEqual(
      loggedUrl("https://user:pass@example.com:8443/a/b?token=secret#part"),
      "https://example.com:8443/a/b"
    )
    assert.strictEqual(loggedUrl("no URL?token=secret"), "a URL that cannot be read")
  })
})

describe("in development", () => {
  const alsoAllowed = [
    "http://example.com/hook",
    "http://localhost:3000/hook",
    "https://localhost",
    "http://sub.localhost./",
    "http://127.0.0.1:8080",
    "http://127.1",
    "https://127.200.0.1",
    "http://[::1]:3000/",
    "http://[::ffff:127.0.0.1]/"
  ]
  for (const url of alsoAllowed)
    it(`${url} is allowed too`, () => {
      assert.isFalse(isAllowed(url))
      assert.isTrue(isAllowedInDevelopment(url))
    })

  const both = (["user", "percent", "host", "length"] as const).flatMap((kind) => refused[kind])
  const stillRefused = [
    ...both,
    ...refused.form,
    ...refused.address.filter(([what]) => !what.includes("loopback")),
    ["another scheme", "ftp://example.com"],
    ["the compatible form of loopback", "http://[::127.0.0.1]/"],
    ["NAT64 of loopback", "http://[64:ff9b::7f00:1]/"],
    ["a private address over http", "http://10.0.0.1/"],
    ["metadata of a cloud over http", "http://169.254.169.254/"],
    ["all addresses of this machine", "http://0.0.0.0/"]
  ] as const
  for (const [what, url] of stillRefused)
    it(`${what} stays refused`, () => assert.isFalse(isAllowedInDevelopment(url), url.slice(0, 100)))

  it("says that http is allowed where the form is wrong", () =>
    assert.strictEqual(
      faultOf("example.com", development),
      "must be an absolute URL that starts with https:// or http://"
    ))
})

describe("any IPv4 address", () => {
  const octet = fc.oneof(fc.nat(255), fc.constantFrom(0, 1, 10, 127, 169, 172, 192, 255))
  const octets = fc.tuple(octet, octet, octet, octet)
  const spell = fc.constantFrom<(value: number) => string>(
    String,
    (value) => `0x${value.toString(16)}`,
    (value) => `0X${value.toString(16).toUpperCase().padStart(4, "0")}`,
    (value) => `0${value.toString(8)}`
  )
  const spells = fc.tuple(spell, spell, spell, spell)

  /** As one to four parts, the last of which holds the rest. */
  const spelled = ([a, b, c, d]: readonly [number, number, number, number], parts: number) =>
    [[a, b, c, d], [a, b, c * 256 + d], [a, b * 65_536 + c * 256 + d], [((a * 256 + b) * 256 + c) * 256 + d]][
      4 - parts
    ] ?? []

  it("is judged the same in every spelling", () =>
    holds(
      fc.property(octets, fc.integer({ min: 1, max: 4 }), spells, fc.boolean(), (address, parts, as, dot) => {
        const plain = address.join(".")
        const host = spelled(address, parts)
          .map((value, index) => as[index]?.(value))
          .join(".")
        const url = `https://${host}${dot ? "." : ""}/`
        assert.strictEqual(hostOf(new URL(url)), plain)
        for (const check of [isAllowed, isAllowedInDevelopment])
          assert.strictEqual(check(url), check(`https://${plain}/`), url)
        assert.strictEqual(isAllowed(url), isPublicAddress(plain), url)
      }),
      2_000
    ))

  it("is never called by its mapped form, but this machine in development", () =>
    holds(
      fc.property(octets, fc.boolean(), (address, dotted) => {
        const [a, b, c, d] = address
        const tail = dotted
          ? address.join(".")
          : `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
        const url = `https://[::ffff:${tail}]/`
        assert.isFalse(isAllowed(url), url)
        assert.strictEqual(isAllowedInDevelopment(url), a === 127, url)
      })
    ))
})
