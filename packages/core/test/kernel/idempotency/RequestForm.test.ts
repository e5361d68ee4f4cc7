import { Option, Result } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { type BatchImport, batchForm } from "../../../src/concepts/batch/BatchImport.ts"
import {
  type CryptoInvoiceRequest,
  cryptoInvoiceDecoder,
  cryptoInvoiceForm
} from "../../../src/concepts/cryptoInvoice/CryptoInvoiceRequest.ts"
import {
  type InvoiceRequest,
  invoiceDecoder,
  invoiceForm
} from "../../../src/concepts/invoice/InvoiceRequest.ts"
import {
  type KycSessionRequest,
  kycSessionDecoder,
  kycSessionForm
} from "../../../src/concepts/kyc/KycRequest.ts"
import { payoutTexts } from "../../../src/concepts/payout/PayoutRecord.ts"
import {
  decodePayoutRequest,
  type PayoutRequest,
  payoutForm
} from "../../../src/concepts/payout/PayoutRequest.ts"
import { payoutClaims } from "../../../src/concepts/payout/payoutNames.ts"
import { settingsOf } from "../../../src/concepts/settings/Settings.ts"
import {
  decodeTransitWallet,
  type NewTransitWallet,
  transitWalletForm
} from "../../../src/concepts/transit/TransitWalletRequest.ts"
import { decodeWebhook, type NewWebhook, webhookForm } from "../../../src/concepts/webhook/WebhookRequest.ts"
import { fingerprintOf, type RequestForm, requestForm } from "../../../src/kernel/idempotency/Idempotency.ts"
import { WrittenNumber } from "../../../src/kernel/money/WrittenNumber.ts"
import { holds } from "../../holds.ts"

interface Artificial {
  readonly a?: unknown
  readonly b?: unknown
}
const plain = requestForm<Artificial>(payoutClaims.create)
const ofNothing = fingerprintOf({})

describe("the form of a request", () => {
  it("takes each field as it is, and none that is absent, null or an empty Option", () => {
    assert.strictEqual(plain.fingerprint({}), ofNothing)
    for (const absent of [undefined, null, Option.none()])
      assert.strictEqual(plain.fingerprint({ a: absent, b: 1 }), fingerprintOf({ b: 1 }))
    const request = { a: "x", b: { d: [1, { f: true, e: null }], c: undefined } }
    assert.strictEqual(
      plain.fingerprint(request),
      fingerprintOf({ b: { d: [1, { e: null, f: true }] }, a: "x" })
    )
    assert.strictEqual(plain.fingerprint({ a: Option.some(5) }), fingerprintOf({ a: 5 }))
    assert.strictEqual(plain.fingerprint({ a: 5n }), fingerprintOf({ a: "5" }))
  })

  it("tells numbers apart that no double does, and bytes by their content", () => {
    const written = (text: string) => plain.fingerprint({ a: { deep: [new WrittenNumber(text)] } })
    assert.notStrictEqual(written("1.99999999999999999999"), written("1.99999999999999999998"))
    assert.notStrictEqual(written("1e400"), written("1e401"))
    const bytes = (...content: ReadonlyArray<number>) => plain.fingerprint({ a: new Uint8Array(content) })
    assert.strictEqual(bytes(1, 2), bytes(1, 2))
    assert.notStrictEqual(bytes(1, 2), bytes(2, 1))
  })

  it("differs whenever the JSON of a field does, however deep", () =>
    holds(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const isSame = fingerprintOf({ a: one ?? undefined }) === fingerprintOf({ a: other ?? undefined })
        assert.strictEqual(plain.fingerprint({ a: one }) === plain.fingerprint({ a: other }), isSame)
      })
    ))

  it("stops at what would all be the same: data of other kinds, and two fields under one name", () => {
    for (const value of [new Date(0), new Map([[1, 2]]), new Set([1]), new URL("https://a.example")])
      assert.throws(() => plain.fingerprint({ a: value }), /declare a deviation/)
    const same = requestForm<Artificial>(payoutClaims.create, { a: ({ a }) => ({ b: a }) })
    assert.throws(() => same.fingerprint({ a: 1, b: 1 }), /two fields of payout.create .* as b/)
  })

  it("takes what is declared in place of a field, also where it is absent", () => {
    const form = requestForm<Artificial>(payoutClaims.create, { a: ({ a }) => ({ other: a ?? "default" }) })
    assert.strictEqual(form.fingerprint({}), fingerprintOf({ other: "default" }))
    assert.strictEqual(form.fingerprint({ a: 1, b: 2 }), fingerprintOf({ other: 1, b: 2 }))
  })
})

const settings = Result.getOrThrow(settingsOf({ mode: "sandbox", publicUrl: "http://api.test" }))
const url = "https://shop.test/hooks"

/** For each field a value, and another one that is another request. The types ask for every field. */
interface Changes<Request> {
  readonly form: RequestForm<Request>
  readonly decode: (input: unknown) => Result.Result<Request, unknown>
  readonly least: object
  readonly values: { readonly [Field in keyof Required<Request>]: readonly [unknown, unknown] }
  /** The field that is the key itself. */
  readonly key?: keyof Request
}

