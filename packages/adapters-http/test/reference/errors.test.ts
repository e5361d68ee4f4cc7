import { MemoryStore, SignatureImageRefused, StoreUnavailable } from "@quittance/core"
import { LedgerReader, MemorySignatureClassifier, StatementRefused, StoreHold } from "@quittance/core/adapter"
import { Effect, Layer } from "effect"
import { assert, describe, it } from "vitest"
import { errorCodesOf } from "../../src/reference/OpenApiDocument.ts"
import { type ErrorCode, errorCodes } from "../../src/refusal/ErrorCode.ts"
import { errorSampleOf } from "../../src/refusal/errorSamples.ts"
import { lineAccount, statementsOf } from "../LineStatements.ts"
import { mistakes } from "../mistakes/everyMistake.ts"
import { form, startBeginner } from "../mistakes/Mistake.ts"
import { operationsOf } from "../operations/operationTable.ts"
import { type ApiAnswer, startTestApi, type TestApi, type TestApiOptions } from "../TestApi.ts"

/** The mistake of `mistakes` that each example is of. */
const made: { readonly [Code in ErrorCode]?: string } = {
  invalid_request: "an amount in quotes",
  invalid_json: "a trailing comma",
  unsupported_network: "a network misspelt",
  invalid_address: "an address that is cut off",
  amount_out_of_range: "a payout above the limit",
  insufficient_funds: "a payout of more than there is",
  invalid_url: "a webhook to a private address",
  webhook_not_configured: "a test before the transit webhook is set",
  unsupported_image: "a PDF named .png",
  unauthorized: "curl without headers, fiat",
  signature_invalid: "a signature over the path with its query",
  timestamp_out_of_range: "a timestamp in seconds",
  signature_replayed: "a signature sent again with another idempotency key",
  forbidden: "a key without the scope",
  method_not_allowed: "a method that the path does not take",
  idempotency_conflict: "a key used again for another payout",
  invalid_state: "cancelled twice",
  duplicate: "a webhook twice",
  unsupported_media_type: "curl -d without -H",
  validation_failed: "an amount with three decimals"
}

interface Described {
  readonly content?: {
    readonly "application/json": {
      readonly examples?: { readonly [code: string]: { readonly $ref: string } }
    }
  }
}

const balance = { path: "/api/v2/crypto/balance" }
const balances = (read: LedgerReader["Service"]["balances"]): TestApiOptions => ({
  logLevel: "None",
  store: Layer.merge(MemoryStore.layer, Layer.succeed(LedgerReader, { balances: read }))
})

const upload = (api: TestApi) => {
  const { body, type } = form("file", "signature.png", "\x89PNG\r\n\x1a\n")
  return api.send(
    new Request("http://api.test/api/Signature/validate/upload", {
      method: "POST",
      headers: type,
      body: Buffer.from(body, "latin1")
    })
  )
}
/** A classifier that refuses every picture. */
const refusing = (fault: "unreadable" | "tooManyPixels"): TestApiOptions => ({
  providers: MemorySignatureClassifier.layer(() => Effect.fail(new SignatureImageRefused({ fault })))
})

/** What is no mistake, or takes a server of its own. */
const rare: {
  readonly [Code in ErrorCode]?: readonly [TestApiOptions, (api: TestApi) => Promise<ApiAnswer>]
} = {
  invalid_cursor: [{}, (api) => api.fiat("invoices", { query: "cursor=nothing" })],
  invalid_image: [refusing("unreadable"), upload],
  image_too_large: [refusing("tooManyPixels"), upload],
  ip_not_allowed: [
    { remoteAddress: () => "203.0.113.7" },
    async (api) => api.fiat("invoices", { key: await api.createKey({ allowedIps: ["198.51.100.0/24"] }) })
  ],
  not_found: [{}, (api) => api.fiat("invoices/inv_019bc1a85d2e7b3c9f104a6b8c2d7e91")],
  statement_refused: [
    {
      providers: statementsOf(() => {
        const path = "Stmt[1]/Acct"
        const message =
          "the statement is of the account DE02120300000000202051, and must be of DE89370400440532013000"
        return new StatementRefused({ line: 4, path, message })
      }),
      settings: { banks: [lineAccount] }
    },
    (api) => api.operator(`statements?account=${lineAccount.name}`, "!")
  ],
  payload_too_large: [{}, (api) => api.fiat("invoices", { body: " ".repeat(256 * 1024 + 1) })],
  limit_reached: [
    {},
    async (api) => {
      const register = (count: number) =>
        api.fiat("webhooks", { body: { url: `https://shop.example/${count}`, events: ["invoice.paid"] } })
      for (let count = 1; count <= 16; count++) await register(count)
      return register(17)
    }
  ],
  rate_limited: [
    {},
    async (api) => {
      for (let count = 1; count <= 20; count++) await api.fiat("analytics")
      return api.fiat("analytics")
    }
  ],
  internal_error: [balances(() => Effect.die("a defect")), (api) => api.call(balance)],
  service_unavailable: [
    balances(() => Effect.fail(new StoreUnavailable({ outcome: "notWritten", reason: "the disk is full" }))),
    (api) => api.call(balance)
  ],
  store_on_hold: [
    { logLevel: "None" },
    async (api) => {
      const hold = { reason: "This store is a backup.", since: 0 }
      await api.runtime.runPromise(
        Effect.flatMap(StoreHold, (store) => store.place(hold)) as Effect.Effect<void>
      )
      return api.createPayout()
    }
  ]
}

/** What a server answers to the mistake that the example of a code is of. */
const answerWith = async (code: ErrorCode): Promise<ApiAnswer> => {
  const [options, ask] = rare[code] ?? []
  if (ask !== undefined) {
    await using api = await startTestApi(options)
    return await ask(api)
  }
  const mistake = mistakes.find((each) => each.made === made[code])
  assert.isDefined(mistake, code)
  const beginner = await startBeginner()
  await using _ = beginner.api
  return await mistake.send(beginner)
}

/** The example has an id of its own. */
const withoutId = (body: { readonly requestId?: string }) =>
  JSON.parse(JSON.stringify(body).replaceAll(body.requestId ?? "none", "<id>"))

describe("the example of every refusal in the document", () => {
  for (const code of Object.keys(errorCodes) as ReadonlyArray<ErrorCode>)
    it(`${code}: is what a server answers`, async () => {
      const { body, status } = await answerWith(code)
      assert.strictEqual(status, errorCodes[code].status)
      assert.deepStrictEqual(withoutId(errorSampleOf(code, "http://api.test")), withoutId(body))
    })

  it("stands at every status with its code", async () => {
    await using api = await startTestApi()
    const { components, paths } = await api.document()
    for (const operation of await operationsOf(api)) {
      const { responses } = paths[operation.path][operation.method.toLowerCase()]
      const shown = Object.entries<Described>(responses).flatMap(([status, { content }]) =>
        Object.entries(content?.["application/json"].examples ?? {}).map(([code, { $ref }]) => {
          assert.strictEqual($ref, `#/components/examples/${code}`)
          const { value } = components.examples[code]
          assert.deepStrictEqual(value, errorSampleOf(code as ErrorCode, "http://api.test"))
          assert.strictEqual(String(errorCodes[code as ErrorCode].status), status)
          return code
        })
      )
      assert.sameMembers(shown, [...errorCodesOf(operation)])
    }
  })
})
