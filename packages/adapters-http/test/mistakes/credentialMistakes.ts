import { createHash, createHmac } from "node:crypto"
import { payoutFields, payoutsPath } from "../TestApi.ts"
import { type Beginner, curl, type Mistake } from "./Mistake.ts"

const balance = "/api/v2/crypto/balance"
const invoices = "/api/v1/invoices"
const networks = "/v1/transit/networks"

const unauthorized = { status: 401, code: "unauthorized" }
const invalid = { status: 401, code: "signature_invalid" }
const stale = { status: 401, code: "timestamp_out_of_range" }

const hmac = ({ api }: Beginner, text: string) => createHmac("sha256", api.key.secret).update(text)

/** Reads the balance with a signature of the user's own making. */
const signedBy = (of: Beginner, signature: string, path = balance) =>
  curl(of, "GET", path, {
    "x-api-key": of.api.key.publicKey,
    "x-timestamp": String(of.api.wall.now),
    "x-signature": signature
  })

const bearer = ({ api }: Beginner) => ({ authorization: `Bearer ${api.key.secret}` })
const keyed = (key: string) => ({ "x-api-key": key })

const missing: ReadonlyArray<Mistake> = [
  {
    made: "curl without headers, crypto",
    send: (of) => curl(of, "GET", balance),
    ...unauthorized,
    says: ["x-api-key, x-timestamp and x-signature are missing", "public key (pk_test_"]
  },
  {
    made: "curl without headers, fiat",
    send: (of) => curl(of, "GET", invoices),
    ...unauthorized,
    says: ["x-api-key is missing", "the secret (sk_test_"]
  },
  {
    made: "curl without headers, transit",
    send: (of) => curl(of, "GET", networks),
    ...unauthorized,
    says: ["X-API-Key and X-API-Secret are missing", "sk_test_"]
  },
  {
    made: "only x-timestamp forgotten",
    send: ({ api }) => api.call({ path: balance, headers: { "x-timestamp": null } }),
    ...unauthorized,
    says: ["x-timestamp is missing", "milliseconds"]
  },
  {
    made: "Authorization: Bearer on fiat",
    send: (of) => curl(of, "GET", invoices, bearer(of)),
    ...unauthorized,
    says: ["the secret (sk_test_…) in x-api-key", "Authorization is not read"]
  },
  {
    made: "Authorization: Bearer on crypto",
    send: (of) => curl(of, "GET", balance, bearer(of)),
    ...unauthorized,
    says: ["in x-api-key", "Authorization is not read"]
  },
  {
    made: "Authorization: Bearer on transit",
    send: (of) => curl(of, "GET", networks, bearer(of)),
    ...unauthorized,
    says: ["in X-API-Secret", "Authorization is not read"]
  }
]

const wrongKeys: ReadonlyArray<Mistake> = [
  {
    made: "the public key on fiat",
    send: (of) => curl(of, "GET", invoices, keyed(of.api.key.publicKey)),
    ...unauthorized,
    says: ["has a public key in it", "takes the secret", "sk_test_"]
  },
  {
    made: "the secret in x-api-key of the crypto group",
    send: (of) => curl(of, "GET", balance, keyed(of.api.key.secret)),
    ...unauthorized,
    says: ["has a secret in it", "takes the public key", "pk_test_"]
  },
  {
    made: "the pair the wrong way round",
    send: (of) =>
      curl(of, "GET", networks, { ...keyed(of.api.key.secret), "x-api-secret": of.api.key.publicKey }),
    ...unauthorized,
    says: ["X-API-Key has a secret in it"]
  },
  {
    made: "the pair on a sandbox operation",
    send: (of) =>
      curl(of, "GET", "/sandbox/v1/mail", {
        ...keyed(of.api.key.publicKey),
        "x-api-secret": of.api.key.secret
      }),
    ...unauthorized,
    says: ["takes the secret"]
  },
  {
    made: "a key of a live server on a sandbox",
    send: (of) => curl(of, "GET", invoices, keyed(of.api.key.secret.replace("test", "live"))),
    ...unauthorized,
    says: ["a key of a live server", "this is a sandbox", "sk_test_"]
  },
  {
    made: "a key with its quotes",
    send: (of) => curl(of, "GET", invoices, keyed(`"${of.api.key.secret}"`)),
    ...unauthorized,
    says: ["something around the key", "alone"]
  },
  {
    made: "Bearer within x-api-key",
    send: (of) => curl(of, "GET", invoices, keyed(`Bearer ${of.api.key.secret}`)),
    ...unauthorized,
    says: ["something around the key"]
  },
  {
    made: "the placeholder of an example",
    send: (of) => curl(of, "GET", invoices, keyed("YOUR_API_KEY")),
    ...unauthorized,
    says: ["is not a secret", "begins with sk_test_"]
  },
  {
    made: "a revoked key",
    send: (of) => curl(of, "GET", invoices, keyed(of.revoked.secret)),
    ...unauthorized,
    says: ["not the secret of an active key", "revoked", "expired"]
  },
  {
    made: "a key without the scope",
    send: (of) => of.cryptoInvoice({}, { key: of.narrow }),
    status: 403,
    code: "forbidden",
    says: ["lacks the scope crypto:write", "keys create --scopes"]
  },
  {
    made: "a key from an address that is not in its list",
    send: ({ api, barred }) => api.fiat("invoices", { key: barred }),
    status: 401,
    code: "ip_not_allowed",
    says: ["allow-list", "--allow-ip"]
  }
]

