import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { afterwards } from "@quittance/testing"
import { Effect, Layer, Option, Result } from "effect"
import { assert, describe, it } from "vitest"
import { tronAddress } from "../../services/Deployment.ts"

const sources = fileURLToPath(new URL("../../../src", import.meta.url))
const modules = fileURLToPath(new URL("../../../../../node_modules", import.meta.url))

/** Where each request is declared, and after which text a field of it is added. */
const declarations = [
  [
    "concepts/payout/PayoutRequest.ts",
    "export const payoutRequestOn = (offered: ReadonlyArray<Network>) =>\n  Schema.Struct({"
  ],
  ["concepts/cryptoInvoice/CryptoInvoiceRequest.ts", "Schema.Struct({"],
  ["concepts/invoice/InvoiceRequest.ts", "Schema.Struct({"],
  [
    "concepts/kyc/KycRequest.ts",
    "export const kycSessionRequest = (settings: SettingsShape) =>\n  Schema.Struct({"
  ],
  ["concepts/webhook/WebhookRequest.ts", "export const NewWebhook = Schema.Struct({"],
  [
    "concepts/transit/TransitWalletRequest.ts",
    "export const transitWalletRequestOn = (offered: ReadonlyArray<Network>) =>\n  Schema.Struct({"
  ]
] as const

type Entrances = typeof import("../../../src/index.ts") & typeof import("../../../src/adapter.ts")

/** The sources of core with an optional field more in every request and nothing else, as the next developer adds it. */
const withMemo = async (): Promise<Entrances> => {
  const folder = mkdtempSync(join(tmpdir(), "quittance-memo-"))
  afterwards(() => rmSync(folder, { recursive: true }))
  cpSync(sources, join(folder, "src"), { recursive: true })
  symlinkSync(modules, join(folder, "node_modules"))
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }')
  for (const [file, before] of declarations) {
    const path = join(folder, "src", file)
    const text = readFileSync(path, "utf8")
    assert.include(text, before, `${file} declares its request in another way: say here where`)
    writeFileSync(path, text.replace(before, `${before} memo: Schema.optionalKey(Schema.String),`))
  }
  const entrance = async (name: string) => import(pathToFileURL(join(folder, "src", name)).href)
  return { ...(await entrance("index.ts")), ...(await entrance("adapter.ts")) }
}

type Memo = { readonly memo?: string }
type Outcome = Effect.Effect<{ readonly replayed: boolean }, { readonly _tag: string }>

const url = "https://shop.test/hooks"

/** How each request is sent under a key. */
const started = async () => {
  const core = await withMemo()
  const { CryptoInvoices, Invoices, KycSessions, Payouts, TransitWallets, Webhooks, Batches } = core
  const providers = Layer.merge(
    core.MemoryBlobStore.layer,
    Layer.succeed(core.Pictures, {
      clean: () => Effect.die("no picture is shown here"),
      logo: () => Effect.die("no logo is shown here"),
      watermarked: () => Effect.die("no picture is shown here"),
      pages: () => Effect.die("no PDF is shown here")
    })
  )
  const settings = core.settingsOf({ mode: "sandbox", publicUrl: "http://api.test" })
  const layer = core.Quittance.layerSandboxWith(providers).pipe(
    Layer.provideMerge(Layer.mergeAll(core.MemoryStore.layer, core.Ids.layer)),
    Layer.provideMerge(core.AesGcmVault.layer(Buffer.alloc(32, 7).toString("base64"))),
    Layer.provideMerge(Layer.succeed(core.Settings, Result.getOrThrow(settings)))
  )
  const file = new TextEncoder().encode("amount,currency\n10,USD")
  const batch = {
    file,
    sendEmails: "none",
    defaultCurrency: Option.none(),
    defaultRedirectUrl: Option.none(),
    defaultCancelUrl: Option.none()
  } as const
  return Effect.gen(function* () {
    const keys = yield* core.ApiKeys
    const { partnerId } = yield* keys.create({ partner: "acme" })
    yield* (yield* core.Balances).adjust(partnerId, { amount: 1000, reason: "test" })
    const payouts = yield* Payouts
    const cryptoInvoices = yield* CryptoInvoices
    const invoices = yield* Invoices
    const sessions = yield* KycSessions
    const webhooks = yield* Webhooks
    const wallets = yield* TransitWallets
    const batches = yield* Batches
    const ways: Readonly<Record<string, (memo: Memo) => Outcome>> = {
      payout: (memo) =>
        payouts.create(partnerId, "k", { amount: 10, address: tronAddress, network: "tron", ...memo }),
      cryptoInvoice: (memo) =>
        cryptoInvoices.create(partnerId, { amount: 10, network: "tron", externalId: "k", ...memo }),
      invoice: (memo) => invoices.create(partnerId, "k", { amount: 10, currency: "USD", ...memo }),
      kycSession: (memo) => sessions.create(partnerId, { level: "basic", ...memo }, "k"),
      webhook: (memo) => webhooks.create(partnerId, { url, events: ["invoice.paid"], ...memo }, "k"),
      transitWallet: (memo) => wallets.create(partnerId, { label: "shop", network: "tron", ...memo }, "k"),
      batch: (memo) => batches.import(partnerId, { ...batch, ...memo }, "k")
    }
    return ways
  }).pipe(Effect.provide(layer), Effect.scoped)
}

const outcomeOf = (sent: Outcome) =>
  Effect.match(sent, {
    onFailure: ({ _tag }) => _tag,
    onSuccess: ({ replayed }) => (replayed ? "repeated" : "new")
  })

describe("a field that is added to a request", () => {
  it("is compared from then on, without a change anywhere else: another value under the key is refused", async () => {
    const ways = await Effect.runPromise(await started())
    for (const [name, send] of Object.entries(ways)) {
      const outcomes: Array<string> = []
      for (const memo of [{ memo: "one" }, { memo: "one" }, { memo: "two" }, {}])
        outcomes.push(await Effect.runPromise(outcomeOf(send(memo))))
      assert.deepStrictEqual(
        outcomes,
        ["new", "repeated", "IdempotencyConflict", "IdempotencyConflict"],
        name
      )
    }
  })
})
