import { assert, describe, it } from "@effect/vitest"
import { ChainWallets, type LeasedJob, type OpenTransaction } from "@quittance/core/adapter"
import { Effect, Result } from "effect"
import { TestClock } from "effect/testing"
import type { Rpc } from "../../src/rpc/Rpc.ts"
import { BroadcastRefused, RpcUnavailable } from "../../src/rpc/RpcFailure.ts"
import type { GuardedSigner } from "../../src/send/guardedSigner.ts"
import { keepBroadcast, offer } from "../../src/send/keepBroadcast.ts"
import {
  raiseMillis,
  rebroadcastMillis,
  type SenderOptions,
  signedAtOnceMax,
  signingMillisMax
} from "../../src/send/SenderOptions.ts"
import { SignerUnavailable } from "../../src/send/Signer.ts"
import { signInGroups } from "../../src/send/signInGroups.ts"
import { openSlot } from "./SlotChain.ts"

const groupOf = (size: number): ReadonlyArray<OpenTransaction> =>
  Array.from({ length: size }, (_, nonce) => openSlot(nonce, nonce, [`form ${nonce}`]))

const away = new RpcUnavailable({ host: "one", method: "", kind: "timeout", reason: "it does not answer" })
const noSigner = new SignerUnavailable({ reason: "it is away" })

/** What is signed and offered, group by group, each signed in so many milliseconds. */
const groups = Effect.fnUntraced(function* (sizes: ReadonlyArray<number | "away">, millis = 0) {
  const said: Array<string> = []
  let turn = 0
  const sent = yield* signInGroups(
    "ethereum",
    (kind, message) =>
      Effect.sync(() => {
        said.push(`${kind}: ${message}`)
      }),
    (before) =>
      Effect.gen(function* () {
        const size = sizes[turn++] ?? 0
        said.push(`sign after ${before.length}`)
        yield* TestClock.adjust(millis)
        return size === "away" ? yield* noSigner : groupOf(size)
      }),
    (group) =>
      Effect.sync(() => {
        if (group.length > 0) said.push(`offer ${group.length}`)
      })
  )
  return { said, sent: sent.length }
})

const half = signedAtOnceMax / 2

describe("what waits is signed in groups", () => {
  const run = <A, E>(effect: Effect.Effect<A, E, ChainWallets>) =>
    Effect.provideService(effect, ChainWallets, undefined as never)

  it.effect(
    "as long as more than half a group is signed at once, each offered while the next is signed",
    () =>
      run(
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* groups([half + 1, half, 3]), {
            said: ["sign after 0", `sign after ${half + 1}`, `offer ${half + 1}`, `offer ${half}`],
            sent: 2 * half + 1
          })
          assert.deepStrictEqual((yield* groups([0])).said, ["sign after 0"])
        })
      )
  )

  it.effect("until five seconds have passed", () =>
    run(
      Effect.gen(function* () {
        const many = Array.from({ length: 9 }, () => half + 1)
        assert.strictEqual((yield* groups(many, signingMillisMax)).sent, half + 1)
        assert.strictEqual((yield* groups(many, signingMillisMax - 1)).sent, 2 * (half + 1))
      })
    )
  )

  it.effect("until the signer is away, which alerts and keeps what was signed", () =>
    run(
      Effect.gen(function* () {
        const { said, sent } = yield* groups([half + 1, "away"])
        assert.strictEqual(sent, half + 1)
        assert.include(said, "chain.signer: payouts on ethereum wait: it is away")
      })
    )
  )
})

/** A node that takes what it is offered, or says otherwise. */
const broadcaster = (answers: ReadonlyArray<BroadcastRefused | RpcUnavailable | undefined> = []) => {
  const offered: Array<number> = []
  const broadcasts: Rpc["Service"]["broadcasts"] = (signed) =>
    Effect.sync(() => {
      offered.push(signed.length)
      return signed.map((bytes, index) => {
        const failure = answers[index]
        return failure === undefined ? Result.succeed(bytes) : Result.fail(failure)
      })
    })
  return { offered, rpc: { broadcasts } as unknown as Rpc["Service"] }
}

