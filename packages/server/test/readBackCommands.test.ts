import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { accountOf, payer, payerKey, SilentToken, startNetwork } from "@quittance/adapters-evm/testing"
import { quittance, temporaryFolder } from "./QuittanceProcess.ts"

const recipient = accountOf(5).address

/** A folder with a wallet that has paid since. */
const setUp = async () => {
  const { chain, network, token } = await startNetwork(SilentToken, 6)
  const folder = temporaryFolder()
  const { chainId, confirmations, finality, rpcUrls, treasury } = network
  const ethereum = { rpcUrls, chainId, confirmations, finality, treasury, token: network.token }
  writeFileSync(join(folder, "quittance.config.json"), JSON.stringify({ networks: { ethereum } }))
  writeFileSync(join(folder, "wallet.key"), `${payerKey}\n`, { mode: 0o600 })
  const run = (...args: ReadonlyArray<string>) => quittance([...args, "--network", "ethereum"], folder)
  const imported = await run("wallet", "import", "--key-file", join(folder, "wallet.key"))
  assert.strictEqual(imported.status, 0, imported.stderr)
  const hash = await chain.write(token, "transfer", [recipient, 12_500_000n], { from: payer.address })
  await chain.mine(4)
  return { hash, run }
}

describe("transactions that the store does not know", () => {
  it("are told, read back, and settled by an operator", async () => {
    const { hash, run } = await setUp()
    const differing = await run("chain", "reconcile")
    assert.strictEqual(differing.status, 1)
    assert.include(differing.stdout, `transaction ${hash} in slot 0 of wallet ${payer.address}`)
    assert.include(differing.stdout, "quittance chain reconcile --network ethereum --import")

    const read = {
      ...{ wallet: payer.address, nonce: 0, txHash: hash, did: `moves 12.5 USDT to ${recipient}` },
      ...{ recipient, amount: "12.5", payoutId: null }
    }
    const compared = JSON.parse((await run("chain", "reconcile", "--json")).stdout)
    assert.deepInclude(compared.readBack[0], read)
    const imported = await run("chain", "reconcile", "--import")
    assert.strictEqual(imported.status, 1, imported.stderr)
    assert.include(imported.stdout, "Imported 1 transaction of ethereum that the store did not know:\n\n")
    assert.include(imported.stdout, `  ${hash} in slot 0 of wallet ${payer.address} ${read.did}\n`)
    assert.include(
      imported.stdout,
      `${hash} moved 12.5 USDT to ${recipient}, and no known payout of this store`
    )
    assert.notInclude(imported.stdout, "--import")

    const released = await quittanceSays(run("chain", "match", "--all"))
    assert.strictEqual(released, "No payout on ethereum looks like a transaction without a payout.\n")
    const unknown = await run("chain", "match", "--transaction", hash, "--payout", "nobody-knows-it")
    assert.deepStrictEqual(
      [unknown.status, unknown.stderr],
      [1, "quittance: nobody-knows-it is not a payout on ethereum.\n"]
    )
    const cleared = await quittanceSays(run("chain", "match", "--transaction", hash, "--payout", "none"))
    assert.strictEqual(cleared, `Transaction ${hash} no longer holds up a payout.\n`)
    const agreeing = await run("chain", "reconcile", "--import", "--json")
    assert.deepInclude(JSON.parse(agreeing.stdout), { ok: true, differences: [], readBack: [] })
    assert.strictEqual(agreeing.status, 0)
  })

  it.each([[[]], [["--transaction", "0x01"]], [["--payout", "none"]], [["--all", "--payout", "none"]]])(
    "are matched as a whole or one by one, not with %j",
    async (flags) => {
      const { status, stderr } = await quittance(
        ["chain", "match", "--network", "ethereum", ...flags],
        temporaryFolder()
      )
      assert.deepStrictEqual(
        [status, stderr],
        [2, "quittance: write --transaction HASH and --payout ID together, or --all alone.\n"]
      )
    }
  )
})

const quittanceSays = async (running: ReturnType<typeof quittance>): Promise<string> => {
  const { status, stderr, stdout } = await running
  assert.strictEqual(status, 0, stderr)
  return stdout
}
