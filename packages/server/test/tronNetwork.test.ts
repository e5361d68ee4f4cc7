import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { payerKey, personOf, startTron } from "@quittance/adapters-tron/testing"
import { assert, describe, it } from "vitest"
import { KilledServer } from "./KilledServer.ts"
import { quittance, temporaryFolder } from "./QuittanceProcess.ts"
import { type Credentials, payoutsPath, type SignedRequest, signedFetch } from "./signedFetch.ts"

type Json = Record<string, unknown>

const invoicesPath = "/api/v2/crypto/invoices"
const onNetwork = ["--network", "tron"]

describe("a network of TRON", () => {
  it("is set up, takes deposits, pays out, is swept and agrees with the books, also when the server is killed", {
    timeout: 120_000
  }, async () => {
    const { balanceOf, chain, deposit, mine, network } = await startTron()
    const folder = temporaryFolder()
    const { chainId, confirmations, finality, rpcUrls, token, treasury } = network
    const tron = { rpcUrls, chainId, confirmations, finality, treasury, token }
    // The test asks until something is so, as fast as it can.
    const rateLimits = { reads: { rate: "100000/s", burst: 1_000_000 } }
    writeFileSync(join(folder, "quittance.config.json"), JSON.stringify({ networks: { tron }, rateLimits }))
    writeFileSync(join(folder, "wallet.key"), `${payerKey}\n`, { mode: 0o600 })
    const variables = {
      QUITTANCE_MODE: "live",
      QUITTANCE_MASTER_KEY: Buffer.alloc(32, 7).toString("base64"),
      QUITTANCE_CONFIG: join(folder, "quittance.config.json")
    }
    const run = async (...args: ReadonlyArray<string>): Promise<Json> => {
      const { status, stderr, stdout } = await quittance([...args, "--json"], folder, variables)
      assert.strictEqual(status, 0, stdout + stderr)
      return JSON.parse(stdout)
    }
    await run("wallet", "import", ...onNetwork, "--key-file", join(folder, "wallet.key"))
    mine(true)
    const { factory } = await run("chain", "deploy", ...onNetwork)
    mine(false)
    assert.match(String(factory), /^T/)
    assert.deepInclude(await run("chain", "deploy", ...onNetwork), { factory, txHash: null })
    const scopes = "crypto:read,crypto:write,payouts:write"
    const key = (await run(
      ...["keys", "create", "--partner", "shop", "--scopes", scopes, "--bind", "none"]
    )) as unknown as Credentials
    const server = await KilledServer.start(folder, variables)

    const ask = async (request: SignedRequest): Promise<Json> => {
      const { body, status } = await signedFetch((await server.running).url, key, request)
      assert.strictEqual(status, 200, JSON.stringify(body))
      return (body.invoice ?? body.payout ?? body) as Json
    }
    const until = async (path: string, isSo: (found: Json) => boolean): Promise<Json> => {
      while (true) {
        const found = await ask({ path })
        if (isSo(found)) return found
      }
    }

    const { address: deposited, id } = await ask({
      method: "POST",
      path: invoicesPath,
      body: { amount: 100, network: "tron", externalId: "order-1" }
    })
    deposit(String(deposited), 100_000_000n)
    const statuses: Array<unknown> = []
    for (let block = 1; block <= confirmations; block++) {
      if (block > 1) chain.produce()
      const found = await until(`${invoicesPath}/${id}`, (each) => each.confirmations === block)
      statuses.push(found.status)
    }
    assert.deepStrictEqual(statuses, ["confirming", "confirming", "paid"])

    const payOut = (number: number, address = personOf(number)) =>
      ask({
        method: "POST",
        path: payoutsPath,
        body: { amount: 10 + number, address, network: "tron", note: "" },
        idempotencyKey: `payout-${number}`
      })
    const first = await payOut(1)
    while (chain.waiting.length === 0) await ask({ path: `${payoutsPath}/${first.id}` })
    const second = await payOut(2)
    server.kill()
    await server.running
    assert.strictEqual((await payOut(2)).id, second.id)
    while ([1, 2].some((number) => balanceOf(personOf(number)) === 0n)) {
      await ask({ path: `${payoutsPath}/${second.id}` })
      if (chain.waiting.length > 0) chain.produceMany(4)
    }
    for (const [index, { id }] of [first, second].entries()) {
      const { status, txHash } = await until(`${payoutsPath}/${id}`, (each) => each.status !== "PENDING")
      assert.strictEqual(status, "COMPLETED")
      assert.match(String(txHash), /^[0-9a-f]{64}$/)
      assert.strictEqual(balanceOf(personOf(index + 1)), BigInt(11 + index) * 1_000_000n)
    }
    for (const address of [treasury, token.address, String(deposited)]) {
      const { body, status } = await signedFetch((await server.running).url, key, {
        method: "POST",
        path: payoutsPath,
        body: { amount: 10, address, network: "tron", note: "" },
        idempotencyKey: `forbidden-${address}`
      })
      assert.deepStrictEqual([status, (body.error as Json).code], [400, "invalid_address"])
    }

    mine(true)
    const swept = await run("chain", "sweep", ...onNetwork)
    assert.deepInclude(swept, { addresses: 1, amount: "100" })
    assert.strictEqual(balanceOf(treasury), 100_000_000n)
    const status = await run("chain", "status", ...onNetwork)
    assert.containSubset(status, { factory, isPaused: false })
    assert.isAbove(Number(status.spent), 0)
    assert.deepInclude(await run("chain", "reconcile", ...onNetwork), { ok: true, differences: [] })
    assert.strictEqual(await (await server.running).stop(), 0)
    await run("ledger", "verify")
  })
})
