import {
  ChainAddresses,
  type ChainJournal,
  type ChainNetworks,
  chainJobs,
  type Store,
  type WorkQueue
} from "@quittance/core/adapter"
import { type DepositAddressesHarness, depositAddressesSuite } from "@quittance/testing"
import { Effect } from "effect"
import type { Hex } from "../../src/hex.ts"
import { accountOf } from "../anvil/Anvil.ts"
import type { Deployed } from "../anvil/TestChain.ts"
import { BoolToken } from "../contracts/BoolToken.ts"
import { giveOut, takeTurn } from "./anyNetwork.ts"
import { deployFactory, onOwnNetwork, startNetwork } from "./ownNetwork.ts"

const decimals = 18
const unitsPerMinor = 10n ** BigInt(decimals - 6)

const { chain, network, token: deployed } = await startNetwork(BoolToken, decimals)
await deployFactory(chain, network)
const token = deployed as Deployed<typeof BoolToken.abi>
const other = await chain.deploy(BoolToken)

/** One pays after the other, so that the transaction of one can vanish and that of the next one stay. */
const payers = [4, 5, 6, 7, 8, 9].map((index) => accountOf(index).address)
for (const contract of [token, other]) await chain.mintToAll(contract, payers, 10n ** 24n)
await chain.mine()

let payments = 0

const transfer = (contract: typeof token, to: string, value: bigint): Promise<Hex> => {
  const from = payers[payments % payers.length]
  payments += 1
  // With gas of its own, also what fails gets into a block.
  return chain.write(contract, "transfer", [to as Hex, value], { ...(from && { from }), gas: 100_000n })
}

/** Reads until nothing new is left. */
const look = Effect.gen(function* () {
  while ((yield* takeTurn(chainJobs.read)) === 0);
})

const mined = <A>(work: () => Promise<A>) =>
  Effect.tap(
    Effect.promise(async () => {
      const done = await work()
      await chain.mine()
      return done
    }),
    () => look
  )

const blockAt = (number: number) =>
  chain.anvil.rpc("eth_getBlockByNumber", [`0x${number.toString(16)}`, false]) as Promise<{
    readonly transactions: ReadonlyArray<Hex>
  }>

const harness: DepositAddressesHarness<ChainJournal | ChainNetworks | Store | WorkQueue> = {
  networks: [{ name: network.name, addressFormat: "evm" }],
  deposit: (name, address, amountMinor) =>
    giveOut(name, address).pipe(
      Effect.andThen(mined(() => transfer(token, address, amountMinor * unitsPerMinor))),
      Effect.map((txHash) => ({ txHash, logIndex: 0 }))
    ),
  distract: (name, address) =>
    Effect.andThen(
      giveOut(name, address),
      mined(async () => {
        await transfer(other, address, unitsPerMinor)
        await transfer(token, accountOf(0).address, unitsPerMinor)
        await transfer(token, address, 10n ** 30n)
        await transfer(token, address, 0n)
        await chain.send({ to: address as Hex, value: 1n })
      })
    ),
  addBlocks: (_name, count) =>
    Effect.andThen(
      Effect.promise(() => chain.mine(count)),
      look
    ),
  drop: (_name, txHash) =>
    mined(async () => {
      const receipt = await chain.receipt(txHash as Hex)
      if (receipt === undefined) throw new Error(`no block contains ${txHash}`)
      const first = Number(receipt.blockNumber)
      const head = await chain.head()
      const kept: Array<readonly [Hex, number]> = []
      for (let number = first; number <= head; number++)
        for (const hash of (await blockAt(number)).transactions)
          if (hash !== txHash) kept.push([await chain.signedBytes(hash), number - first])
      await chain.reorganise(head - first + 1, kept)
    })
}

depositAddressesSuite("a network that is read", onOwnNetwork(network, ChainAddresses.layer), harness)
