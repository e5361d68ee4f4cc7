import { watcherSuite } from "@quittance/adapters-evm/testing"
import { addressOfHex, depositAddress } from "../../src/address.ts"
import { tronSpelling } from "../../src/spelling.ts"
import { watchedNodes } from "../../src/watch/watchedNodes.ts"
import { apiOfEthereum } from "./ofEthereum.ts"

const factory = "0x00000000000000000000000000000000000000f1"
const implementation = "0x00000000000000000000000000000000000000f2"

watcherSuite({
  network: "tron",
  spelling: tronSpelling,
  addressOf: (salt) => addressOfHex(depositAddress(factory, implementation, salt)),
  nodesOf: (rpc, token) => watchedNodes(apiOfEthereum(rpc), rpc, token)
})
