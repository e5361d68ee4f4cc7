import { explorersOf } from "@quittance/adapters-http/pages"
import { assert, it } from "vitest"
import { transaction } from "../src/look/explorer.ts"
import { en } from "../src/words/en/en.ts"

const hash = "ab".repeat(32)

const shownIn = (isSandbox: boolean, configured: { readonly [network: string]: string }, network: string) => {
  const explorers = explorersOf(isSandbox, configured)
  return transaction(hash, network).shown({ words: en, zone: "UTC", isSandbox, explorers }).markup
}

it("a transaction leads to the explorer of its network: the configured one, or in live mode that of a main chain", () => {
  const own = { tron: "https://scan.example/tx/" }
  assert.include(shownIn(false, own, "tron"), `href="https://scan.example/tx/${hash}"`)
  assert.include(shownIn(false, own, "bsc"), `href="https://bscscan.com/tx/${hash}"`)
  assert.include(shownIn(true, own, "tron"), `href="https://scan.example/tx/${hash}"`)
  assert.notInclude(shownIn(true, {}, "tron"), "href")
})
