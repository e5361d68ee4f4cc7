import { lyingStories } from "@quittance/adapters-evm/testing"
import { tronSpelling } from "../../src/spelling.ts"
import { watchedNodes } from "../../src/watch/watchedNodes.ts"
import { apiOfEthereum } from "./ofEthereum.ts"

lyingStories(
  "tron",
  { spelling: tronSpelling, nodesOf: (rpc, token) => watchedNodes(apiOfEthereum(rpc), rpc, token) },
  1
)
