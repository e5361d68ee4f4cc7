import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import {
  ChainAddresses,
  ChainNetworks,
  ChainProcessor,
  chainJobs,
  DepositAddresses,
  PayoutProcessor
} from "@quittance/core/adapter"
import { afterwards } from "@quittance/testing"
import { Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import type { EvmNetwork } from "../../src/EvmNetwork.ts"
import { accountOf } from "../anvil/Anvil.ts"
import type { TestChain } from "../anvil/TestChain.ts"
import { SilentToken } from "../contracts/SilentToken.ts"
import { giveOut, takeTurn } from "./anyNetwork.ts"
import { deployFactory, onOwnNetwork, payer, startNetwork } from "./ownNetwork.ts"

/** How a node meets a question, instead of answering it. */
interface Met {
  readonly status?: number
  readonly type?: string
  readonly body: string
}

interface Fault {
  readonly what: string
  /** What is told. */
  readonly says: RegExp
  /** What the configuration says wrongly. */
  readonly given?: (network: EvmNetwork) => EvmNetwork
  readonly sealedWith?: string
  readonly onChain?: (chain: TestChain) => Promise<unknown>
  readonly node?: Met
  /** Whether deposits do not depend on it. */
  readonly isOfWallet?: true
}

const says = (message: string): Met => ({
  body: JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32_000, message } })
})

const faults: ReadonlyArray<Fault> = [
  {
    what: "nodes of another chain",
    says: /it is chain 31337, not 1$/,
    given: (network) => ({ ...network, chainId: 1 })
  },
  {
    what: "a token without code",
    says: /there is no contract at 0x(bb){20} on ethereum: set networks\.ethereum\.token to the token of this chain$/,
    given: (network) => ({ ...network, token: { address: `0x${"bb".repeat(20)}`, decimals: 6 } })
  },
  {
    what: "other decimals than the token has",
    says: /has 6 decimals, and the configuration says 18$/,
    given: (network) => ({ ...network, token: { ...network.token, decimals: 18 } })
  },
  {
    what: "a wallet that another master key sealed",
    says: /the key of wallet 0x\w{40} cannot be opened: is this the master key that sealed it\?$/,
    sealedWith: Buffer.alloc(32, 8).toString("base64"),
    isOfWallet: true
  },
  {
    what: "a wallet without coins",
    says: /has too little of the network's coin to pay for gas; payouts wait/,
    onChain: (chain) => chain.anvil.rpc("anvil_setBalance", [payer.address, "0x0"]),
    isOfWallet: true
  },
  {
    what: "a node that wants a key",
    says: /it wants a login, or refuses the one that it got \(status 401\)$/,
    node: { status: 401, body: "who are you?" }
  },
  {
    what: "a page instead of a node",
    says: /it answers with a web page, not JSON-RPC$/,
    node: { type: "text/html", body: "<html>Welcome</html>" }
  },
  {
    what: "a node without old states",
    says: /it does not keep data that old \(missing trie node 5f2c\)$/,
    node: says("missing trie node 5f2c")
  },
  { what: "a node that does not follow", says: /header not found/, node: says("header not found") }
]

/** A node that passes questions on to another one, until it is told to do something else. */
const startFaultyNode = async (url: string) => {
  const behaviour: { met: Met | undefined } = { met: undefined }
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    const { met } = behaviour
    if (met === undefined) {
      const answer = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body
      })
      response.setHeader("content-type", "application/json")
      response.end(await answer.text())
      return
    }
    response.writeHead(met.status ?? 200, { "content-type": met.type ?? "application/json" })
    response.end(met.body)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  afterwards(() => {
    server.close()
    server.closeAllConnections()
  })
  return { behaviour, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

/** Both kinds of work, more than once: what waits looks again. */
const work = Effect.gen(function* () {
  for (let turn = 0; turn < 3; turn++) {
    for (const kind of [chainJobs.read, chainJobs.send] as const) yield* takeTurn(kind)
    // Also a node that rests is asked again.
    yield* TestClock.adjust("31 seconds")
  }
})

const recipient = accountOf(7).address
const depositAddress = accountOf(8).address

describe("work on a network", () => {
  for (const { given, isOfWallet, node, onChain, sealedWith, says, what } of faults)
    it.effect(`${what}: it is told in a sentence, nothing is credited or paid, and the rest goes on`, () =>
      Effect.gen(function* () {
        const { chain, network, token } = yield* Effect.promise(() => startNetwork(SilentToken, 6))
        yield* Effect.promise(() => deployFactory(chain, network))
        const faulty = yield* Effect.promise(() => startFaultyNode(chain.anvil.url))
        const configured = { ...network, rpcUrls: [faulty.url] as const, ...given?.(network) }
        const logged: Array<string> = []
        const logger = Logger.make(({ message }) => {
          logged.push([message].flat().map(String).join(" "))
        })
        const services = onOwnNetwork(
          configured,
          Layer.merge(ChainProcessor.layer, ChainAddresses.layer),
          sealedWith === undefined ? {} : { sealedWith }
        ).pipe(Layer.provideMerge(Logger.layer([logger])))
        yield* Effect.gen(function* () {
          const processor = yield* PayoutProcessor
          const addresses = yield* DepositAddresses
          yield* giveOut(network.name, depositAddress)
          yield* Effect.promise(async () => {
            await onChain?.(chain)
            await chain.mint(token, depositAddress, 5_000_000n)
            await chain.mine()
          })
          faulty.behaviour.met = node
          const asked = {
            ...{
              reference: "reference-1",
              payoutId: "payout-1",
              partnerId: "prt_1",
              network: network.name,
              currency: "USDT" as const
            },
            ...{ address: recipient, amountMinor: 1_000_000n, note: "" }
          }
          assert.strictEqual((yield* processor.submit(asked))._tag, "Accepted")
          yield* work
          assert.isTrue(
            logged.some((line) => says.test(line)),
            logged.join("\n")
          )
          assert.isTrue(logged.every((line) => !line.includes("\n")))
          const made = () => chain.anvil.rpc("eth_getTransactionCount", [payer.address, "pending"])
          assert.strictEqual(Number(yield* Effect.promise(made)), 0)
          const credited = yield* addresses.transfers(network.name, depositAddress)
          assert.lengthOf(credited, isOfWallet ? 1 : 0)
          assert.strictEqual((yield* processor.lookup(asked.reference, asked.network))._tag, "Accepted")
          if (isOfWallet) return

          assert.isTrue(logged.some((line) => line.startsWith("ethereum is not read: ") && says.test(line)))
          const chains = yield* ChainNetworks
          assert.isTrue((yield* chains.health(network.name)).faults.some((fault) => says.test(fault)))
          const { reason } = yield* Effect.flip(chains.status(network.name))
          assert.match(reason, says)
          if (node === undefined) return

          faulty.behaviour.met = undefined
          yield* work
          assert.strictEqual(Number(yield* Effect.promise(made)), 1)
          assert.lengthOf(yield* addresses.transfers(network.name, depositAddress), 1)
          assert.isFalse((yield* chains.health(network.name)).faults.some((fault) => says.test(fault)))
        }).pipe(Effect.provide(services))
      })
    )
})
