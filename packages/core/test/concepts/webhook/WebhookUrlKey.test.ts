import { Result } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { checkWebhookUrl, webhookUrlKey } from "../../../src/concepts/webhook/WebhookUrl.ts"
import { holds } from "../../holds.ts"
import { allowed } from "./webhookUrls.ts"

const isAllowed = (url: string): boolean =>
  Result.isSuccess(checkWebhookUrl(url, { allowPrivate: false, ports: [] }))

describe("the key of a webhook URL", () => {
  const same: ReadonlyArray<readonly [what: string, one: string, other: string]> = [
    ["the case of the host", "https://example.com/a", "https://EXAMPLE.com/a"],
    ["the case of the scheme", "https://example.com/a", "HTTPS://example.com/a"],
    ["the default port", "https://example.com/a", "https://example.com:443/a"],
    ["the default port of http", "http://example.com/a", "http://example.com:80/a"],
    ["an empty port", "https://example.com/a", "https://example.com:/a"],
    ["the final dot", "https://example.com/a", "https://example.com./a"],
    ["the final dot before a port", "https://example.com:8443/a", "https://example.com.:8443/a"],
    ["the fragment", "https://example.com/a", "https://example.com/a#b"],
    ["a path of nothing", "https://example.com", "https://example.com/"],
    ["the script of the host", "https://m\u00fcnchen.example/", "https://xn--mnchen-3ya.example/"],
    ["the spelling of an address", "https://8.8.8.8/", "https://134744072/"],
    ["the spelling of IPv6", "https://[2606:4700::1]/", "https://[2606:4700:0:0::0001]/"],
    ["all at once", "https://example.com/a?b", "HTTPS://Example.COM.:443/a?b#c"]
  ]
  for (const [what, one, other] of same)
    it(`does not say ${what}`, () => assert.strictEqual(webhookUrlKey(other), webhookUrlKey(one)))

  const different: ReadonlyArray<readonly [what: string, one: string, other: string]> = [
    ["the host", "https://example.com/", "https://example.org/"],
    ["a part of the host", "https://example.com/", "https://www.example.com/"],
    ["the scheme", "https://example.com/", "http://example.com/"],
    ["another port", "https://example.com/", "https://example.com:8443/"],
    ["the port of the other scheme", "https://example.com/", "https://example.com:80/"],
    ["the case of the path", "https://example.com/a", "https://example.com/A"],
    ["a slash at the end of the path", "https://example.com/a", "https://example.com/a/"],
    ["the query", "https://example.com/a", "https://example.com/a?b"],
    ["the case of the query", "https://example.com/?a=b", "https://example.com/?a=B"],
    ["the order of the query", "https://example.com/?a&b", "https://example.com/?b&a"]
  ]
  for (const [what, one, other] of different)
    it(`says ${what}`, () => assert.notStrictEqual(webhookUrlKey(other), webhookUrlKey(one)))

  const urls = fc.oneof(
    fc.webUrl({ validSchemes: ["https", "http"], withFragments: true, withQueryParameters: true }),
    fc.constantFrom(...allowed.map(([, url]) => url))
  )

  it("is the key of itself, and a URL that is as good as its own", () =>
    holds(
      fc.property(urls, (url) => {
        const key = webhookUrlKey(url)
        assert.strictEqual(webhookUrlKey(key), key)
        assert.strictEqual(isAllowed(key), isAllowed(url), url)
      })
    ))
})
