import { assert, describe, it } from "vitest"
import { broadcastFailure, callFailure, logsFailure } from "../../src/rpc/nodeErrors.ts"
import { NodeError } from "../../src/rpc/RpcFailure.ts"

const error = (reason: string, code = -32000, status = 200) =>
  new NodeError({ host: "a.example", method: "eth_test", code, status, reason })

/** As nodes and providers word it. */
const wordsOfLogs = {
  TooMuch: [
    "query returned more than 10000 results",
    "query exceeds max results 20000, retry with the range 24383075-24383096",
    "query exceeds max block range 100000",
    "block range too large",
    "block range is too wide",
    "Block range limit exceeded. See more details at https://docs.example",
    "block range exceeds configured limit",
    "exceed maximum block range: 5000",
    "exceed max block range: 5000",
    "Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range",
    "Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range.",
    "eth_getLogs is limited to a 10,000 range",
    "eth_getLogs and eth_newFilter are limited to a 10,000 blocks range",
    "ranges over 10000 blocks are not supported on freetier",
    "range is too large, max is 1k blocks",
    "Max range: 800",
    "Requested range exceeds maximum RPC range limit",
    "limit exceeded",
    "query timeout exceeded",
    "Response is too big",
    "too many blocks",
    "logs matched by query exceeds limit of 10000"
  ],
  RpcUnavailable: [
    "rate limit exceeded",
    "daily request count exceeded, request rate limited",
    "Your app has exceeded its compute units per second capacity",
    "Too Many Requests",
    "internal error",
    "missing trie node 0123",
    "method not found"
  ],
  BlockUnknown: [
    "unknown block",
    "block not found",
    "block not found: 0x01",
    "header not found",
    "header for hash not found",
    "could not find block 0x01",
    "block range extends beyond current head block"
  ]
}

const wordsOfBroadcasts = {
  alreadyKnown: [
    "already known",
    "AlreadyKnown",
    "ALREADY_EXISTS: already known",
    "known transaction: 0123",
    "transaction already in mempool",
    "Transaction with the same hash was already imported.",
    "tx already exists in cache"
  ],
  nonceTooLow: [
    "nonce too low",
    "nonce too low: next nonce 5, tx nonce 4",
    "OldNonce",
    "Nonce too low",
    "Transaction nonce is too low. Try incrementing the nonce."
  ],
  underpriced: [
    "transaction underpriced",
    "replacement transaction underpriced",
    "transaction underpriced: tip needed 25000000000, tip permitted 1",
    "FeeTooLow",
    "FeeTooLowToCompete",
    "ReplacementNotAllowed",
    "INTERNAL_ERROR: could not replace existing tx",
    "Gas price below configured minimum gas price",
    "max fee per gas less than block base fee: address 0x01",
    "transaction gas price below minimum: gas tip cap 1, minimum needed 30000000000"
  ],
  insufficientFunds: [
    "insufficient funds for gas * price + value",
    "insufficient funds for gas * price + value: balance 0, tx cost 21000",
    "InsufficientFunds, Account balance: 0",
    "Upfront cost exceeds account balance",
    "Insufficient funds for gas * price + value"
  ],
  other: ["nonce too high", "txpool is full", "intrinsic gas too low", "invalid sender", "internal error"]
}

const table = <K extends string>(words: Record<K, ReadonlyArray<string>>) =>
  (Object.entries(words) as Array<[K, ReadonlyArray<string>]>).flatMap(([meaning, texts]) =>
    texts.map((text) => [text, meaning] as const)
  )

describe("an error of a node", () => {
  it.each(table(wordsOfLogs))("about logs, %j, is %s", (text, meaning) =>
    assert.strictEqual(logsFailure(error(text), "5")._tag, meaning)
  )

  it.each(table(wordsOfBroadcasts))("about a broadcast, %j, is %s", (text, meaning) =>
    assert.propertyVal(broadcastFailure(error(text)), "kind", meaning)
  )

  it("about a broadcast that comes too often is no refusal", () =>
    assert.strictEqual(broadcastFailure(error("rate limit exceeded"))._tag, "RpcUnavailable"))

  it.each([
    ["execution reverted", 3, "CallReverted"],
    ["execution reverted: blocked", -32000, "CallReverted"],
    ["VM execution error", 3, "CallReverted"],
    ["header not found", -32000, "RpcUnavailable"]
  ])("about a call, %j with code %i, is %s", (text, code, meaning) =>
    assert.strictEqual(callFailure(error(text, code))._tag, meaning)
  )
})