/** Any text is another one than a longer. */
const textValues = <Texts extends object>(texts: Texts) =>
  Object.fromEntries(Object.keys(texts).map((name) => [name, ["", " "]])) as unknown as {
    readonly [Field in keyof Texts]: readonly [unknown, unknown]
  }

const payout: Changes<PayoutRequest> = {
  form: payoutForm,
  decode: decodePayoutRequest,
  least: { amount: 10, address: "a", network: "tron" },
  values: {
    amount: [10, 10.000001],
    address: ["a", "A"],
    network: ["tron", "bsc"],
    ...textValues(payoutTexts.request)
  }
}
const cryptoInvoice: Changes<CryptoInvoiceRequest> = {
  form: cryptoInvoiceForm,
  decode: cryptoInvoiceDecoder(settings),
  least: { amount: 10, network: "tron", externalId: "k" },
  key: "externalId",
  values: {
    amount: [10, 10.000001],
    network: ["tron", "bsc"],
    externalId: ["k", "l"],
    successUrl: [url, `${url}/`],
    cancelUrl: [url, `${url}/`],
    description: ["", "a"],
    customerName: ["Ann", "ann"],
    customerEmail: ["ann@a.example", "Ann@a.example"],
    expiresInMinutes: [60, 61]
  }
}
const invoice: Changes<InvoiceRequest> = {
  form: invoiceForm,
  decode: invoiceDecoder(settings),
  least: { amount: 10, currency: "USD" },
  values: {
    amount: [10, 10.01],
    currency: ["USD", "EUR"],
    description: ["", "a"],
    metadata: [{ a: 1 }, { a: "1" }],
    expiresAt: ["2026-01-16T12:00:00Z", "2026-01-16T12:00:00.001Z"],
    redirectUrl: [url, `${url}/`],
    cancelUrl: [url, `${url}/`]
  }
}
const kycSession: Changes<KycSessionRequest> = {
  form: kycSessionForm,
  decode: kycSessionDecoder(settings),
  least: { level: "basic" },
  values: {
    level: ["basic", "advanced"],
    locale: ["ru", "kz"],
    redirectUrl: [url, `${url}/`],
    metadata: [{ a: [1] }, { a: [2] }],
    webhookUrl: [url, `${url}/`],
    callbackUrl: [url, `${url}/`],
    notificationUrl: [url, `${url}/`]
  }
}
const webhook: Changes<NewWebhook> = {
  form: webhookForm,
  decode: decodeWebhook,
  least: { url, events: ["invoice.paid"] },
  values: {
    url: [url, `${url}/`],
    events: [["invoice.paid"], ["invoice.paid", "invoice.created"]],
    secret: ["a secret of my own, long enough", "a secret of my own, long enough!"],
    active: [true, false]
  }
}
const transitWallet: Changes<NewTransitWallet> = {
  form: transitWalletForm,
  decode: decodeTransitWallet,
  least: { label: "a", network: "tron" },
  values: { label: ["a", "A"], network: ["tron", "bsc"] }
}
const file = new Uint8Array([1])
const batch: Changes<BatchImport> = {
  form: batchForm,
  decode: (input) => Result.succeed(input as BatchImport),
  least: {
    file,
    sendEmails: "none",
    defaultCurrency: Option.none(),
    defaultRedirectUrl: Option.none(),
    defaultCancelUrl: Option.none()
  },
  values: {
    file: [file, new Uint8Array([2])],
    sendEmails: ["none", "send"],
    defaultCurrency: [Option.some("USD"), Option.some("EUR")],
    defaultRedirectUrl: [Option.some(url), Option.some(`${url}/`)],
    defaultCancelUrl: [Option.some(url), Option.some(`${url}/`)]
  }
}

const changes = { payout, cryptoInvoice, invoice, kycSession, webhook, transitWallet, batch }

describe.each(Object.entries(changes as Record<string, Changes<object>>))("of a %s", (_name, each) => {
  const { decode, form, key, least } = each
  const values: ReadonlyArray<readonly [string, readonly [unknown, unknown]]> = Object.entries(each.values)
  const fingerprint = (change: object) => form.fingerprint(Result.getOrThrow(decode({ ...least, ...change })))

  it("every field is compared but the one that is the key", () => {
    for (const [field, [one, other]] of values) {
      const [first, second] = [fingerprint({ [field]: one }), fingerprint({ [field]: other })]
      if (field === key) assert.strictEqual(first, second, field)
      else assert.notStrictEqual(first, second, field)
    }
  })

  it("is decoded with nothing that was not sent: a default that is filled in would change what older requests are compared by", () => {
    for (const sent of [least, ...values.map(([field, [value]]) => ({ ...least, [field]: value }))]) {
      const decoded = Object.entries(Result.getOrThrow(decode(sent)))
      const present = decoded.flatMap(([field, value]) => (value === undefined ? [] : [field]))
      assert.sameMembers(present, Object.keys(sent))
    }
  })
})
