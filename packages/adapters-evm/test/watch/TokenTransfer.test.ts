import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import type { Log } from "../../src/rpc/ChainData.ts"
import { evmSpelling } from "../../src/Spelling.ts"
import { addressTopic, minorOf, transferTopic } from "../../src/tokenCalls.ts"
import { bloomMayHave, bloomOf } from "../../src/watch/logsBloom.ts"
import { tokenTransfers } from "../../src/watch/TokenTransfer.ts"
import { firstWindow, grown, halved } from "../../src/watch/WindowSize.ts"
import { fakeToken, hashOfText, payerAddress, transferLog } from "./FakeChain.ts"

const to = "0xD0d0D0D0D0d0d0d0d0D0d0d0d0D0d0D0d0D0D0d0"

const logAt = (logIndex: number, tx: string, changes: Partial<Log> = {}): Log => ({
  ...transferLog(to, 5n),
  blockNumber: 1,
  blockHash: hashOfText("block"),
  transactionHash: hashOfText(tx),
  transactionIndex: 0,
  logIndex,
  ...changes
})

const positions = (logs: ReadonlyArray<Log>) =>
  tokenTransfers(logs, evmSpelling).map(({ position }) => position)

describe("transfers of a block", () => {
  it("have their place within their transaction, in whatever order the logs come", () => {
    const logs = [logAt(7, "b"), logAt(4, "a"), logAt(6, "b"), logAt(3, "a")]
    assert.deepStrictEqual(
      tokenTransfers(logs, evmSpelling).map(({ logIndex, position }) => [logIndex, position]),
      [
        [3, 0],
        [4, 1],
        [6, 0],
        [7, 1]
      ]
    )
  })

  it.each([
    [
      "a fourth topic, as of a single thing",
      { topics: [...transferLog(to, 5n).topics, hashOfText("thing")] }
    ],
    ["too few topics", { topics: [transferTopic, addressTopic(to)] }],
    ["a recipient that is no address", { topics: [transferTopic, addressTopic(to), hashOfText("x")] }],
    [
      "a sender that is no address",
      { topics: [transferTopic, hashOfText("x"), addressTopic(to)] as ReadonlyArray<`0x${string}`> }
    ],
    ["no amount", { data: "0x" as const }],
    ["more data than an amount", { data: `0x${"01".repeat(64)}` as const }],
    ["an amount of nothing", { data: `0x${"0".repeat(64)}` as const }]
  ])("with %s are none, but count for the places after them", (_, changes) => {
    assert.deepStrictEqual(positions([logAt(0, "a", changes), logAt(1, "a")]), [1])
  })

  it("have the parties and the amount that the log names", () => {
    const [transfer] = tokenTransfers([logAt(0, "a", { data: `0x${"f".repeat(64)}` })], evmSpelling)
    assert.strictEqual(transfer?.recipient.toLowerCase(), to.toLowerCase())
    assert.strictEqual(transfer?.sender.toLowerCase(), payerAddress)
    assert.strictEqual(transfer?.value, 2n ** 256n - 1n)
  })
})

it("an amount is rounded down to minor units, and never up", () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 2n ** 256n - 1n), fc.integer({ min: 6, max: 30 }), (value, decimals) => {
      const minor = minorOf(value, decimals)
      const unit = 10n ** BigInt(decimals - 6)
      assert.isTrue(minor * unit <= value && value < (minor + 1n) * unit)
    })
  )
  assert.strictEqual(minorOf(12n, 2), 120_000n)
})

it("the filter of a block has each of its addresses and topics", () => {
  const logs = [transferLog(to, 1n), transferLog(payerAddress, 2n, `0x${"ab".repeat(20)}`)]
  const bloom = bloomOf(logs)
  for (const { address, topics } of logs) assert.isTrue(bloomMayHave(bloom, [address, ...topics]))
  assert.isFalse(bloomMayHave(bloom, [`0x${"12".repeat(20)}`]))
  assert.isFalse(bloomMayHave(bloomOf([]), [fakeToken]))
})

it("a window of blocks halves down to one block, and grows again to its bound", () => {
  let window: typeof firstWindow | undefined = firstWindow
  const sizes: Array<number> = []
  for (; window !== undefined; window = halved(window.blocks)) sizes.push(window.blocks)
  assert.deepStrictEqual(sizes, [500, 250, 125, 62, 31, 15, 7, 3, 1])
  let large = { blocks: 1, answered: 0 }
  for (let answers = 0; answers < 100; answers++) large = grown(large)
  assert.strictEqual(large.blocks, 2_000)
})
