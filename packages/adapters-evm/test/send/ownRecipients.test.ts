import { assert, describe } from "@effect/vitest"
import { addressOfBytes, ChainJournal } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { Hex } from "viem"
import { deterministicDeployment, factoryContracts } from "../../src/factoryContracts.ts"
import { accountOf } from "../anvil/Anvil.ts"
import { network, payer, paying, payoutOrder } from "./Paying.ts"

type Setting = Parameters<Parameters<typeof paying>[2]>[0]

const recipient = addressOfBytes("evm", new Uint8Array(20).fill(0x5a))
const waiting = (to: string) => ({ ...payoutOrder(1), recipient: to })

/** What became of a payout to an address that is one of this deployment before it is signed. */
const endOf = Effect.fnUntraced(function* ({ sender, wallets }: Setting, to: string) {
  yield* wallets.queue(waiting(to))
  yield* wallets.queue(payoutOrder(2))
  const { changed } = yield* sender.turn
  return changed.map((each) => [
    each.order.id,
    each._tag === "abandoned" ? Option.getOrUndefined(each.refusal) : each._tag
  ])
})

describe("a payout whose recipient became one of this deployment while it waited", () => {
  for (const [what, address] of [
    ["this network", recipient],
    ["another network, in another spelling", addressOfBytes("tron", new Uint8Array(20).fill(0x5a))]
  ] as const)
    paying(`a wallet of ${what}: it ends at once, unsigned, and an alert says why`, [], (setting) =>
      Effect.gen(function* () {
        const { logged, wallets } = setting
        const partnerId = address === recipient ? network : "tron"
        yield* wallets.addWallet({ address, partnerId, sealedKey: "", nextNonce: 0 })
        const reason = `its recipient is a wallet of ${partnerId}`
        assert.deepStrictEqual(yield* endOf(setting, recipient), [
          [payoutOrder(2).id, "sent"],
          [payoutOrder(1).id, reason]
        ])
        assert.include(
          logged,
          `payout payout-1 on ethereum is refused and ends, and its debit is returned: ${reason}`
        )
      })
    )

  paying("the wallet that would pay it", [], (setting) =>
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* endOf(setting, payer.address))[1], [
        payoutOrder(1).id,
        "its recipient is a wallet of ethereum"
      ])
    })
  )

  paying("a factory", [], (setting) =>
    Effect.gen(function* () {
      const journal = yield* ChainJournal
      yield* journal.recordFactory("bsc", recipient)
      assert.deepStrictEqual((yield* endOf(setting, recipient))[1], [
        payoutOrder(1).id,
        "its recipient is the factory of bsc"
      ])
    })
  )

  for (const [what, addressIn] of [
    ["the treasury", (treasury: Hex) => treasury],
    ["the factory of the treasury", (treasury: Hex) => deterministicDeployment(treasury).address],
    [
      "what deposit addresses delegate to",
      (treasury: Hex) =>
        factoryContracts(deterministicDeployment(treasury).address, treasury).implementation.address
    ]
  ] as const)
    paying(`${what} of a configuration that changed`, [], (setting) =>
      Effect.gen(function* () {
        const own = addressIn(setting.options.treasury as Hex)
        assert.deepStrictEqual((yield* endOf(setting, own))[1], [
          payoutOrder(1).id,
          "its recipient is a contract or the treasury of this deployment"
        ])
      })
    )

  paying("anybody else is paid", [], (setting) =>
    Effect.gen(function* () {
      const ids = (yield* endOf(setting, accountOf(7).address)).map(([, tag]) => tag)
      assert.deepStrictEqual(ids, ["sent", "sent"])
    })
  )
})