const wrongSignatures: ReadonlyArray<Mistake> = [
  {
    made: "a signature in base64",
    send: (of) => signedBy(of, hmac(of, `GET${balance}${of.api.wall.now}`).digest("base64")),
    ...invalid,
    says: ["base64", "hex"]
  },
  {
    made: "a signature after sha256=",
    send: (of) => signedBy(of, `sha256=${hmac(of, `GET${balance}${of.api.wall.now}`).digest("hex")}`),
    ...invalid,
    says: ["64 digits", "nothing else"]
  },
  {
    made: "a signature by SHA-512",
    send: (of) => signedBy(of, "0".repeat(128)),
    ...invalid,
    says: ["HMAC-SHA256", "128 digits were sent"]
  },
  {
    made: "a signature over parts with line breaks between",
    send: (of) => signedBy(of, hmac(of, `GET\n${balance}\n${of.api.wall.now}`).digest("hex")),
    ...invalid,
    says: ["error.details", "compare"]
  },
  {
    made: "a signature over the path with its query",
    send: (of) =>
      signedBy(
        of,
        hmac(of, `GET${payoutsPath}?page=1${of.api.wall.now}`).digest("hex"),
        `${payoutsPath}?page=1`
      ),
    ...invalid,
    says: ["error.details", "compare"]
  },
  {
    made: "a hash in place of an HMAC",
    send: (of) => signedBy(of, createHash("sha256").update(of.api.key.secret).digest("hex")),
    ...invalid,
    says: ["HMAC-SHA256", "under this key's secret"]
  },
  {
    made: "a signature over the pretty-printed body",
    send: (of) => {
      const pretty = JSON.stringify(payoutFields(), null, 2)
      const { headers } = of.api.signedRequest({ path: payoutsPath, body: pretty, idempotencyKey: "pretty" })
      return curl(of, "POST", payoutsPath, Object.fromEntries(headers), JSON.stringify(payoutFields()))
    },
    ...invalid,
    says: ["error.details", "compare"]
  },
  {
    made: "a signature without the bound idempotency key",
    send: (of) => of.payout({}, { key: of.bound }),
    ...invalid,
    says: ["error.details", "compare"]
  },
  {
    made: "a signature sent again with another idempotency key",
    send: async (of) => {
      const again = { timestamp: of.timestamp() }
      await of.payout({ amount: 5000 }, { ...again, idempotencyKey: "first" })
      return of.payout({ amount: 5000 }, { ...again, idempotencyKey: "second" })
    },
    status: 401,
    code: "signature_replayed",
    says: ["used before", "sign the request again"]
  },
  {
    made: "a timestamp in seconds",
    send: ({ api }) => api.call({ path: balance, timestamp: Math.floor(api.wall.now / 1000) }),
    ...stale,
    says: ["in seconds", "milliseconds"]
  },
  {
    made: "a timestamp in microseconds",
    send: ({ api }) => api.call({ path: balance, timestamp: `${api.wall.now}000` }),
    ...stale,
    says: ["finer than milliseconds"]
  },
  {
    made: "a timestamp as a date",
    send: ({ api }) => api.call({ path: balance, timestamp: new Date(api.wall.now).toISOString() }),
    ...stale,
    says: ["in digits alone", "milliseconds"]
  },
  {
    made: "a timestamp of an hour ago",
    send: ({ api }) => api.call({ path: balance, timestamp: api.wall.now - 3600_000 }),
    ...stale,
    says: ["3600 s behind", "5 minutes", "clock"]
  }
]

export const credentialMistakes = [...missing, ...wrongKeys, ...wrongSignatures]
