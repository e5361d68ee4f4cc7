import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { accountOf, payer, payerKey, SilentToken, startNetwork } from "@quittance/adapters-evm/testing"
import { verifyWebhook } from "@quittance/webhook-receiver"
import { EventReceiver } from "./EventReceiver.ts"
import { KilledServer } from "./KilledServer.ts"
import { pairFetch } from "./pairFetch.ts"
import { quittance, temporaryFolder } from "./QuittanceProcess.ts"
import {
  advanceClock,
  type Credentials,
  payoutsPath,
  type SignedRequest,
  signedFetch
} from "./signedFetch.ts"

type Json = Record<string, unknown>

/** What `/readyz` says. */
interface Readiness {
  readonly status: string
  readonly reasons: ReadonlyArray<{ readonly code: string; readonly message: string }>
}

const customer = accountOf(2).address
const recipientOf = (number: number) => accountOf(5 + number).address
const invoicesPath = "/api/v2/crypto/invoices"

/** A server that acts on a chain of this machine by itself, a partner of it, and the chain. */
const setUp = async (mode: "live" | "sandbox") => {
  const { chain, network, token } = await startNetwork(SilentToken, 6)
  await chain.mined(await chain.mint(token, customer, 1_000_000_000n))
  const folder = temporaryFolder()
  const { chainId, confirmations, finality, rpcUrls, treasury } = network
  const ethereum = { rpcUrls, chainId, confirmations, finality, treasury, token: network.token }
  // The test asks until something is so, as fast as it can.
  const often = { rate: "100000/s", burst: 1_000_000 }
  const rateLimits = { reads: often, writes: often }
  writeFileSync(join(folder, "quittance.config.json"), JSON.stringify({ networks: { ethereum }, rateLimits }))
  writeFileSync(join(folder, "wallet.key"), `${payerKey}\n`, { mode: 0o600 })
  const variables = {
    QUITTANCE_MODE: mode,
    QUITTANCE_WEBHOOK_ALLOW_PRIVATE: mode === "sandbox" ? "1" : "0",
    QUITTANCE_MASTER_KEY: Buffer.alloc(32, 7).toString("base64"),
    QUITTANCE_CONFIG: join(folder, "quittance.config.json")
  }
  /** What a command says in JSON. It must succeed. */
  const run = async (...args: ReadonlyArray<string>): Promise<Json> => {
    const { status, stderr, stdout } = await quittance([...args, "--json"], folder, variables)
    assert.strictEqual(status, 0, stdout + stderr)
    return JSON.parse(stdout)
  }
  /** What a command says to people. */
  const printed = async (...args: ReadonlyArray<string>): Promise<string> =>
    (await quittance(args, folder, variables)).stdout
  /** What a command says in JSON while the chain makes a block for each transaction. */
  const mining = async (...args: ReadonlyArray<string>): Promise<Json> => {
    await chain.anvil.rpc("evm_setAutomine", [true])
    const said = await run(...args)
    await chain.anvil.rpc("evm_setAutomine", [false])
    return said
  }
  const onNetwork = ["--network", network.name]
  await run("wallet", "import", ...onNetwork, "--key-file", join(folder, "wallet.key"))
  await mining("chain", "deploy", ...onNetwork)
  const keyWith = async (scopes: string) =>
    (await run(
      "keys",
      "create",
      "--partner",
      "shop",
      "--scopes",
      scopes,
      "--bind",
      "none"
    )) as unknown as Credentials
  const key = await keyWith("crypto:read,crypto:write,payouts:write")
  const server = await KilledServer.start(folder, variables)

  const ask = async (request: SignedRequest): Promise<Json> => {
    const { body, status } = await signedFetch((await server.running).url, key, request)
    assert.strictEqual(status, 200, JSON.stringify(body))
    return (body.invoice ?? body.payout ?? body) as Json
  }
  /** Asks until it is so. */
  const until = async (path: string, isSo: (found: Json) => boolean): Promise<Json> => {
    while (true) {
      const found = await ask({ path })
      if (isSo(found)) return found
    }
  }
  const createInvoice = () =>
    ask({
      method: "POST",
      path: invoicesPath,
      body: { amount: 100, network: network.name, externalId: "order-1" }
    })
  const pay = ({ address }: Json) =>
    chain.write(token, "transfer", [address, 100_000_000n], { from: customer })
  const payOut = (number: number) =>
    ask({
      method: "POST",
      path: payoutsPath,
      body: { amount: 10 + number, address: recipientOf(number), network: network.name, note: "" },
      idempotencyKey: `payout-${number}`
    })
  const isOffered = async () => {
    const { pending } = (await chain.anvil.rpc("txpool_status")) as { readonly pending: string }
    return Number(pending) > 0
  }
  return {
    chain,
    token,
    network,
    onNetwork,
    keyWith,
    server,
    run,
    printed,
    mining,
    ask,
    until,
    createInvoice,
    pay,
    payOut,
    isOffered
  }
}

