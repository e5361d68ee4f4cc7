import { assert, describe } from "@effect/vitest"
import { ChainJournal, ChainWallets, type OpenTransaction, StoreHold } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import type { Tell } from "../../src/ChainOperators.ts"
import type { EvmNetwork } from "../../src/EvmNetwork.ts"
import { expectedFactory } from "../../src/factory.ts"
import { deterministicDeployer, deterministicDeployment } from "../../src/factoryContracts.ts"
import type { Hex } from "../../src/hex.ts"
import type { LiveNetwork } from "../../src/LiveNetwork.ts"
import { deploy } from "../../src/operate/deploy.ts"
import type { Rpc } from "../../src/rpc/Rpc.ts"
import { openSlot } from "../send/SlotChain.ts"
import { fakeToken } from "../watch/FakeChain.ts"
import { type FakeMoves, moving, name, treasury, wallet } from "./FakeMoves.ts"

const network: EvmNetwork = {
  ...{ name, rpcUrls: ["https://one.example"], chainId: 1, token: { address: fakeToken, decimals: 6 } },
  ...{ confirmations: 3, finality: 2, treasury }
}
const { factory, implementation } = expectedFactory(network)
const whole: ReadonlyArray<readonly [Hex, Hex]> = [
  [factory.address, factory.code],
  [implementation.address, implementation.code]
]
const deployer = [deterministicDeployer, "0x60"] as const

/** The gas of the deployment costs 125 000 × 5/4 × 21 wei. */
const gasPrice = { baseFeePerGas: [10n], reward: [[1n]], gasUsedRatio: [0.5], oldestBlock: 0 }
const cost = 3_281_250n

interface Deploying {
  readonly creates?: ReadonlyArray<readonly [Hex, Hex]>
  readonly failure?: string
  /** What the wallet has; enough by default. */
  readonly coinWei?: bigint
  readonly tell?: Tell
  /** How far what is queued comes; into a block by default. */
  readonly reached?: "queued" | "sent" | "mined"
}

/** Deploys where these contracts are; what is sent creates others, or fails. */
const deploying = (
  fake: FakeMoves,
  there: ReadonlyArray<readonly [Hex, Hex]>,
  { coinWei = cost, creates = [], failure, reached = "mined", tell }: Deploying = {}
) => {
  const codes = new Map<Hex, Hex>(there)
  const rpc = {
    code: (address: Hex) => Effect.sync(() => codes.get(address) ?? "0x"),
    estimateGas: () => Effect.succeed(125_000n),
    feeHistory: () => Effect.succeed(gasPrice)
  } as Partial<Rpc["Service"]> as Rpc["Service"]
  const executionOf: LiveNetwork["executionOf"] = () =>
    Effect.succeed(
      reached === "mined"
        ? Option.some({ blockNumber: 1, transactionIndex: 0, failure, costWei: 0n, logs: [] })
        : Option.none()
    )
  const send = () =>
    Effect.sync(() => {
      if (reached === "queued") return { open: 0, queued: 0 } as never
      for (const [address, code] of creates) codes.set(address, code)
      const all = fake.state.aggregates.ChainTransaction
      for (const [id, { state, version }] of all) {
        const { forms } = openSlot(1, 1, ["deployed"])
        const sent = { ...state, _tag: "sent", wallet, nonce: 1, forms } as OpenTransaction
        all.set(id, { state: sent, version: version + 1 })
      }
      return { open: 0, queued: 0 } as never
    })
  const live: LiveNetwork = { ...fake.network, rpc, executionOf, coinOf: () => Effect.succeed(coinWei) }
  return deploy(network, live, send, tell)
}

const withWallet = Effect.flatMap(ChainWallets, (wallets) =>
  wallets.addWallet({ address: wallet, partnerId: name, sealedKey: "sealed", nextNonce: 0 })
)

const { hash } = openSlot(1, 1, ["deployed"]).forms[0] ?? { hash: "" }

const recorded = Effect.flatMap(ChainJournal, (journal) =>
  Effect.map(journal.setup(name), (setup) =>
    Option.getOrUndefined(Option.flatMap(setup, (each) => each.factory))
  )
)
const made = Effect.flatMap(ChainWallets, (wallets) =>
  Effect.map(wallets.transactionsAfter(name, -1), (all) => all.map(({ order }) => order))
)

