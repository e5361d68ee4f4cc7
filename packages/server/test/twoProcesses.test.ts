import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { ChainOperators, EvmNetworks } from "@quittance/adapters-evm"
import { deployFactory, payer, payerKey, SilentToken, startNetwork } from "@quittance/adapters-evm/testing"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { createQuittance, defaultNetworks, SandboxClock } from "@quittance/core"
import { addressOfBytes, ChainNetworks, chainJobs, WorkQueue } from "@quittance/core/adapter"
import { afterwards, temporaryFolder } from "@quittance/testing"
import { Clock, Effect } from "effect"

const masterKey = Buffer.alloc(32, 7).toString("base64")
const leaseMillis = 30_000

/** Several processes' worth of services on one store and one wallet. They work when told. */
const setUp = async () => {
  const { chain, network, token } = await startNetwork(SilentToken, 6)
  await deployFactory(chain, network)
  const filename = join(temporaryFolder(), "quittance.db")
  const startProcess = async () => {
    const host = await createQuittance({
      store: SqliteStore.layer({ filename, mode: "sandbox" }),
      masterKey,
      chains: EvmNetworks.layer({ networks: [network] }),
      workers: false,
      settings: { mode: "sandbox", networks: defaultNetworks.filter(({ name }) => name === network.name) }
    })
    let closing: Promise<void> | undefined
    const close = () => {
      closing ??= host.close()
      return closing
    }
    afterwards(close)
    const run = <A>(
      effect: Effect.Effect<A, unknown, ChainNetworks | ChainOperators | SandboxClock | WorkQueue>
    ) => host.runtime.runPromise(effect as Effect.Effect<A, unknown, WorkQueue>)
    return {
      ...host,
      close,
      run,
      pass: (millis: number) => run(Effect.flatMap(SandboxClock, (clock) => clock.advance(millis)))
    }
  }
  const first = await startProcess()
  const second = await startProcess()
  await first.run(
    Effect.flatMap(ChainOperators, (operators) =>
      Effect.andThen(operators.importWallet(network.name, payerKey), operators.deploy(network.name))
    )
  )
  const { id: partnerId } = await first.partners.ensure("shop")
  await first.balances.adjust(partnerId, { amount: 10_000, reason: "funds" })

  const paid: Array<{
    readonly address: `0x${string}`
    readonly amount: number
    readonly id: Promise<string>
  }> = []
  const payOut = async (process: typeof first) => {
    const number = paid.length + 1
    const address = addressOfBytes("evm", new Uint8Array(20).fill(number)) as `0x${string}`
    const amount = 10 + number
    const request = { amount, address, network: network.name, note: "" }
    paid.push({
      address,
      amount,
      id: process.payouts.create(partnerId, `payout-${number}`, request).then(({ id }) => id)
    })
    await paid.at(-1)?.id
  }
  /** All that was paid out, each once, in slots without a gap. */
  const provePaid = async () => {
    for (const { address, amount, id } of paid) {
      assert.strictEqual(await chain.balanceOf(token, address), BigInt(amount) * 1_000_000n, address)
      assert.strictEqual((await first.payouts.get(partnerId, await id)).status, "COMPLETED")
    }
    const made = await chain.anvil.rpc("eth_getTransactionCount", [payer.address, "latest"])
    assert.strictEqual(Number(made), paid.length)
  }
  const offered = async () => {
    const { pending } = (await chain.anvil.rpc("txpool_status")) as { readonly pending: string }
    return Number(pending)
  }
  return { chain, network, first, second, startProcess, payOut, provePaid, offered }
}

const claimSending = Effect.gen(function* () {
  const now = yield* Clock.currentTimeMillis
  const queue = yield* WorkQueue
  const claim = { kind: chainJobs.send, owner: "gone", now, leaseUntil: now + leaseMillis, limit: 1 } as const
  const [job] = yield* queue.claim(claim)
  return job ?? (yield* Effect.die("it is not due"))
})

describe("two processes on one store and one wallet", () => {
  it("pay each payout once while both work at the same time", async () => {
    const { chain, first, payOut, provePaid, second } = await setUp()
    for (let round = 0; round < 6; round++) {
      await Promise.all([payOut(first), payOut(second), payOut(first)])
      await Promise.all([first.drain(), second.drain()])
      await chain.mine()
      await first.pass(2_000)
      await second.pass(0)
    }
    for (let round = 0; round < 3; round++) {
      await chain.mine()
      await first.pass(2_000)
      await second.pass(0)
      await Promise.all([first.drain(), second.drain()])
    }
    await provePaid()
  })

  it.each([
    ["closed", true],
    ["stopped", false]
  ] as const)("go on after 30 s when the one that had its turn is %s", async (_, isClosed) => {
    const { chain, first, network, offered, payOut, provePaid, second } = await setUp()
    await second.drain()
    await payOut(second)
    // Nothing was open, so the next turn is due in a minute.
    await second.pass(60_000)
    await first.pass(0)
    const held = await second.run(claimSending)
    if (isClosed) await second.close()
    await first.drain()
    await first.pass(leaseMillis - 2_000)
    await first.drain()
    assert.strictEqual(await offered(), 0, "a turn that is held is nobody else's")
    await first.pass(2_000)
    await first.drain()
    assert.strictEqual(await offered(), 1)
    await payOut(first)
    if (!isClosed) {
      // The first one has the turn now and something to sign, when the other one goes on where it stood.
      await first.pass(2_000)
      await first.run(claimSending)
      await first.drain()
      // It hears of the time within a second, and a clock that jumps ends a question to the node.
      await second.pass(0)
      const late = second.run(Effect.flatMap(ChainNetworks, ({ send }) => send(network.name, held)))
      await late.then(
        () => assert.fail("it signs without its turn"),
        (error) => assert.strictEqual(error._tag, "LeaseLost")
      )
      assert.strictEqual(await offered(), 1)
      await first.pass(leaseMillis)
    }
    for (let round = 0; round < 5; round++) {
      await first.pass(2_000)
      await first.drain()
      await chain.mine()
    }
    await provePaid()
  })
})