describe("a live network", () => {
  it("brings an invoice and payouts to their end, also when the server is killed in between", {
    timeout: 120_000
  }, async () => {
    const {
      ask,
      chain,
      createInvoice,
      isOffered,
      mining,
      network,
      onNetwork,
      pay,
      payOut,
      run,
      server,
      token,
      until
    } = await setUp("live")

    const invoice = await createInvoice()
    const ofInvoice = `${invoicesPath}/${invoice.id}`
    await pay(invoice)
    const steps: Array<readonly [unknown, unknown]> = []
    for (let block = 1; block <= network.confirmations; block++) {
      await chain.mine()
      const { confirmations, status } = await until(ofInvoice, (found) => found.confirmations === block)
      steps.push([confirmations, status])
    }
    assert.deepStrictEqual(steps, [
      [1, "confirming"],
      [2, "confirming"],
      [3, "paid"]
    ])

    const ready = (await (await fetch(`${(await server.running).url}/readyz`)).json()) as Json
    const place = { block: await chain.head() }
    const { ethereum } = ready["chains"] as { readonly ethereum: Json }
    assert.containSubset(ethereum, {
      // Its blocks are years old.
      status: "degraded",
      ...{
        head: place,
        cursor: place,
        faults: ["the newest block that its nodes show is older than 5 minutes"]
      },
      nodes: [{ host: new URL(network.rpcUrls[0]).host, answers: true, lastError: null }]
    })

    const first = await payOut(0)
    // The first one is in the pool of the node and in no block, the second one was just accepted.
    while (!(await isOffered())) await ask({ path: `${payoutsPath}/${first.id}` })
    const second = await payOut(1)
    server.kill()
    await server.running
    assert.strictEqual((await payOut(1)).id, second.id)
    for (const [number, { id }] of [first, second].entries()) {
      while (Number(await chain.balanceOf(token, recipientOf(number))) === 0) {
        await ask({ path: `${payoutsPath}/${id}` })
        if (await isOffered()) await chain.mine()
      }
      await chain.mine(2)
    }
    for (const [number, { id }] of [first, second].entries()) {
      const { status } = await until(`${payoutsPath}/${id}`, (found) =>
        /^(?!pend|proc)/i.test(String(found.status))
      )
      assert.strictEqual(status, "COMPLETED")
      assert.strictEqual(
        await chain.balanceOf(token, recipientOf(number)),
        10_000_000n + BigInt(number) * 1_000_000n
      )
    }
    const made = await chain.anvil.rpc("eth_getTransactionCount", [payer.address, "latest"])
    assert.strictEqual(Number(made), 3, "the contract and two payouts")

    assert.deepInclude(await run("chain", "reconcile", ...onNetwork), { ok: true, differences: [] })
    await run("ledger", "verify")
    assert.isAbove(Number((await run("chain", "status", ...onNetwork)).spent), 0)
    assert.deepInclude(await mining("chain", "sweep", ...onNetwork), { addresses: 1, amount: "100" })
    assert.strictEqual(await chain.balanceOf(token, network.treasury as `0x${string}`), 100_000_000n)
    assert.strictEqual(await (await server.running).stop(), 0)
    assert.deepInclude(await run("chain", "reconcile", ...onNetwork), { ok: true, differences: [] })
    await run("ledger", "verify")
  })

  it("tells a webhook what the network did", { timeout: 120_000 }, async () => {
    // Live mode calls no receiver on this machine; a sandbox on a test chain does the same work.
    const { chain, createInvoice, isOffered, keyWith, network, pay, payOut, server, until } =
      await setUp("sandbox")
    const receiver = await EventReceiver.open()
    const events = ["crypto.invoice.confirming", "crypto.invoice.paid", "payout.completed"]
    const transit = pairFetch((await server.running).url, await keyWith("transit:read,transit:write"))
    await transit("PUT", "/v1/webhook", { url: receiver.url, events, enabled: true })
    const { secret } = await transit("POST", "/v1/webhook/rotate-secret")

    const invoice = await createInvoice()
    await pay(invoice)
    await chain.mine()
    await receiver.arrived(0)
    await chain.mine(network.confirmations - 1)
    await receiver.arrived(1)
    const payout = await payOut(0)
    while (!(await isOffered())) await until(`${payoutsPath}/${payout.id}`, () => true)
    await chain.mine(3)
    await receiver.arrived(2)

    const delivered = await Promise.all(
      receiver.all.map(async ({ body, headers }) => {
        const { data, type } = await verifyWebhook(body, headers, secret)
        return [type, data.object.id]
      })
    )
    assert.deepStrictEqual(delivered, [
      ["crypto.invoice.confirming", invoice.id],
      ["crypto.invoice.paid", invoice.id],
      ["payout.completed", payout.id]
    ])
    assert.strictEqual(await (await server.running).stop(), 0)
  })

  it("tells an operator why a payout waits, by all that look at it, until it does not", {
    timeout: 120_000
  }, async () => {
    const { chain, keyWith, network, onNetwork, payOut, run, server, printed, until } = await setUp("sandbox")
    const { url } = await server.running
    const clockKey = await keyWith("payments:write")
    const coins = (wei: string) => chain.anvil.rpc("anvil_setBalance", [payer.address, wei])
    const ready = async () => (await (await fetch(`${url}/readyz`)).json()) as Readiness
    /** Time passes until it is so. */
    const later = async (isSo: (found: Readiness) => boolean): Promise<Readiness> => {
      for (;;) {
        const found = await ready()
        if (isSo(found)) return found
        await advanceClock(url, clockKey, 10)
      }
    }
    const has = (code: string) => (found: Readiness) => found.reasons.some((each) => each.code === code)

    await run("balance", "adjust", "--partner", "shop", "--amount", "100", "--reason", "test")
    await coins("0x1")
    const { id } = await payOut(0)
    const { reasons, status } = await later(has("gas"))
    assert.strictEqual(status, "degraded")
    const sentence = `${network.name} wait: the wallets have too little of the network's coin to pay for gas. quittance chain status --network ${network.name} shows what they have`
    assert.deepInclude(reasons, { code: "gas", message: `payouts on ${sentence}` })
    const metrics = await (await fetch(`${url}/metrics`)).text()
    assert.match(metrics, /^quittance_payouts\{step="submitted"\} 1$/m)
    const age = Number(/^quittance_payout_oldest_age_seconds (\S+)$/m.exec(metrics)?.[1])
    assert.isAbove(age, 30)
    assert.include(await printed("payouts", "show", String(id)), `\nPayouts on ${sentence}.\n`)

    await run("chain", "pause", ...onNetwork)
    assert.deepInclude((await later(has("hold"))).reasons, {
      code: "hold",
      message: `${network.name} is paused: nothing is signed until quittance chain resume ${onNetwork.join(" ")}`
    })
    const paused = await printed("payouts", "show", String(id))
    assert.include(paused, `\n${network.name} is paused: nothing is signed until`)
    assert.notInclude(paused, "Payouts on")
    await run("chain", "resume", ...onNetwork)

    await coins("0xde0b6b3a7640000")
    await later(({ status }) => status === "ready")
    while (Number(((await chain.anvil.rpc("txpool_status")) as Json)["pending"]) === 0)
      await advanceClock(url, clockKey, 10)
    await chain.mine(3)
    await until(`${payoutsPath}/${id}`, (found) => found.status === "COMPLETED")
    assert.notInclude(await printed("payouts", "show", String(id)), "wait:")
    assert.strictEqual(await (await server.running).stop(), 0)
  })
})
