import { expect, it } from "vitest"
import { explorerLink } from "../../src/pages/explorer.ts"

it("a transaction is looked up where its network is known, and only by what is a hash", () => {
  const hash = "ab".repeat(32)
  const live = { sandbox: false }
  expect(explorerLink(hash, "tron", live)).toBe(`https://tronscan.org/#/transaction/${hash}`)
  expect(explorerLink(`0x${hash}`, "ethereum", live)).toBe(`https://etherscan.io/tx/0x${hash}`)
  expect(explorerLink(hash, "tron", { sandbox: true })).toBeNull()
  for (const [other, network] of [
    [hash, "unknown"],
    [`${hash}/..`, "tron"],
    ["javascript:alert(1)", "bsc"]
  ] as const)
    expect(explorerLink(other, network, live)).toBeNull()
})
