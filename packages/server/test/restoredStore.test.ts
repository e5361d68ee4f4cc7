import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import { pairFetch } from "./pairFetch.ts"
import { quittance, serveHere, temporaryFolder } from "./QuittanceProcess.ts"
import {
  type Credentials,
  payoutRequest,
  payoutsPath,
  type SignedRequest,
  signedFetch
} from "./signedFetch.ts"

/**
 * A processing side that keeps its law, and deposit addresses: both outside the store, so that no restore takes them
 * back.
 */
const outsideModule = (log: string): string => `
import { appendFileSync, existsSync, readFileSync } from "node:fs"
import { createHash } from "node:crypto"
const log = ${JSON.stringify(log)}
const all = () => existsSync(log) ? readFileSync(log, "utf8").trim().split("\\n").map((line) => JSON.parse(line)) : []
const named = (reference) => all().find((each) => each.reference === reference)
const completed = ({ reference }) => ({ _tag: "Completed", processingId: "outside-" + reference })
export const payoutProcessor = {
  submit: async ({ reference, payoutId, network, address, amountMinor }) => {
    if (named(reference) !== undefined) return { _tag: "Duplicate" }
    const transfer = { reference, payoutId, network, address, amountMinor: String(amountMinor), at: Date.now() }
    appendFileSync(log, JSON.stringify(transfer) + "\\n")
    return completed(transfer)
  },
  lookup: async (reference) => {
    const found = named(reference)
    return found === undefined ? { _tag: "NotFound" } : completed(found)
  },
  abandon: async () => ({ _tag: "TooLate" }),
  transfersSince: async (since) =>
    all().filter(({ at }) => at >= since).map((each) => ({ ...each, amountMinor: BigInt(each.amountMinor) }))
}
export const depositAddresses = {
  derive: async (network, salt) => "0x" + createHash("sha256").update(network + salt).digest("hex").slice(0, 40),
  transfers: async () => []
}
`

const keys = Array.from({ length: 20 }, (_, index) => `order-${index}`)

const invoicePath = "/api/v2/crypto/invoices"

const invoiceRequest = (externalId: string): SignedRequest => ({
  method: "POST",
  path: invoicePath,
  body: { amount: 50, network: "ethereum", externalId }
})

