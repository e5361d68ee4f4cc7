import { assert, describe, it } from "@effect/vitest"
import { addressOfBytes } from "@quittance/core/adapter"
import { Option } from "effect"
import type { EvmNetwork } from "../../src/EvmNetwork.ts"
import { expectedFactory } from "../../src/factory.ts"
import { deterministicDeployer } from "../../src/factoryContracts.ts"
import { bytesOf, type Hex } from "../../src/hex.ts"
import { deedOf } from "../../src/operate/deedOf.ts"
import type { FoundSlot } from "../../src/send/findSlots.ts"
import { transferCall } from "../../src/tokenCalls.ts"
import { movedLog, stranger, wallet } from "../send/SlotChain.ts"
import { type FakeLog, fakeToken, hashOfText } from "../watch/FakeChain.ts"

const network: EvmNetwork = {
  name: "ethereum",
  rpcUrls: ["https://one.example"],
  chainId: 1,
  token: { address: fakeToken.toUpperCase().replace("0X", "0x"), decimals: 18 },
  confirmations: 3,
  finality: 2,
  treasury: `0x${"d4".repeat(20)}`
}

const minor = 10n ** 12n
const recipient = addressOfBytes("evm", bytesOf(stranger))

interface Done {
  readonly to?: Hex | null
  readonly input?: Hex
  readonly value?: bigint
  readonly status?: number
  readonly logs?: ReadonlyArray<FakeLog>
}

const slotOf = ({ input = "0x01", logs = [], status = 1, to = stranger, value = 0n }: Done): FoundSlot => {
  const place = {
    ...{ blockNumber: 9, blockHash: hashOfText("block"), transactionHash: hashOfText("it") },
    transactionIndex: 4
  }
  const from = wallet
  return {
    ...{ nonce: 7, at: 1_234 },
    transaction: {
      hash: place.transactionHash,
      from,
      to,
      nonce: 7,
      value,
      input,
      blockHash: place.blockHash
    },
    receipt: {
      ...{ ...place, from, to, status, gasUsed: 5n, effectiveGasPrice: 3n },
      logs: logs.map((log, logIndex) => ({ ...log, ...place, logIndex }))
    }
  }
}

const deed = (done: Done) => deedOf(network, wallet, slotOf(done))

const paying = (value: bigint, changes: Done = {}): Done => ({
  ...{ to: fakeToken, input: transferCall(stranger, value), logs: [movedLog(wallet, stranger, value)] },
  ...changes
})

describe("what a wallet's transaction did", () => {
  it("is a payout of what the token moved, with its cost and its place", () => {
    assert.deepStrictEqual(deed(paying(5n * minor)), {
      wallet,
      nonce: 7,
      at: 1_234,
      transactionIndex: 4,
      outcome: {
        ...{ _tag: "completed", hash: hashOfText("it"), blockNumber: 9, costWei: 15n, reason: "" }
      },
      order: {
        ...{ id: `ethereum/${hashOfText("it")}`, partnerId: "ethereum", purpose: "payout" },
        ...{ payoutId: "", payoutPartnerId: "", sendBefore: Option.none(), recipient, amountMinor: 5n },
        ...{ contract: "", data: "", createdAt: 1_234 }
      },
      isPayment: true,
      did: `moves 0.000005 USDT to ${recipient}`
    })
  })

  it("is a payout whoever was called, but no payment when it is no whole minor unit or nothing", () => {
    const { isPayment, order } = deed(paying(5n * minor, { to: stranger, input: "0x01" }))
    assert.deepStrictEqual([order.purpose, order.amountMinor, isPayment], ["payout", 5n, true])
    const broken = deed(paying(5n * minor + 1n))
    assert.deepStrictEqual(
      [broken.order.purpose, broken.order.amountMinor, broken.isPayment],
      ["payout", 5n, false]
    )
    const dust = deed(paying(1n))
    assert.deepStrictEqual(
      [dust.order.purpose, dust.order.amountMinor, dust.isPayment],
      ["payout", 0n, false]
    )
    const none = deed({ logs: [movedLog(wallet, stranger, 0n)] })
    assert.deepStrictEqual([none.order.purpose, none.isPayment], ["other", false])
  })

  it("is no payment when it moved more than one amount", () => {
    const logs = [movedLog(wallet, stranger, minor), movedLog(wallet, stranger, 2n * minor)]
    const { did, isPayment, order } = deed(paying(minor, { logs }))
    assert.deepStrictEqual([order.purpose, order.recipient, isPayment], ["other", "", false])
    assert.strictEqual(order.contract, fakeToken)
    assert.strictEqual(order.data, transferCall(stranger, minor))
    assert.strictEqual(
      did,
      `calls ${fakeToken}, moves 0.000001 USDT to ${recipient}, moves 0.000002 USDT to ${recipient}`
    )
  })

  it("is a payout that failed when the network or the token did not do what it asked for", () => {
    const failed = deed(paying(minor, { status: 0, logs: [] }))
    const reason = "the network carried it out and it failed"
    assert.deepStrictEqual(
      [failed.outcome._tag, failed.outcome.reason, failed.isPayment],
      ["failed", reason, false]
    )
    assert.deepStrictEqual([failed.order.purpose, failed.order.amountMinor], ["payout", 1n])
    assert.strictEqual(failed.did, `moves 0.000001 USDT to ${recipient}, but ${reason}`)
    const refused = deed(paying(minor, { logs: [] }))
    const moved = "the token accepted the transfer and moved nothing"
    assert.deepStrictEqual(
      [refused.outcome._tag, refused.outcome.reason, refused.isPayment],
      ["failed", moved, false]
    )
    // The same call to another contract asked for nothing.
    assert.strictEqual(deed(paying(minor, { logs: [], to: stranger })).order.purpose, "other")
    assert.strictEqual(deed(paying(minor, { logs: [], to: stranger })).outcome._tag, "completed")
  })

  it("is a cancellation when it sent nothing to the wallet itself", () => {
    const { did, outcome } = deed({ to: wallet, input: "0x" })
    assert.strictEqual(outcome._tag, "cancelled")
    assert.strictEqual(did, "did nothing, and so kept its slot from another transaction")
  })

  it("is a deployment, a sweep, or a call of something else", () => {
    const factory = expectedFactory(network).factory.address.toLowerCase() as Hex
    const said = (to: Hex | null, value = 0n) => {
      const { did, order } = deed({ to, value })
      return [order.purpose, order.contract, did]
    }
    assert.deepStrictEqual(said(null), ["deployment", "", "creates a contract"])
    const deployer = deterministicDeployer.toLowerCase() as Hex
    assert.deepStrictEqual(said(deployer), ["deployment", deployer, "creates a contract"])
    assert.deepStrictEqual(said(factory), ["sweep", factory, "empties deposit addresses"])
    assert.deepStrictEqual(said(stranger, 1n), [
      ...["other", stranger],
      `calls ${stranger}, gives it 1 wei of the network's coin`
    ])
  })
})