const options = { network: "ethereum" } as SenderOptions
const offersOf = (slots: ReadonlyArray<OpenTransaction>) =>
  slots.flatMap((transaction) => transaction.forms.map((form) => ({ transaction, form })))

describe("a signed form", () => {
  it.effect("counts as offered when a node answered, whatever it said, and fails when none did", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(77)
      const slots = groupOf(3)
      const refused = new BroadcastRefused({ host: "one", kind: "underpriced", reason: "too low" } as never)
      const at = new Map<string, number>()
      const { rpc } = broadcaster([undefined, refused, away])
      assert.strictEqual(yield* Effect.flip(offer(rpc, options, offersOf(slots), at)), away)
      assert.deepStrictEqual(
        [...at],
        slots.slice(0, 2).map(({ forms }) => [forms[0]?.hash, 77])
      )
      yield* offer(broadcaster([refused]).rpc, options, offersOf(slots.slice(0, 1)), at)
    })
  )

  const kept = Effect.fnUntraced(function* (
    slots: ReadonlyArray<OpenTransaction>,
    offeredAt: ReadonlyMap<string, number>,
    signed: Array<string> = []
  ) {
    const { offered, rpc } = broadcaster()
    const fees = Effect.succeed({ oldestBlock: 1, baseFeePerGas: [1n, 10n ** 9n], reward: [[1n]] })
    const signer = {
      sign: (_: string, purpose: string) => {
        signed.push(purpose)
        return Effect.fail(noSigner)
      }
    } as unknown as GuardedSigner
    yield* keepBroadcast(
      { ...rpc, feeHistory: () => fees } as unknown as Rpc["Service"],
      signer,
      options,
      slots,
      {} as LeasedJob,
      new Map(offeredAt),
      () => Effect.void
    )
    return offered.reduce((sum, count) => sum + count, 0)
  })

  const run = <A, E>(effect: Effect.Effect<A, E, ChainWallets>) =>
    Effect.provideService(effect, ChainWallets, undefined as never)

  it.effect(
    "is offered again after fifteen seconds, and at once by a process that does not know when it was",
    () =>
      run(
        Effect.gen(function* () {
          const slot = openSlot(1, 0, ["form"], { at: 0, bytes: "0x02c0" })
          const at = new Map([[slot.forms[0]?.hash ?? "", 0]])
          assert.strictEqual(yield* kept([slot], new Map()), 1)
          yield* TestClock.setTime(rebroadcastMillis - 1)
          assert.strictEqual(yield* kept([slot], at), 0)
          yield* TestClock.setTime(rebroadcastMillis)
          assert.strictEqual(yield* kept([slot], at), 1)
        })
      )
  )

  it.effect("is only the last one of a slot", () =>
    run(
      Effect.gen(function* () {
        const slot = openSlot(1, 0, ["first", "second"], { at: 0, bytes: "0x02c0" })
        assert.strictEqual(yield* kept([slot], new Map([[slot.forms[1]?.hash ?? "", 0]])), 0)
        assert.strictEqual(yield* kept([slot], new Map([[slot.forms[0]?.hash ?? "", 0]])), 1)
      })
    )
  )

  it.effect("that was given up is not offered without its cancellation, and a cancellation is", () =>
    run(
      Effect.gen(function* () {
        const given = (isCancel: boolean) => ({
          ...openSlot(1, 0, ["form"], { at: 0, isCancel, bytes: "0x02c0" }),
          _tag: "cancelling" as const
        })
        const signed: Array<string> = []
        assert.strictEqual(yield* kept([given(false)], new Map(), signed), 0)
        assert.deepStrictEqual(signed, ["cancellation"])
        assert.strictEqual(yield* kept([given(true)], new Map(), signed), 1)
        assert.deepStrictEqual(signed, ["cancellation"])
        yield* TestClock.setTime(raiseMillis)
        assert.strictEqual(yield* kept([given(true)], new Map(), signed), 1)
        assert.deepStrictEqual(signed, ["cancellation", "cancellation"])
      })
    )
  )
})