describe("a store that was restored from a copy, in live mode", () => {
  it("pays nothing twice and gives no address out twice, and waits for an operator before it does either", async () => {
    const folder = temporaryFolder()
    const database = join(folder, "quittance.db")
    const transfersLog = join(folder, "transfers.jsonl")
    const providers = join(folder, "providers.mjs")
    writeFileSync(providers, outsideModule(transfersLog))
    const configuration = join(folder, "quittance.config.json")
    writeFileSync(configuration, JSON.stringify({ rateLimits: { payouts: { burst: 2 * keys.length } } }))
    const variables = {
      QUITTANCE_CONFIG: configuration,
      QUITTANCE_MODE: "live",
      QUITTANCE_MASTER_KEY: Buffer.alloc(32, 7).toString("base64"),
      QUITTANCE_PROVIDERS: providers
    }
    const run = async (...args: ReadonlyArray<string>) => await quittance(args, folder, variables)
    const newKey = async (scopes: string): Promise<Credentials> => {
      const made = await run(
        "keys",
        "create",
        "--partner",
        "shop",
        "--scopes",
        scopes,
        "--bind",
        "none",
        "--json"
      )
      assert.strictEqual(made.status, 0, made.stderr)
      return JSON.parse(made.stdout)
    }
    const key = await newKey("crypto:read,crypto:write,payouts:write")
    const transitKey = await newKey("transit:read,transit:write")
    const funded = await run(
      "balance",
      "adjust",
      "--partner",
      "shop",
      "--amount",
      "1000",
      "--reason",
      "funds"
    )
    assert.strictEqual(funded.status, 0, funded.stderr)
    const copy = join(folder, "copy.db")
    copyFileSync(database, copy)

    const addressesOf = async (
      server: { readonly url: string },
      life: string
    ): Promise<ReadonlyArray<string>> => {
      const addresses: Array<string> = []
      for (const name of ["a", "b", "c"]) {
        const made = await signedFetch(server.url, key, invoiceRequest(`${name} of ${life}`))
        assert.strictEqual(made.status, 200, JSON.stringify(made.body))
        addresses.push(String((made.body.invoice as Record<string, unknown>).address))
      }
      const opened = await pairFetch(server.url, transitKey)("POST", "/v1/transit/wallets", {
        label: life,
        network: "ethereum"
      })
      return [...addresses, opened.wallet.address]
    }
    const payOut = async (server: { readonly url: string }): Promise<ReadonlyArray<string>> => {
      const ids: Array<string> = []
      for (const each of keys) {
        const { body, status } = await signedFetch(server.url, key, payoutRequest(each))
        assert.strictEqual(status, 200, JSON.stringify(body))
        ids.push(String((body.payout as Record<string, unknown>).id))
      }
      for (const id of ids) await untilCompleted(server.url, key, id)
      return ids
    }
    const transferCount = (): number =>
      existsSync(transfersLog) ? readFileSync(transfersLog, "utf8").trim().split("\n").length : 0

    const first = await serveHere(folder, variables)
    const firstAddresses = await addressesOf(first, "first life")
    const firstIds = await payOut(first)
    await first.stop()
    assert.strictEqual(transferCount(), 20)

    for (const end of ["", "-wal", "-shm"]) rmSync(`${database}${end}`, { force: true })
    copyFileSync(copy, database)
    placeHold(database)

    const second = await serveHere(folder, variables)
    const held = await signedFetch(second.url, key, payoutRequest("order-0"))
    assert.deepStrictEqual([held.status, codeOf(held.body)], [503, "store_on_hold"])
    const heldInvoice = await signedFetch(second.url, key, invoiceRequest("x"))
    assert.deepStrictEqual([heldInvoice.status, codeOf(heldInvoice.body)], [503, "store_on_hold"])

    const looked = await run("payouts", "release", "--json")
    assert.strictEqual(looked.status, 1, looked.stderr)
    const survey = JSON.parse(looked.stdout)
    assert.deepStrictEqual(
      survey.unknown.map(({ payoutId }: { readonly payoutId: string }) => payoutId),
      firstIds
    )
    assert.isFalse(survey.released)
    assert.include((await run("payouts", "release")).stdout, "quittance payouts release --accept-unknown")
    assert.strictEqual((await signedFetch(second.url, key, payoutRequest("order-0"))).status, 503)
    const released = await run("payouts", "release", "--accept-unknown")
    assert.strictEqual(released.status, 0, released.stdout)

    const secondIds = await payOut(second)
    assert.isEmpty(secondIds.filter((id) => firstIds.includes(id)))
    assert.strictEqual(transferCount(), 20, "whoever repeats gets the transfer that was made")
    const secondAddresses = await addressesOf(second, "second life")
    assert.strictEqual(new Set([...firstAddresses, ...secondAddresses]).size, 8)
    const clear = await run("payouts", "release", "--json")
    assert.deepInclude(JSON.parse(clear.stdout), { hold: null, unknown: [], different: [] })
    await second.stop()
    const verified = await run("ledger", "verify")
    assert.strictEqual(verified.status, 0, verified.stdout)
  }, 120_000)
})

const placeHold = (database: string): void => {
  const store = new DatabaseSync(database)
  store
    .prepare("INSERT INTO store_hold (id, reason, since) VALUES (1, ?, ?) ON CONFLICT DO NOTHING")
    .run("it was restored by hand", Date.now())
  store.close()
}

const codeOf = (body: Record<string, unknown>): unknown => (body.error as Record<string, unknown>).code

const untilCompleted = async (url: string, key: Credentials, id: string): Promise<void> => {
  for (;;) {
    const { body } = await signedFetch(url, key, { path: `${payoutsPath}/${id}` })
    if ((body.payout as Record<string, unknown> | undefined)?.status === "COMPLETED") return
  }
}
