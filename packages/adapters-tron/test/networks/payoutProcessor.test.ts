import { transferTopic } from "@quittance/adapters-evm/parts"
import { losingAnswers, takeTurn } from "@quittance/adapters-evm/testing"
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
import { addressOfHex, hexOfAddress } from "../../src/address.ts"
import { addressWord } from "../node/bytes.ts"
import { token } from "../node/TronChain.ts"
import { onTron } from "./onTron.ts"
import { payer, personOf, startTron } from "./ownTron.ts"

const { chain, deployFactory, network } = await startTron()

/** Whether the store writes and its answers are lost. */
let isAnswerLost = false

const layer = onTron(network, deployFactory(), ChainProcessor.layer, {
  store: losingAnswers(() => isAnswerLost)
})

/** Each request goes to an address of its own. */
let requests = 0

const payable = Effect.sync((): TransferRequest => {
  requests += 1
  return {
    ...{
      reference: `reference-${requests}`,
      payoutId: `payout-${requests}`,
      partnerId: "prt_1",
      network: network.name
    },
    ...{ currency: "USDT", address: personOf(0x1000 + requests), amountMinor: 5_000_000n, note: "" }
  }
})

const refusable = Effect.tap(payable, ({ address }) =>
  Effect.sync(() => chain.setBlocked(hexOfAddress(address), true))
)

const unanswered = Effect.tap(payable, () =>
  Effect.sync(() => {
    isAnswerLost = true
  })
)

/** A turn of the work, then a block, and so on. */
let isBlockNext = false

const proceed = Effect.suspend(() => {
  const step = isBlockNext ? Effect.sync(() => chain.produceMany(1)) : Effect.asVoid(takeTurn(chainJobs.send))
  isBlockNext = !isBlockNext
  return step
})

const turnsMax = 40

/** Half a minute of blocks, and no transaction is final in the block that has it. */
const blocksInTurn = 10

/**
 * How often it was settled: every other time, the witnesses lose what waits at first, so that it expires and is proven
 * never to be carried out.
 */
let settled = 0

const settle = Effect.gen(function* () {
  const wallets = yield* ChainWallets
  isAnswerLost = false
  isBlockNext = false
  settled += 1
  if (settled % 2 === 0) for (const { id } of chain.waiting) chain.lose(id)
  for (let turn = 0; turn < turnsMax; turn++) {
    const waiting = [...(yield* wallets.queued(network.name, 1)), ...(yield* wallets.open(network.name))]
    if (waiting.length === 0) return
    yield* takeTurn(chainJobs.send)
    chain.produceMany(blocksInTurn)
    // What the token refuses is given up after some time.
    yield* TestClock.adjust("31 seconds")
  }
  return yield* Effect.die("the work does not end")
})

/** What the chain says, under the references that the journal has for its transactions. */
const transfers = Effect.gen(function* () {
  const wallets = yield* ChainWallets
  const references = new Map<string, string>()
  for (const transaction of yield* wallets.transactionsAfter(network.name, -1))
    if ("forms" in transaction)
      for (const { hash } of transaction.forms) references.set(hash, transaction.order.id)
  const sender = addressWord(hexOfAddress(payer))
  return chain.blocks.flatMap(({ mined }) =>
    mined.flatMap(({ outcome, transaction }) =>
      outcome.logs
        .filter(
          ({ address, topics }) => address === token && topics[0] === transferTopic && topics[1] === sender
        )
        .map(({ data, topics }) => ({
          reference: references.get(transaction.id.slice(2)) ?? "",
          network: network.name,
          address: addressOfHex(`0x${topics[2]?.slice(-40)}`),
          amountMinor: BigInt(data),
          hash: transaction.id
        }))
    )
  )
})

const harness: PayoutProcessorHarness<ChainNetworks | ChainWallets | WorkQueue> = {
  ...{ payable, refusable, unanswered, proceed, settle, transfers }
}

payoutProcessorSuite("a wallet of TRON", layer, harness)
