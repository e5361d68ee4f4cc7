import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { parseTransaction } from "viem/utils"
import type { Hex } from "../../src/hex.ts"
import type { Fetch } from "../../src/rpc/NodeHttp.ts"
import { settledSlots } from "../../src/send/settleSlots.ts"
import { signedFault } from "../../src/send/signedFault.ts"
import { hashOfText } from "../watch/FakeChain.ts"
import { noLimits, paying, payoutOrder, startSender } from "./Paying.ts"
import { openSlot, paid, SlotChain, token, wallet } from "./SlotChain.ts"

describe("a payout", () => {
  paying("is signed with a quarter more gas than was estimated", [], ({ chain, options, wallets }) =>
    Effect.gen(function* () {
      const estimates: Array<bigint> = []
      const noting: Fetch = async (url, request) => {
        const answer = await fetch(url, request)
        if (!String(request.body).includes("eth_estimateGas")) return answer
        const said = await answer.clone().json()
        for (const { result } of [said].flat()) estimates.push(BigInt(result))
        return answer
      }
      const sender = yield* startSender(chain, options, noting)
      yield* wallets.queue(payoutOrder(1))
      const [sent] = (yield* sender.turn).changed
      const bytes = sent !== undefined && "forms" in sent ? sent.forms[0]?.bytes : undefined
      assert.strictEqual(parseTransaction(bytes as Hex).gas, ((estimates[0] ?? 0n) * 5n) / 4n)
    })
  )

  paying(
    "counts once against a limit, whichever wallet paid it",
    [{ limits: { ...noLimits, perHourMinor: 2_000_003n } }],
    ({ sender, wallets }) =>
      Effect.gen(function* () {
        for (const number of [1, 2]) {
          yield* wallets.queue(payoutOrder(number))
          assert.lengthOf((yield* sender.turn).changed, 1)
        }
        yield* wallets.queue(payoutOrder(3))
        assert.deepStrictEqual((yield* sender.turn).changed, [])
      })
  )
})

describe("an answer of a signer", () => {
  const unsigned = {
    ...({ chainId: 1, nonce: 0, to: wallet, data: "0x", gas: 21_000n } as const),
    fees: { maxFeeWei: 2n, maxTipWei: 1n }
  } as const

  it("is not read when it is much longer than what was asked for, or no hex", () => {
    const no = "it is not a signed transaction"
    for (const answer of [`0x${"02".repeat(514)}`, "0x", "0x0", "02", "0xzz", `0x02${"c0".repeat(600)}`])
      assert.strictEqual(signedFault(wallet, unsigned, answer), no)
  })
})

describe("a slot that one of its own forms has", () => {
  it.effect("stays open, with an alert, when a node gave its receipt only the second time", () =>
    Effect.gen(function* () {
      const chain = new SlotChain()
      chain.mine(paid(1, 0))
      chain.mineMany(3)
      const slot = openSlot(1, 0, ["payout 1", "higher fee"])
      let asked = 0
      chain.says = ({ method, params }) => {
        if (method !== "eth_getTransactionReceipt" || params[0] !== hashOfText("payout 1")) return undefined
        asked += 1
        return asked === 1 ? null : undefined
      }
      const alerts: Array<string> = []
      const rpc = yield* chain.rpc
      const settled = yield* settledSlots(rpc, wallet, [slot], chain.head, token, (_, message) =>
        Effect.sync(() => {
          alerts.push(message)
        })
      )
      assert.deepStrictEqual(settled, [])
      assert.deepStrictEqual(alerts, [`slot 0 of wallet ${wallet} is used, and no node says by what`])
    })
  )
})
