import { assert, describe, it } from "@effect/vitest"
import type { Fetch } from "@quittance/adapters-evm"
import { giveOut, takeTurn } from "@quittance/adapters-evm/testing"
import {
  ChainAddresses,
  ChainNetworks,
  ChainProcessor,
  chainJobs,
  DepositAddresses,
  PayoutProcessor
} from "@quittance/core/adapter"
import { Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import type { TronNetwork } from "../../src/TronNetwork.ts"
import { onTron } from "./onTron.ts"
import { personOf, startTron } from "./ownTron.ts"

interface Fault {
  readonly what: string
  /** What is told. */
  readonly says: RegExp
  /** What the configuration says wrongly. */
  readonly given?: (network: TronNetwork) => TronNetwork
  /** How nodes meet questions, instead of answering them. */
  readonly met?: () => Response
}

const page = () => new Response("<html>Welcome</html>", { headers: { "content-type": "text/html" } })
const limited = () => new Response("slow down", { status: 429 })

const faults: ReadonlyArray<Fault> = [
  {
    what: "nodes of another chain",
    says: /it is chain \d+, not 1$/,
    given: (network) => ({ ...network, chainId: 1 })
  },
  {
    what: "a token that is no contract",
    says: /Smart contract is not exist/i,
    given: (network) => ({ ...network, token: { address: personOf(0xbb), decimals: 6 } })
  },
  {
    what: "other decimals than the token has",
    says: /has 6 decimals, and the configuration says 18$/,
    given: (network) => ({ ...network, token: { ...network.token, decimals: 18 } })
  },
  { what: "pages instead of nodes", says: /it answers with a web page, not JSON-RPC$/, met: page },
  { what: "nodes that are asked too much", says: /429/, met: limited }
]

/** Both kinds of work, more than once: what waits looks again. */
const work = Effect.gen(function* () {
  for (let turn = 0; turn < 3; turn++) {
    for (const kind of [chainJobs.read, chainJobs.send] as const) yield* takeTurn(kind)
    // Also a node that rests is asked again.
    yield* TestClock.adjust("31 seconds")
  }
})

const recipient = personOf(0x77)
const depositAddress = personOf(0x88)

const asked = {
  ...{
    reference: "reference-1",
    payoutId: "payout-1",
    partnerId: "prt_1",
    network: "tron",
    currency: "USDT" as const
  },
  ...{ address: recipient, amountMinor: 1_000_000n, note: "" }
}

/** A network with all that a deployment needs, asked in a way that a test may change. */
const start = Effect.fnUntraced(function* () {
  const tron = yield* Effect.promise(() => startTron())
  const factory = tron.deployFactory()
  const logged: Array<string> = []
  /** Answers in place of a node, by the number of the node. */
  const met: { at: (node: number) => (() => Response) | undefined } = { at: () => undefined }
  const fetch: Fetch = (url, request) => {
    const node = tron.network.rpcUrls.findIndex((each) => String(url).startsWith(each))
    const answer = met.at(node)
    return answer === undefined ? globalThis.fetch(url, request) : Promise.resolve(answer())
  }
  const logger = Logger.make(({ message }) => {
    logged.push([message].flat().map(String).join(" "))
  })
  const services = (network: TronNetwork = tron.network, madeFactory = factory) =>
    onTron(network, madeFactory, Layer.merge(ChainProcessor.layer, ChainAddresses.layer), { fetch }).pipe(
      Layer.provideMerge(Logger.layer([logger]))
    )
  return { ...tron, logged, met, services }
})

describe("work on a network of TRON", () => {
  for (const { given, met, says, what } of faults)
    it.effect(`${what}: it is told in a sentence, and nothing is credited or paid`, () =>
      Effect.gen(function* () {
        const tron = yield* start()
        const { chain, deposit, logged, network } = tron
        yield* Effect.gen(function* () {
          const processor = yield* PayoutProcessor
          const addresses = yield* DepositAddresses
          const chains = yield* ChainNetworks
          yield* giveOut(network.name, depositAddress)
          deposit(depositAddress, 5_000_000n)
          chain.produceMany(5)
          tron.met.at = () => met
          assert.strictEqual((yield* processor.submit(asked))._tag, "Accepted")
          yield* work
          chain.produceMany(5)
          yield* work
          const matching = logged.filter((line) => says.test(line))
          assert.isNotEmpty(matching, logged.join("\n"))
          assert.isTrue(logged.every((line) => !line.includes("\n")))
          assert.isEmpty(yield* addresses.transfers(network.name, depositAddress))
          assert.strictEqual(tron.balanceOf(recipient), 0n)
          assert.isEmpty(chain.waiting)
          assert.strictEqual((yield* processor.lookup(asked.reference, asked.network))._tag, "Accepted")
          const { faults } = yield* chains.health(network.name)
          assert.isTrue(
            faults.some((fault) => says.test(fault)),
            faults.join("\n")
          )
          if (met === undefined) return

          tron.met.at = () => undefined
          yield* work
          chain.produceMany(5)
          assert.strictEqual(tron.balanceOf(recipient), 1_000_000n)
          assert.lengthOf(yield* addresses.transfers(network.name, depositAddress), 1)
          assert.isFalse((yield* chains.health(network.name)).faults.some((fault) => says.test(fault)))
        }).pipe(Effect.provide(tron.services(given?.(network))))
      })
    )

  for (const [what, answer] of [
    ["a page", page],
    ["that it is asked too much", limited]
  ] as const)
    it.effect(
      `goes on with the other node where one answers ${what} and one is enough, and tells of it`,
      () =>
        Effect.gen(function* () {
          const tron = yield* start()
          const { chain, deposit, network } = tron
          tron.met.at = (node) => (node === 0 ? answer : undefined)
          yield* Effect.gen(function* () {
            const addresses = yield* DepositAddresses
            const processor = yield* PayoutProcessor
            yield* giveOut(network.name, depositAddress)
            yield* work
            deposit(depositAddress, 5_000_000n)
            chain.produceMany(5)
            yield* processor.submit(asked)
            // One node alone is believed as long as the clock says the same.
            yield* TestClock.setTime(chain.head.timestamp)
            yield* work
            chain.produceMany(5)
            assert.lengthOf(yield* addresses.transfers(network.name, depositAddress), 1)
            assert.strictEqual(tron.balanceOf(recipient), 1_000_000n)
            const { nodes } = yield* (yield* ChainNetworks).health(network.name)
            assert.isTrue(nodes.some(({ lastError }) => lastError._tag === "Some"))
          }).pipe(Effect.provide(tron.services({ ...network, agreeing: 1 })))
        })
    )

  it.effect("pays with the other node where one is away, and deposits wait for both", () =>
    Effect.gen(function* () {
      const tron = yield* start()
      const { chain, deposit, network } = tron
      yield* Effect.gen(function* () {
        const addresses = yield* DepositAddresses
        const processor = yield* PayoutProcessor
        const chains = yield* ChainNetworks
        yield* giveOut(network.name, depositAddress)
        yield* work
        tron.met.at = (node) => (node === 0 ? page : undefined)
        deposit(depositAddress, 5_000_000n)
        chain.produceMany(5)
        yield* processor.submit(asked)
        yield* TestClock.setTime(chain.head.timestamp)
        yield* work
        chain.produceMany(5)
        assert.strictEqual(tron.balanceOf(recipient), 1_000_000n)
        assert.lengthOf(yield* addresses.transfers(network.name, depositAddress), 0)
        const { faults } = yield* chains.health(network.name)
        assert.isTrue(
          faults.some((fault) =>
            fault.includes("1 of the 2 nodes that must agree answers, and deposits wait")
          ),
          faults.join("\n")
        )
        tron.met.at = () => undefined
        yield* TestClock.adjust("1 minute")
        yield* work
        assert.lengthOf(yield* addresses.transfers(network.name, depositAddress), 1)
      }).pipe(Effect.provide(tron.services()))
    })
  )

  it.effect("credits what an index that begins late leaves out, because the blocks themselves have it", () =>
    Effect.gen(function* () {
      const tron = yield* start()
      const { chain, deposit, network } = tron
      yield* Effect.gen(function* () {
        const addresses = yield* DepositAddresses
        yield* giveOut(network.name, depositAddress)
        yield* work
        tron.nodes[0].oldestLogs = chain.head.number + 100
        deposit(depositAddress, 5_000_000n)
        chain.produceMany(5)
        yield* work
        const transfers = yield* addresses.transfers(network.name, depositAddress)
        assert.deepStrictEqual(
          transfers.map(({ amountMinor, dropped }) => [amountMinor, dropped]),
          [[5_000_000n, false]]
        )
      }).pipe(Effect.provide(tron.services()))
    })
  )

  it.effect("waits with a reason where every index begins after the blocks that are to be read", () =>
    Effect.gen(function* () {
      const tron = yield* start()
      const { chain, deposit, network, nodes } = tron
      yield* Effect.gen(function* () {
        const addresses = yield* DepositAddresses
        const chains = yield* ChainNetworks
        yield* giveOut(network.name, depositAddress)
        yield* work
        // As on the main network, each block has transfers of somebody. So many blocks are asked for by range.
        for (let block = 0; block < 200; block++)
          deposit(block === 50 ? depositAddress : recipient, 5_000_000n)
        for (const node of nodes) node.oldestLogs = chain.head.number + 1
        yield* work
        assert.isEmpty(yield* addresses.transfers(network.name, depositAddress))
        const isTold = (line: string) => line.includes("its index begins later")
        assert.isTrue(tron.logged.some(isTold), tron.logged.join("\n"))
        assert.isTrue((yield* chains.health(network.name)).faults.some(isTold))
      }).pipe(Effect.provide(tron.services()))
    })
  )

  it.effect("gives no deposit address out of a factory of another treasury", () =>
    Effect.gen(function* () {
      const tron = yield* start()
      const { network } = tron
      const another = tron.deployFactory(personOf(0x666))
      yield* Effect.gen(function* () {
        const addresses = yield* DepositAddresses
        const failure = yield* Effect.flip(addresses.derive(network.name, "8".repeat(32)))
        assert.include(
          failure.reason,
          "the contract for deposit addresses of this treasury is not on tron: run quittance chain deploy --network tron"
        )
      }).pipe(Effect.provide(tron.services(network, another)))
    })
  )
})
