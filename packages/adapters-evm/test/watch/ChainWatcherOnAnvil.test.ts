import type { Hex } from "viem"
import { assert, it } from "vitest"
import { bloomOf } from "../../src/watch/logsBloom.ts"
import { accountOf } from "../anvil/Anvil.ts"
import { type Receipt, TestChain } from "../anvil/TestChain.ts"
import { BoolToken } from "../contracts/BoolToken.ts"
import { evmKind } from "./watchedHost.ts"
import { watcherSuite } from "./watcherSuite.ts"

watcherSuite(evmKind)

it("the filter of each block of a real node is that of its logs", async () => {
  const chain = await TestChain.start()
  const token = await chain.deploy(BoolToken)
  await chain.mint(token, accountOf(0).address, 1n)
  await chain.mine()
  for (const tag of ["latest", "earliest", "0x1"]) {
    const block = (await chain.anvil.rpc("eth_getBlockByNumber", [tag, false])) as Record<
      "hash" | "logsBloom",
      Hex
    >
    const receipts = (await chain.anvil.rpc("eth_getBlockReceipts", [block.hash])) as ReadonlyArray<Receipt>
    assert.strictEqual(bloomOf(receipts.flatMap(({ logs }) => logs)), block.logsBloom)
  }
})
