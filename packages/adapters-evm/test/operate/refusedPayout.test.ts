import { assert, describe, it } from "@effect/vitest"
import { Balances, Partners, Payouts } from "@quittance/core"
import { ChainNetworks, payoutStatus } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { Hex } from "viem"
import { expectedFactory } from "../../src/factory.ts"
import { accountOf } from "../anvil/Anvil.ts"
import type { Deployed } from "../anvil/TestChain.ts"
import { BlockingToken } from "../contracts/BlockingToken.ts"
import { startNetwork } from "../networks/ownNetwork.ts"
import { Errors, live, payOut, running, setClock, startsAnew } from "./Running.ts"

const { chain, network, token } = await startNetwork(BlockingToken, 6)
startsAnew(chain)

const recipient = accountOf(6).address

const refuse = Effect.promise(async () => {
  await chain.write(token as Deployed<typeof BlockingToken.abi>, "refuse", [recipient as Hex, 1])
  await chain.mine()
})

describe("a payout that the token refuses, in a whole deployment", () => {
  it.effect("fails with the token's reason within two blocks, and the debit is returned", () =>
    running(
      network,
      Effect.gen(function* () {
        yield* setClock(chain)
        yield* refuse
        const payouts = yield* Payouts
        const balances = yield* Balances
        const { id: partnerId } = yield* (yield* Partners).ensure("shop")
        const { id } = yield* payOut(network, 25, recipient)
        yield* live(chain, 3)
        const state = yield* payouts.get(partnerId, id)
        assert.deepStrictEqual([state._tag, payoutStatus(state)], ["rejected", "FAILED"])
        const reason = "the token refuses the transfer: execution reverted: blocked"
        assert.strictEqual(Option.getOrUndefined(state.error), reason)
        const { availableMinor, pendingMinor } = yield* balances.get(partnerId)
        assert.deepStrictEqual([availableMinor, pendingMinor], [125_000_000n, 0n])
        assert.include((yield* Errors).join("\n"), `payout ${id} on ethereum is refused and ends`)
      })
    )
  )

  it.effect("that succeeds where the token refuses it no more", () =>
    running(
      network,
      Effect.gen(function* () {
        yield* setClock(chain)
        const payouts = yield* Payouts
        const { id: partnerId } = yield* (yield* Partners).ensure("shop")
        const { id } = yield* payOut(network, 25, recipient)
        yield* live(chain, 6)
        const state = yield* payouts.get(partnerId, id)
        assert.deepStrictEqual([state._tag, Option.getOrUndefined(state.error)], ["confirmed", undefined])
      })
    )
  )
})

describe("no payout goes to", () => {
  it.effect("the contracts of the treasury", () =>
    running(
      network,
      Effect.gen(function* () {
        const { factory, implementation } = expectedFactory(network)
        const chains = yield* ChainNetworks
        assert.deepStrictEqual(chains.forbidden(network.name), [
          network.token.address,
          network.treasury,
          factory.address,
          implementation.address
        ])
        for (const { address } of [factory, implementation]) {
          const refusal = yield* Effect.flip(payOut(network, 5, address))
          assert.deepInclude(refusal, { _tag: "InvalidAddress", fault: "forbidden" })
        }
      })
    )
  )
})

it.effect("a payment request of the network names its token and its chain", () =>
  running(
    network,
    Effect.gen(function* () {
      const { requestable } = yield* ChainNetworks
      const { chainId, token } = network
      assert.deepStrictEqual(requestable?.(network.name), { address: token.address, chainId })
      assert.isUndefined(requestable?.("another"))
    })
  )
)
