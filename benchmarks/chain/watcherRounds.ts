/** The cost of a block with many transfers to a deployment with few or many open addresses. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ChainOperators, EvmNetworks } from "@quittance/adapters-evm"
import { SqliteStore } from "@quittance/adapters-sqlite"
import { createQuittance, defaultNetworks } from "@quittance/core"
import { ChainNetworks, chainJobs, WorkQueue } from "@quittance/core/adapter"
import { AnvilNode, anvilAccounts, DemoToken } from "@quittance/testing/chain"
import { Effect, Option } from "effect"

export type WatcherRound = {
  readonly cpuMillisPerBlock: number
  readonly cpuMillisMin: number
  readonly cpuMillisMax: number
}

const network = "ethereum"
const blocksPerRound = 5
const leaseMillis = 600_000
/** This many of a block's transfers go to an open address. */
const ownPerBlock = 5

const cpuMillis = (): number => {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1_000
}

/** The median cost of a block to this process, over these rounds after an unmeasured one. */
export const measureWatcher = async (
  addresses: number,
  transfers: number,
  rounds: number
): Promise<WatcherRound> => {
  const folder = mkdtempSync(join(tmpdir(), "quittance-bench-"))
  const node = await AnvilNode.start(["--no-mining", "--gas-limit", "100000000"])
  const token = await DemoToken.deploy(node)
  await token.mint(anvilAccounts.miner.address, 10n ** 15n)
  await node.rpc("evm_mine")
  const offered = defaultNetworks.find(({ name }) => name === network)
  if (offered === undefined) throw new Error(`no network ${network}`)
  const quittance = await createQuittance({
    store: SqliteStore.layer({ filename: join(folder, "store.db"), mode: "sandbox" }),
    masterKey: Buffer.alloc(32, 7).toString("base64"),
    chains: EvmNetworks.layer({
      networks: [
        {
          name: network,
          rpcUrls: [node.url],
          chainId: 31_337,
          token: { address: token.address, decimals: 6 },
          ...{ confirmations: 3, finality: 4 },
          treasury: "0x00000000000000000000000000000000000000AA"
        }
      ]
    }),
    workers: false,
    settings: { mode: "sandbox", networks: [{ ...offered, confirmations: 3 }] }
  })
  try {
    const service = <A>(found: Effect.Effect<Option.Option<A>>) =>
      quittance.runtime.runPromise(Effect.map(found, Option.getOrThrow))
    const chains = await service(Effect.serviceOption(ChainNetworks))
    const operators = await service(Effect.serviceOption(ChainOperators))
    await quittance.runtime.runPromise(operators.importWallet(network, anvilAccounts.wallet.privateKey))
    const deployed = quittance.runtime.runPromise(operators.deploy(network))
    let isDeployed = false
    void deployed.finally(() => {
      isDeployed = true
    })
    while (!isDeployed) await node.rpc("evm_mine")
    await deployed

    const { id: partnerId } = await quittance.partners.ensure("shop")
    const own: Array<string> = []
    for (let number = 0; number < addresses; number++) {
      const wish = { amount: 1_000, network, externalId: `order-${number}` }
      own.push((await quittance.cryptoInvoices.create(partnerId, wish)).address)
    }

    const claim = Effect.gen(function* () {
      const now = Date.now()
      const lease = { owner: "benchmark", now, leaseUntil: now + leaseMillis, limit: 1 }
      const [job] = yield* (yield* WorkQueue).claim({ kind: chainJobs.read, ...lease })
      if (job === undefined) throw new Error("the network's job is not due")
      return job
    })
    const job = await quittance.runtime.runPromise(claim)
    /** Reads to the newest block, and returns how many addresses were named. */
    const read = async (): Promise<number> => {
      for (let named = 0; ; ) {
        const { againMillis, touched } = await quittance.runtime.runPromise(chains.read(network, job))
        named += touched.length
        if (againMillis > 0) return named
      }
    }
    await read()

    const costs: Array<number> = []
    for (let block = 0; block < (rounds + 1) * blocksPerRound; block++) {
      for (let transfer = 0; transfer < transfers; transfer++) {
        const foreign = `0x${(0x10_000 + block * transfers + transfer).toString(16).padStart(40, "0")}`
        const recipient =
          transfer < ownPerBlock ? own[(block * ownPerBlock + transfer) % own.length] : foreign
        await token.transfer(recipient ?? foreign, 1_000_000n)
      }
      await node.rpc("evm_mine")
      const before = cpuMillis()
      const named = await read()
      if (named < ownPerBlock) throw new Error(`only ${named} addresses were found paid`)
      if (block >= blocksPerRound) costs.push(cpuMillis() - before)
    }
    costs.sort((left, right) => left - right)
    return {
      cpuMillisPerBlock: costs[Math.floor(costs.length / 2)] ?? 0,
      cpuMillisMin: costs[0] ?? 0,
      cpuMillisMax: costs.at(-1) ?? 0
    }
  } finally {
    await quittance.close()
    await node.stop()
    rmSync(folder, { recursive: true })
  }
}
