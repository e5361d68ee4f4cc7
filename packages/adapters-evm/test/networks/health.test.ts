import { assert, describe, it } from "@effect/vitest"
import { ChainJournal, ChainNetworks, ChainProcessor, chainJobs, WallClock } from "@quittance/core/adapter"
import { closedPort } from "@quittance/testing"
import { Effect, Logger, Metric, Option } from "effect"
import { TestClock } from "effect/testing"
import { blockSeconds, genesisSeconds } from "../anvil/Anvil.ts"
import { SilentToken } from "../contracts/SilentToken.ts"
import { takeTurn } from "./anyNetwork.ts"
import { deployFactory, onOwnNetwork, startNetwork } from "./ownNetwork.ts"

/** Three blocks: the token, what is minted, and the factory. */
const headMillis = (genesisSeconds + 3 * blockSeconds) * 1000

describe("the health of a network", () => {
  it.effect("tells head, cursor and nodes, and a clock that is wrong or jumps alerts with both times", () =>
    Effect.gen(function* () {
      const { chain, network } = yield* Effect.promise(() => startNetwork(SilentToken, 6))
      yield* Effect.promise(() => deployFactory(chain, network))
      const logged: Array<string> = []
      const logger = Logger.make(({ message }) => {
        logged.push([message].flat().map(String).join(" "))
      })
      const aboutClocks = () => logged.filter((line) => line.startsWith("the clock of this machine"))
      let ahead = 0
      const wall = {
        now: Effect.map(
          Effect.clockWith((clock) => clock.currentTimeMillis),
          (now) => now + ahead
        ),
        sleep: Effect.sleep
      }
      yield* TestClock.setTime(headMillis + 4_000)
      yield* Effect.gen(function* () {
        const chains = yield* ChainNetworks
        const health = chains.health(network.name)
        const first = yield* health
        assert.deepStrictEqual(first.faults, ["no block has been read yet"])
        assert.deepStrictEqual([first.head, first.cursor], [Option.none(), Option.none()])
        for (let turn = 0; turn < 3; turn++) yield* takeTurn(chainJobs.read)
        const place = Option.some({ number: 3, ageMillis: 4_000 })
        const node = { host: new URL(network.rpcUrls[0]).host, lastError: Option.none() }
        assert.deepStrictEqual(yield* health, {
          ...{ faults: [], head: place, cursor: place },
          nodes: [{ ...node, answers: Option.some(true) }]
        })
        assert.deepStrictEqual(aboutClocks(), [])

        ahead = -70_000
        for (let turn = 0; turn < 3; turn++) yield* takeTurn(chainJobs.read)
        const [now, then, block] = [headMillis - 66_000, headMillis + 4_000, headMillis].map((millis) =>
          new Date(millis).toISOString()
        )
        const isAhead = `the clock of this machine says ${now}, and the newest block of ethereum says ${block}: one of the two is wrong`
        assert.deepStrictEqual(aboutClocks(), [
          isAhead,
          `the clock of this machine went from ${then} to ${now} while 0 s passed`
        ])
        assert.deepStrictEqual((yield* health).faults, [isAhead])
        assert.deepStrictEqual((yield* chains.status(network.name)).nodes, [
          { host: node.host, head: 3, fault: isAhead }
        ])

        ahead = 0
        yield* takeTurn(chainJobs.read)
        yield* TestClock.adjust("6 minutes")
        const journal = yield* ChainJournal
        yield* journal.pause(network.name, true)
        assert.deepStrictEqual((yield* health).faults, [
          "it has not been read for more than 5 minutes",
          "it is paused: nothing is signed"
        ])
        yield* Effect.promise(() => chain.anvil.stop())
        yield* takeTurn(chainJobs.read)
        const { faults, nodes } = yield* health
        assert.strictEqual(faults[1], "the newest block that its nodes show is older than 5 minutes")
        assert.strictEqual(faults[0], `${node.host}, eth_getBlockByNumber: no connection (ECONNREFUSED)`)
        assert.deepStrictEqual(nodes, [
          {
            ...{ host: node.host, answers: Option.some(false) },
            lastError: Option.some({
              ...{ reason: "eth_getBlockByNumber: no connection (ECONNREFUSED)", ageMillis: 0 }
            })
          }
        ])
        const counted = (yield* Metric.snapshot).filter(
          ({ attributes, id }) =>
            id === "quittance_chain_rpc_failures_total" && attributes?.host === node.host
        )
        assert.deepStrictEqual(
          counted.map(({ attributes, state }) => [attributes?.kind, state]),
          [["unreachable", { count: 1, incremental: true }]]
        )
      }).pipe(
        Effect.provide(onOwnNetwork(network, ChainProcessor.layer)),
        Effect.provide(Logger.layer([logger])),
        Effect.provideService(WallClock, wall)
      )
    })
  )

  it.effect("says that deposits wait, since when, while fewer nodes answer than must agree", () =>
    Effect.gen(function* () {
      const { chain, network } = yield* Effect.promise(() => startNetwork(SilentToken, 6))
      yield* Effect.promise(() => deployFactory(chain, network))
      const [url] = network.rpcUrls
      const away = `http://127.0.0.1:${yield* closedPort}`
      yield* TestClock.setTime(headMillis + 4_000)
      yield* Effect.gen(function* () {
        const chains = yield* ChainNetworks
        yield* takeTurn(chainJobs.read)
        yield* TestClock.adjust("31 seconds")
        yield* takeTurn(chainJobs.read)
        const { waits = [] } = yield* chains.health(network.name)
        assert.deepStrictEqual(
          waits.map(({ ageMillis, code }) => [code, ageMillis]),
          [["node", 31_000]]
        )
        assert.include(waits[0]?.message, "deposits on ethereum wait for its nodes: ")
        assert.include(waits[0]?.message, "no connection (ECONNREFUSED)")
      }).pipe(
        Effect.provide(onOwnNetwork({ ...network, rpcUrls: [url, away], agreeing: 2 }, ChainProcessor.layer))
      )
    })
  )
})
