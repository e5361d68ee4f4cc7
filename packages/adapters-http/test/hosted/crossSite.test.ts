import { Effect, Stream } from "effect"
import { describe, expect, it } from "vitest"
import { isCrossSite } from "../../src/hosted/crossSite.ts"
import { BodyBroken } from "../../src/index.ts"

const unread = new BodyBroken({ reason: "nothing of the body is read" })

const isRefused = (headers: Readonly<Record<string, string>>): boolean =>
  isCrossSite(
    {
      method: "POST",
      path: "/pay/bank/token/payments",
      query: "",
      headers: { host: "inner.example:8080", ...headers },
      remoteAddress: "",
      readBody: () => Effect.fail(unread),
      streamBody: () => Stream.fail(unread)
    },
    "https://pay.example"
  )

describe("isCrossSite", () => {
  it.each([
    ["a form of the page itself", { "sec-fetch-site": "same-origin", origin: "https://pay.example" }],
    ["the host that was asked for", { origin: "http://inner.example:8080" }],
    ["the host in other case", { host: "PAY2.example", origin: "https://pay2.example" }],
    ["the public host behind a proxy that names another", { origin: "https://pay.example" }],
    ["a browser that vouches for a secret origin", { "sec-fetch-site": "same-origin", origin: "null" }],
    ["a program, which sends neither", {}],
    ["a visitor who repeats it by hand", { "sec-fetch-site": "none" }]
  ])("lets through: %s", (_, headers) => {
    expect(isRefused(headers)).toBe(false)
  })

  it.each([
    ["another site, said by the browser", { "sec-fetch-site": "cross-site" }],
    ["another site that hides its origin", { "sec-fetch-site": "cross-site", origin: "null" }],
    ["a secret origin that nobody vouches for", { origin: "null" }],
    ["a sibling site", { "sec-fetch-site": "same-site", origin: "https://shop.pay.example" }],
    ["another host", { origin: "https://evil.example" }],
    ["another port of the host", { origin: "http://inner.example:9090" }],
    ["a host that only begins alike", { origin: "https://pay.example.evil.example" }],
    [
      "another host, whatever the browser says",
      { "sec-fetch-site": "same-origin", origin: "https://e.example" }
    ],
    ["no URL at all", { origin: "pay.example" }]
  ])("refuses: %s", (_, headers) => {
    expect(isRefused(headers)).toBe(true)
  })
})
