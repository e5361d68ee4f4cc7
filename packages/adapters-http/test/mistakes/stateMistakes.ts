import { payoutsPath } from "../TestApi.ts"
import type { Mistake } from "./Mistake.ts"

const invalid = { status: 400, code: "invalid_request" }
const refusedUrl = { status: 400, code: "invalid_url" }
const unknown = { status: 404, code: "not_found" }
const conflict = { status: 409, code: "idempotency_conflict" }

const keys: ReadonlyArray<Mistake> = [
  {
    made: "no idempotency key",
    send: (of) => of.payout({}, { headers: { "x-idempotency-key": null } }),
    ...invalid,
    says: ["X-Idempotency-Key is required"]
  },
  {
    made: "two keys in one request",
    send: (of) => of.payout({}, { headers: { "idempotency-key": "another" } }),
    ...invalid,
    says: ["Idempotency-Key and X-Idempotency-Key", "send one of them"]
  },
  {
    made: "a key used again for another payout",
    send: (of) => of.payout({ amount: 11 }, { idempotencyKey: "payout-1" }),
    ...conflict,
    says: ["X-Idempotency-Key payout-1", "send another X-Idempotency-Key"]
  },
  {
    made: "a key used again for another invoice",
    send: async ({ api }) => {
      const send = (amount: number) =>
        api.fiat("invoices", { body: { amount, currency: "USD" }, headers: { "idempotency-key": "order" } })
      await send(5)
      return send(6)
    },
    ...conflict,
    says: ["the Idempotency-Key order", "repeat those fields"]
  },
  {
    made: "an externalId used again for another invoice",
    send: (of) => of.cryptoInvoice({ externalId: "order-1", amount: 6 }),
    ...conflict,
    says: ["the externalId order-1", "send another externalId"]
  }
]

