import { assert, describe, it } from "@effect/vitest"
import type { ChainWallet } from "@quittance/core/adapter"
import { Effect, Logger } from "effect"
import { TestClock } from "effect/testing"
import { Rpc } from "../../src/rpc/Rpc.ts"
import { evmSpelling } from "../../src/Spelling.ts"
import { gasFloor, makeLowFunds } from "../../src/send/lowFunds.ts"
import { makeRaiseOnce } from "../../src/send/repeatedAlert.ts"
import { usualGas } from "../../src/send/SenderOptions.ts"
import { walletsAhead } from "../../src/send/walletsAhead.ts"
import { type Answer, type Arrived, fakeNodes } from "../rpc/fakeNodes.ts"
import { stranger, token, wallet } from "./SlotChain.ts"

const hex = (value: bigint | number) => `0x${value.toString(16)}`

const rpcOf = (answers: Record<string, Answer>) =>
  Rpc.make({ urls: ["https://one.example"], chainId: 1, fetch: fakeNodes({ "one.example": answers }).fetch })

const walletOf = (address: string, nextNonce = 0) => ({ address, nextNonce }) as ChainWallet

describe("a wallet is ahead of the store", () => {
  it.effect("when it has made more than was signed, in blocks or waiting", () =>
    Effect.gen(function* () {
      const made: Record<string, readonly [latest: number, pending: number]> = {
        [wallet]: [3, 5],
        [stranger]: [4, 2]
      }
      const rpc = yield* rpcOf({
        eth_getTransactionCount: ({ params: [account, tag] }: Arrived) =>
          hex(made[String(account)]?.[tag === "latest" ? 0 : 1] ?? 0)
      })
      const ahead = (...nonces: readonly [number, number]) =>
        walletsAhead(rpc, "ethereum", [walletOf(wallet, nonces[0]), walletOf(stranger, nonces[1])])
      assert.deepStrictEqual(yield* ahead(5, 4), [])
      assert.deepStrictEqual(yield* ahead(4, 4), [
        `wallet ${wallet} has made 5 transactions on ethereum, and 4 were signed by this store`
      ])
      assert.deepStrictEqual(yield* ahead(5, 3), [
        `wallet ${stranger} has made 4 transactions on ethereum, and 3 were signed by this store`
      ])
    })
  )
})

describe("a wallet has too little", () => {
  const alertsWith = Effect.fnUntraced(function* (
    has: { readonly coins: bigint; readonly tokens: bigint },
    floors: { readonly coins: bigint | undefined; readonly tokens: bigint | undefined }
  ) {
    const alerts: Array<string> = []
    let looks = 0
    const rpc = yield* rpcOf({
      eth_getBalance: () => {
        looks += 1
        return hex(has.coins)
      },
      eth_call: () => `0x${has.tokens.toString(16).padStart(64, "0")}`,
      eth_feeHistory: { oldestBlock: "0x1", baseFeePerGas: ["0x1", "0x3"], reward: [["0x1"]] }
    })
    const low = makeLowFunds(
      { name: "ethereum", rpc, spelling: evmSpelling, token: { ...token, decimals: 18 } },
      gasFloor(rpc, floors.coins),
      floors.tokens,
      (kind, message) =>
        Effect.sync(() => {
          alerts.push(`${kind}: ${message}`)
        })
    )
    yield* low([walletOf(wallet)])
    return { alerts, low, looks: () => looks }
  })

  it.effect("below the floors of the configuration, and not at them", () =>
    Effect.gen(function* () {
      const minor = 10n ** 12n
      const floors = { coins: 10n ** 18n, tokens: 5n }
      const enough = { coins: 10n ** 18n, tokens: 5n * minor }
      assert.deepStrictEqual((yield* alertsWith(enough, floors)).alerts, [])
      assert.deepStrictEqual((yield* alertsWith({ ...enough, coins: 10n ** 18n - 1n }, floors)).alerts, [
        `chain.low: wallet ${wallet} on ethereum has less of the network's coin than 1: send it some`
      ])
      assert.deepStrictEqual((yield* alertsWith({ ...enough, tokens: 5n * minor - 1n }, floors)).alerts, [
        `chain.low: wallet ${wallet} on ethereum has less of the token than 0.000005: send it some`
      ])
    })
  )

  it.effect("below the gas of twenty transfers without a configuration, and never of the token", () =>
    Effect.gen(function* () {
      const floors = { coins: undefined, tokens: undefined }
      const least = 20n * usualGas * 7n
      assert.deepStrictEqual((yield* alertsWith({ coins: least, tokens: 0n }, floors)).alerts, [])
      assert.deepStrictEqual((yield* alertsWith({ coins: least - 1n, tokens: 0n }, floors)).alerts, [
        `chain.low: wallet ${wallet} on ethereum has less of the network's coin than 20 transfers cost now: send it some`
      ])
    })
  )

  it.effect("as far as is looked at once a minute", () =>
    Effect.gen(function* () {
      const { low, looks } = yield* alertsWith({ coins: 0n, tokens: 0n }, { coins: 1n, tokens: undefined })
      assert.strictEqual(looks(), 1)
      yield* TestClock.adjust("59999 millis")
      yield* low([walletOf(wallet)])
      assert.strictEqual(looks(), 1)
      yield* TestClock.adjust("1 millis")
      yield* low([walletOf(wallet)])
      assert.strictEqual(looks(), 2)
    })
  )
})

describe("an alert", () => {
  it.effect("is raised again after ten minutes, and another one at once", () => {
    const logged: Array<string> = []
    const logger = Logger.make<unknown, void>(({ message }) => {
      logged.push(String([message].flat()[0]))
    })
    return Effect.gen(function* () {
      const raise = makeRaiseOnce()
      yield* raise("chain.low", "a")
      yield* raise("chain.low", "a")
      yield* raise("chain.low", "b", "same")
      yield* raise("chain.low", "c", "same")
      yield* TestClock.adjust("599999 millis")
      yield* raise("chain.low", "a")
      assert.deepStrictEqual(logged, ["a", "b"])
      yield* TestClock.adjust("1 millis")
      yield* raise("chain.low", "a")
      yield* raise("chain.low", "d", "same")
      assert.deepStrictEqual(logged, ["a", "b", "a", "d"])
    }).pipe(Effect.provideService(Logger.CurrentLoggers, new Set([logger])))
  })
})