/** What was made failed, and is final. */
const settleAll = ({ state }: FakeMoves): void => {
  for (const [id, each] of state.aggregates.ChainTransaction)
    state.aggregates.ChainTransaction.set(id, { ...each, state: { ...each.state, _tag: "failed" } as never })
}

describe("the contract for deposit addresses", () => {
  moving("is recorded where it is already", (fake) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* deploying(fake, whole), {
        ...{ network: name, factory: factory.address, txHash: null }
      })
      assert.strictEqual(yield* recorded, factory.address)
      assert.deepStrictEqual(yield* made, [])
    })
  )

  moving("is put there by one transaction, if it is not there as a whole", (fake) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(77)
      yield* withWallet
      assert.deepStrictEqual(yield* deploying(fake, [deployer, ...whole.slice(1)], { creates: whole }), {
        ...{ network: name, factory: factory.address, txHash: hash }
      })
      assert.strictEqual(yield* recorded, factory.address)
      assert.deepStrictEqual(yield* made, [
        {
          ...{ id: `deployment-${factory.address}-77`, partnerId: name, purpose: "deployment", payoutId: "" },
          ...{
            payoutPartnerId: "",
            sendBefore: Option.none(),
            recipient: "",
            amountMinor: 0n,
            contract: deterministicDeployer
          },
          ...{ data: deterministicDeployment(treasury).data, createdAt: 77 }
        }
      ])
    })
  )

  moving("is not recorded if the transaction did not create it, with the network's reason", (fake) =>
    Effect.gen(function* () {
      yield* withWallet
      const failed = `transaction ${hash} did not create the contract ${factory.address}`
      const first = yield* Effect.flip(deploying(fake, [deployer], { failure: "it failed" }))
      assert.strictEqual(first.reason, `${failed}: it failed`)
      settleAll(fake)
      yield* TestClock.adjust("1 second")
      const second = yield* Effect.flip(deploying(fake, [deployer], { creates: whole.slice(1) }))
      assert.strictEqual(second.reason, failed)
      assert.isUndefined(yield* recorded)
      // Each attempt is a transaction of its own.
      assert.lengthOf(yield* made, 2)
    })
  )

  for (const left of ["queued", "sent"] as const)
    moving(`is not sent twice where a command that was stopped left it ${left}`, (fake) =>
      Effect.gen(function* () {
        yield* withWallet
        yield* Effect.exit(deploying(fake, [deployer], { reached: left, tell: () => Effect.interrupt }))
        const before = yield* made
        assert.lengthOf(before, 1)
        yield* TestClock.adjust("1 second")
        // What is signed has its gas.
        const coinWei = left === "sent" ? 0n : cost
        assert.strictEqual((yield* deploying(fake, [deployer], { creates: whole, coinWei })).txHash, hash)
        assert.deepStrictEqual(yield* made, before)
      })
    )

  moving("is not asked for where its deployer is missing", (fake) =>
    Effect.gen(function* () {
      const refused = yield* Effect.flip(deploying(fake, [], { creates: whole }))
      assert.include(refused.reason, `ethereum lacks the contract ${deterministicDeployer}`)
      assert.deepStrictEqual(yield* made, [])
    })
  )

  moving(
    "is not waited for where nothing can sign it or pay its gas: that is said, and nothing is queued",
    (fake) =>
      Effect.gen(function* () {
        const refusal = (options?: Deploying) =>
          Effect.map(Effect.flip(deploying(fake, [deployer], options)), ({ reason }) => reason)
        assert.match(
          yield* refusal(),
          /^ethereum has no wallet that could sign: quittance wallet create --network ethereum /
        )
        yield* withWallet
        assert.strictEqual(
          yield* refusal({ coinWei: cost - 1n }),
          `no wallet of ethereum has enough of the network's own coin for gas: wallet ${wallet} has 0.000000000003281249 and needs about 0.00000000000328125. Send it some, and run the command again`
        )
        const journal = yield* ChainJournal
        yield* journal.pause(name, true)
        assert.match(yield* refusal(), /^ethereum is paused: quittance chain resume/)
        yield* journal.pause(name, false)
        const hold = yield* StoreHold
        yield* hold.place({ reason: "an older copy was put back", since: 1 })
        assert.strictEqual(yield* refusal(), "an older copy was put back")
        yield* hold.release
        assert.deepStrictEqual(yield* made, [])
      })
  )
})
