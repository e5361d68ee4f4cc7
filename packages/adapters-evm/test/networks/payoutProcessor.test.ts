import type { TransferRequest } from "@quittance/core"
import {
  type ChainNetworks,
  ChainProcessor,
  ChainWallets,
  chainJobs,
  type WorkQueue
} from "@quittance/core/adapter"
import { type PayoutProcessorHarness, payoutProcessorSuite } from "@quittance/testing"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { getAddress, pad, toHex } from "viem/utils"
import { addressTopic, transferTopic } from "../../src/tokenCalls.ts"
import type { Deployed } from "../anvil/TestChain.ts"
import { BlockingToken } from "../contracts/BlockingToken.ts"
import { losingAnswers, takeTurn } from "./anyNetwork.ts"
import { onOwnNetwork, payer, startNetwork } from "./ownNetwork.ts"

const { chain, network, token } = await startNetwork(BlockingToken, 6)

/** Whether the store writes and its answers are lost. */
let isAnswerLost = false

const layer = onOwnNetwork(network, ChainProcessor.layer, {
  store: losingAnswers(() => isAnswerLost)
})

/** Each request goes to an address of its own. */
let requests = 0

const payable = Effect.sync((): TransferRequest => {
  requests += 1
  return {
    reference: `reference-${requests}`,
    payoutId: `payout-${requests}`,
    partnerId: "prt_1",
    network: network.name,
    currency: "USDT",
    address: getAddress(pad(toHex(0x1000 + requests), { size: 20 })),
    amountMinor: 5_000_000n,
    note: ""
  }
})

const refusable = Effect.tap(payable, ({ address }) =>
  Effect.promise(async () => {
    await chain.write(token as Deployed<typeof BlockingToken.abi>, "refuse", [address as `0x${string}`, 1])
    await chain.mine()
  })
)

const unanswered = Effect.tap(payable, () =>
  Effect.sync(() => {
    isAnswerLost = true
  })
)

const mine = Effect.promise(() => chain.mine())

/** A turn of the work, then a block, and so on. */
let isBlockNext = false

const proceed = Effect.suspend(() => {
  const step = isBlockNext ? mine : Effect.asVoid(takeTurn(chainJobs.send))
  isBlockNext = !isBlockNext
  return step
})

const turnsMax = 20

const settle = Effect.gen(function* () {
  const wallets = yield* ChainWallets
  isAnswerLost = false
  isBlockNext = false
  for (let turn = 0; turn < turnsMax; turn++) {
    const waiting = [...(yield* wallets.queued(network.name, 1)), ...(yield* wallets.open(network.name))]
    if (waiting.length === 0) return
    yield* takeTurn(chainJobs.send)
    yield* mine
    // What the token refuses is given up after some time.
    yield* TestClock.adjust("31 seconds")
  }
  return yield* Effect.die("the work does not end")
})

interface TransferLog {
  readonly transactionHash: string
  readonly topics: ReadonlyArray<string>
  readonly data: string
}

/** What the chain says, under the references that the journal has for its transactions. */
const transfers = Effect.gen(function* () {
  const wallets = yield* ChainWallets
  const references = new Map<string, string>()
  for (const transaction of yield* wallets.transactionsAfter(network.name, -1))
    if ("forms" in transaction)
      for (const { hash } of transaction.forms) references.set(hash, transaction.order.id)
  const filter = {
    address: token.address,
    fromBlock: "0x0",
    topics: [transferTopic, addressTopic(payer.address)]
  }
  const logs = yield* Effect.promise(() => chain.anvil.rpc("eth_getLogs", [filter]))
  return (logs as ReadonlyArray<TransferLog>).map(({ data, topics, transactionHash }) => ({
    reference: references.get(transactionHash) ?? "",
    network: network.name,
    address: getAddress(`0x${topics[2]?.slice(-40)}`),
    amountMinor: BigInt(data),
    hash: transactionHash
  }))
})

const harness: PayoutProcessorHarness<ChainNetworks | ChainWallets | WorkQueue> = {
  payable,
  refusable,
  unanswered,
  proceed,
  settle,
  transfers
}

payoutProcessorSuite("a wallet on a real node", layer, harness)
