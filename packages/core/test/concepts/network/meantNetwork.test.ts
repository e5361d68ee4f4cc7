import { assert, it } from "@effect/vitest"
import { meantNetwork } from "../../../src/concepts/network/meantNetwork.ts"
import { defaultNetworks } from "../../../src/concepts/network/Network.ts"

it.each([
  ["TRON", "tron"],
  ["trx", "tron"],
  ["TRC20", "tron"],
  ["TRC-20", "tron"],
  ["USDT-TRC20", "tron"],
  ["ERC20", "ethereum"],
  ["eth", "ethereum"],
  ["etherium", "ethereum"],
  ["BEP20", "bsc"],
  ["bnb", "bsc"],
  ["poligon", "polygon"],
  ["bitcoin", undefined],
  ["", undefined]
])("who writes %j means %s", (given, meant) => {
  assert.strictEqual(meantNetwork(given, defaultNetworks), meant)
})