const ids: ReadonlyArray<Mistake> = [
  {
    made: "an invoice's id at payouts",
    send: ({ api, invoiceId, timestamp }) =>
      api.call({ path: `${payoutsPath}/${invoiceId}`, timestamp: timestamp() }),
    ...unknown,
    says: ["there is no payout", "the id of a fiat invoice", "UUID"]
  },
  {
    made: "a payout's id at invoices",
    send: ({ api, payoutId }) => api.fiat(`invoices/${payoutId}`),
    ...unknown,
    says: ["there is no invoice", "the id of a payout", "inv_"]
  },
  {
    made: "an id that was cut off",
    send: ({ api }) => api.fiat("kyc/sessions/kyc_1"),
    ...unknown,
    says: ["there is no KYC session kyc_1: its id is kyc_ and 32 hexadecimal digits"]
  },
  {
    made: "the braces of the documents",
    send: ({ api }) => api.fiat("invoices/%7Bid%7D"),
    ...unknown,
    says: ["put the id itself"]
  },
  {
    made: "an own identifier for an id",
    send: ({ api, timestamp }) =>
      api.call({ path: "/api/v2/crypto/invoices/order-1", timestamp: timestamp() }),
    ...unknown,
    says: ["UUID", "?externalId="]
  },
  {
    made: "an empty externalId to look for",
    send: ({ api, timestamp }) =>
      api.call({ path: "/api/v2/crypto/invoices", query: "externalId=", timestamp: timestamp() }),
    ...invalid,
    says: ["externalId must not be empty"]
  },
  {
    made: "a deposit to an address of nobody",
    send: ({ api }) =>
      api.sandbox("crypto/deposits", { address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", amount: 5 }),
    ...unknown,
    says: ["there is no address", "one of your crypto invoices or transit wallets"]
  },
  {
    made: "cancelled twice",
    send: ({ api, cancelledId }) => api.fiat(`invoices/${cancelledId}/cancel`, { method: "POST" }),
    status: 409,
    code: "invalid_state",
    says: ["the invoice is cancelled", "while the invoice is pending"]
  }
]

const webhook = (
  made: string,
  body: object,
  refusal: Pick<Mistake, "status" | "code">,
  ...says: ReadonlyArray<string>
): Mistake => ({
  made,
  send: ({ api }) =>
    api.fiat("webhooks", { body: { url: "https://shop.example/other", events: ["invoice.paid"], ...body } }),
  ...refusal,
  says
})

const variable = "QUITTANCE_WEBHOOK_ALLOW_PRIVATE=1"

const webhooks: ReadonlyArray<Mistake> = [
  webhook(
    "a webhook to localhost",
    { url: "https://localhost:4000/h" },
    refusedUrl,
    "this machine",
    variable
  ),
  webhook(
    "a webhook to localhost over http",
    { url: "http://localhost:4000/h" },
    refusedUrl,
    "https://",
    variable
  ),
  webhook("a webhook over http", { url: "http://shop.example/h" }, refusedUrl, "https://", variable),
  webhook("a webhook to 127.0.0.1", { url: "https://127.0.0.1/h" }, refusedUrl, "not public", variable),
  webhook("a webhook to a private address", { url: "https://192.168.1.5/h" }, refusedUrl, "not public"),
  webhook("a webhook on port 8080", { url: "https://shop.example:8080/h" }, refusedUrl, "443, 8443"),
  webhook("a webhook without a scheme", { url: "shop.example/h" }, refusedUrl, "absolute URL", "https://"),
  webhook("an event that is misspelt", { events: ["invoice.payed"] }, invalid, "events.0", '"invoice.paid"'),
  webhook(
    "an event of the other family",
    { events: ["payout.completed"] },
    invalid,
    "events.0",
    '"invoice.paid"'
  ),
  webhook("all events by a star", { events: ["*"] }, invalid, "events.0", '"kyc.completed"'),
  webhook("events as a text", { events: "invoice.paid" }, invalid, "events must be a list", "is a text"),
  webhook("no events", { events: undefined }, invalid, "events is required"),
  webhook(
    "a webhook twice",
    { url: "https://SHOP.example/h" },
    { status: 409, code: "duplicate" },
    "url must be unique",
    "send another url"
  ),
  webhook(
    "a short secret",
    { secret: "abc" },
    { status: 422, code: "validation_failed" },
    "secret",
    "24 to 64 bytes"
  ),
  {
    made: "a test before the transit webhook is set",
    send: ({ api }) => api.transit("webhook/test", { body: { event: "payment.success" } }),
    status: 400,
    code: "webhook_not_configured",
    says: ["PUT /v1/webhook"]
  },
  {
    made: "a KYC result to localhost",
    send: ({ api }) =>
      api.fiat("kyc/sessions", { body: { level: "basic", webhookUrl: "http://localhost:4000" } }),
    ...refusedUrl,
    says: ["webhookUrl", variable]
  }
]

const kyc: ReadonlyArray<Mistake> = [
  {
    made: "a KYC level that is none",
    send: ({ api }) => api.fiat("kyc/sessions", { body: { level: "full" } }),
    ...invalid,
    says: ['level must be "basic" or "advanced"']
  },
  {
    made: "no KYC level",
    send: ({ api }) => api.fiat("kyc/sessions", { body: {} }),
    ...invalid,
    says: ["level is required"]
  },
  {
    made: "a path for a redirect",
    send: ({ api }) => api.fiat("kyc/sessions", { body: { level: "basic", redirectUrl: "/done" } }),
    status: 422,
    code: "validation_failed",
    says: ["redirectUrl", "absolute URL"]
  },
  {
    made: "hours for seconds",
    send: ({ api }) => api.sandbox("clock/advance", { hours: 1 }),
    ...invalid,
    says: ["seconds is required", "ignored: hours"]
  }
]

const listed = (made: string, query: string, ...says: ReadonlyArray<string>): Mistake => ({
  made,
  send: ({ api }) => api.fiat("invoices", { query }),
  ...invalid,
  says
})

const analysed = (made: string, query: string, ...says: ReadonlyArray<string>): Mistake => ({
  made,
  send: ({ api }) => api.fiat("analytics", { query }),
  ...invalid,
  says
})

const lists: ReadonlyArray<Mistake> = [
  listed("page 0", "page=0", "page must be a whole number from 1"),
  listed("limit 10000", "limit=10000", "limit must be a whole number from 1 to 100"),
  listed("a German date", "from=01.02.2026", "from", "2026-01-31T12:00:00Z"),
  listed("a Unix time", "from=1767225600", "from", "2026-01-31T12:00:00Z"),
  listed("a day that no month has", "from=2026-02-30", "from", "ISO 8601"),
  listed("a status in capitals", "status=PAID", "pending, paid, expired, cancelled"),
  {
    made: "a payout's status in small letters",
    send: (of) => of.payouts("status=completed"),
    ...invalid,
    says: ["PENDING, COMPLETED, FAILED"]
  },
  analysed("swapped bounds", "from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z", "from must be before to"),
  analysed("a time zone that is none", "timezone=Moscow", "timezone", "Europe/Berlin"),
  analysed("grouping by year", "groupBy=year", "hour, day, week, month"),
  analysed("hours of two weeks", "groupBy=hour&from=2026-01-01&to=2026-01-15", "at most 7 days"),
  analysed("more than a year", "from=2024-01-01&to=2026-01-15", "at most 366 days"),
  analysed(
    "five wrong parameters at once",
    "from=01.02.2026&to=soon&currency=usd&groupBy=year&timezone=Moscow",
    ...["from must be an ISO 8601", "to must be an ISO 8601", "currency must be one of USD"],
    ...["groupBy must be one of hour", "timezone must be the name"]
  ),
  analysed("figures of a currency in small letters", "currency=usd", "currency must be one of USD")
]

export const stateMistakes = [...keys, ...ids, ...webhooks, ...kyc, ...lists]
