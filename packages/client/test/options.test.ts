import { inspect } from "node:util"
import { assert, describe, it } from "vitest"
import { createClient, UsageError } from "../src/index.ts"

const pair = { publicKey: "pk_test_a", secret: "sk_test_a" }
const live = { publicKey: "pk_live_a", secret: "sk_live_a" }
const baseUrl = "https://pay.example"

const cases: ReadonlyArray<readonly [given: unknown, code: string, said: string]> = [
  [undefined, "invalid_option", "createClient takes an object with baseUrl and keys."],
  [
    { baseUrl, apiKey: "sk_test_a" },
    "invalid_option",
    "createClient has no option apiKey: it has baseUrl, publicKey, secret, crypto, fiat, transit, signature, sandbox, bind, timeoutMillis, retryMax, fetch, platform."
  ],
  [
    { baseUrl, fiat: { key: "sk_test_a" } },
    "invalid_option",
    "fiat has no option key: it has baseUrl, publicKey, secret."
  ],
  [
    {},
    "invalid_option",
    "baseUrl is undefined: it must be an absolute URL such as https://pay.example, without a query."
  ],
  [
    { baseUrl: "pay.example" },
    "invalid_option",
    'baseUrl is "pay.example": it must be an absolute URL such as https://pay.example, without a query.'
  ],
  [
    { baseUrl: "ftp://pay.example" },
    "invalid_option",
    "baseUrl is not where a server is: it must be an absolute URL such as https://pay.example, without a query."
  ],
  [
    { baseUrl, transit: { baseUrl: "https://pay.example?a" } },
    "invalid_option",
    "transit.baseUrl is not where a server is: it must be an absolute URL such as https://pay.example, without a query."
  ],
  [
    { baseUrl, bind: "body" },
    "invalid_option",
    'bind is "body": it must be one of idempotency, none, query.'
  ],
  [{ baseUrl, fetch: "node" }, "invalid_option", "fetch is string: it must be a function as the platform's."],
  [
    { baseUrl, timeoutMillis: "1s" },
    "invalid_option",
    "timeoutMillis is 1s: it must be a whole number from 1."
  ],
  [
    { baseUrl, publicKey: "sk_test_a" },
    "invalid_key",
    "publicKey has a secret in it: it is the text that begins with pk_test_ or pk_live_."
  ],
  [
    { baseUrl, secret: "pk_test_a" },
    "invalid_key",
    "secret has a public key in it: it is the text that begins with sk_test_ or sk_live_."
  ],
  [
    { baseUrl, secret: "ok_test_a" },
    "invalid_key",
    "secret has an operator key in it: it is the text that begins with sk_test_ or sk_live_."
  ],
  [
    { baseUrl, secret: "sk_test_a\n" },
    "invalid_key",
    "secret has not the form of a key: it is the text that begins with sk_test_ or sk_live_, with nothing around it."
  ],
  [
    { baseUrl, secret: "Bearer sk_test_a" },
    "invalid_key",
    "secret has not the form of a key: it is the text that begins with sk_test_ or sk_live_, with nothing around it."
  ],
  [
    { baseUrl, fiat: { secret: null } },
    "invalid_key",
    "fiat.secret is null: it is the text that begins with sk_test_ or sk_live_."
  ],
  [
    { baseUrl, publicKey: pair.publicKey, secret: live.secret },
    "invalid_key",
    "publicKey is of a sandbox and secret is not: take both from one pair."
  ],
  [
    { baseUrl, ...live },
    "invalid_key",
    "A live key belongs to one group: give it as crypto, fiat or transit, so that the secret that signs is never sent."
  ],
  [
    { baseUrl, crypto: live, fiat: { secret: live.secret } },
    "invalid_key",
    "The secret of crypto is also that of another group, which would send it: give each group a key of its own."
  ],
  [
    { baseUrl, crypto: live, fiat: { secret: pair.secret } },
    "invalid_key",
    "Some keys are live and others of a sandbox: a client speaks to one server, which takes one kind."
  ]
]

describe("options", () => {
  for (const [given, code, said] of cases)
    it(`are refused: ${said}`, () => {
      // Without types they may be anything.
      const create = createClient as (options: unknown) => unknown
      try {
        create(given)
      } catch (error) {
        assert.instanceOf(error, UsageError)
        assert.deepStrictEqual([error.message, error.code, error.outcome], [said, code, "none"])
        return
      }
      assert.fail("they were taken")
    })

  it("may give each group its own place and key", async () => {
    const sent: Array<string> = []
    const answer = (url: string, { headers }: RequestInit) => {
      sent.push(`${url} ${new Headers(headers).get("x-api-key")}`)
      return Promise.resolve(Response.json({ networks: [], invoiceNetworks: [], balance: {}, id: "a" }))
    }
    const client = createClient({
      baseUrl: "https://pay.example/",
      crypto: { ...live, baseUrl: "https://crypto.example/x/" },
      fiat: { secret: "sk_live_b" },
      transit: { publicKey: "pk_live_c", secret: "sk_live_c" },
      fetch: answer
    })
    await client.crypto.networks.list()
    await client.fiat.invoices.get("inv_1")
    await client.transit.networks.list()
    assert.deepStrictEqual(sent, [
      "https://crypto.example/x/api/v2/crypto/networks pk_live_a",
      "https://pay.example/api/v1/invoices/inv_1 sk_live_b",
      "https://pay.example/v1/transit/networks pk_live_c"
    ])
  })

  it("with a live secret are refused in a browser, where everybody can read it", () => {
    const page = { document: {}, window: {} }
    Object.assign(globalThis, page)
    try {
      assert.throws(
        () => createClient({ baseUrl, fiat: { secret: "sk_live_a" } }),
        /must not be in a browser/
      )
      createClient({ baseUrl, ...pair })
    } finally {
      for (const name of Object.keys(page)) Reflect.deleteProperty(globalThis, name)
    }
  })

  it("are not shown by a client that is logged", () => {
    const client = createClient({ baseUrl, ...pair })
    assert.notInclude(inspect(client, { depth: 9, showHidden: true }) + JSON.stringify(client), pair.secret)
  })
})
