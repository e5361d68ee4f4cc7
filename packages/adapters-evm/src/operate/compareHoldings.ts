import type { ChainHolding, ChainWallet } from "@quittance/core/adapter"
import { Effect, Array as Lists } from "effect"
import { formatUnits } from "viem/utils"
import type { Hex } from "../hex.ts"
import type { LiveNetwork } from "../LiveNetwork.ts"
import type { Log } from "../rpc/ChainData.ts"
import { addressTopic, tokenBalances, transferTopic } from "../tokenCalls.ts"
import { readLogs } from "../watch/readLogs.ts"
import { type TokenTransfer, tokenTransfers } from "../watch/TokenTransfer.ts"
import { firstWindow } from "../watch/WindowSize.ts"
import type { ComparedNetwork } from "./ComparedNetwork.ts"
import type { DepositContracts } from "./planSweeps.ts"
import { waitingOn } from "./waitingOn.ts"

/** How often it is tried to find the addresses at rest, where a node shows only the newest balances. */
const triesMax = 3

/** What wallets and the treasury hold, compared with what they held before and with every transfer since. */
export interface ComparedHoldings {
  readonly differences: ReadonlyArray<string>
  /** Addresses that were not compared, each with the reason in a sentence. */
  readonly notCompared: ReadonlyArray<string>
  /** What each has after the final block, for the next comparison. */
  readonly holdings: ReadonlyArray<ChainHolding>
}

interface Move extends TokenTransfer {
  readonly blockNumber: number
}

/**
 * Compares what wallets and the treasury have of the token with what they had at the last comparison and every transfer
 * to them or from them since, whoever made it. A token whose issuer destroys balances moves nothing, so what is missing
 * then is explained by no transfer. An address is compared from the second time on.
 */
export const compareHoldings = Effect.fnUntraced(function* (
  network: ComparedNetwork,
  contracts: DepositContracts | undefined,
  wallets: ReadonlyArray<ChainWallet>,
  before: ReadonlyArray<ChainHolding>,
  finalBlock: number
) {
  const first = yield* look(network, contracts, wallets, before, finalBlock)
  // A reorganisation, or a node that is behind, may come between two answers.
  return first.differences.length === 0 ? first : yield* look(network, contracts, wallets, before, finalBlock)
})

const look = Effect.fnUntraced(function* (
  network: ComparedNetwork,
  contracts: DepositContracts | undefined,
  wallets: ReadonlyArray<ChainWallet>,
  before: ReadonlyArray<ChainHolding>,
  finalBlock: number
) {
  const { name, rpc, spelling, treasury } = network
  const token = spelling.hexOfAddress(network.token.address).toLowerCase() as Hex
  const addresses = [...new Set([...wallets.map(({ address }) => address), treasury])]
  const known = new Map(before.map((each) => [each.address, each]))
  const begins = addresses.map((address) => known.get(address)?.blockNumber ?? finalBlock)
  const moves = new Map<string, Move>()
  let readTo = Math.min(finalBlock, ...begins)
  let head = yield* rpc.head("latest")
  let balances: ReadonlyArray<bigint> = []
  let moving = new Set<string>()
  for (let tries = 0; tries < triesMax; tries++) {
    const waiting = yield* waitingOn(network, contracts)
    head = yield* rpc.head("latest")
    balances = yield* tokenBalances(rpc, token, addresses.map(spelling.hexOfAddress), head.number)
    const after = yield* rpc.head("latest")
    for (const [key, move] of yield* movesOf(network, token, addresses, readTo, after.number))
      moves.set(key, move)
    readTo = Math.max(readTo, after.number)
    const late = [...moves.values()].filter(({ blockNumber }) => blockNumber > head.number)
    moving = new Set(late.flatMap(({ recipient, sender }) => [recipient, sender]))
    for (const each of [...waiting, ...(yield* waitingOn(network, contracts))]) moving.add(each)
    if (!addresses.some((address) => moving.has(address))) break
  }

  /**
   * What came to an address at rest, less what went from it, in the blocks above one: nothing moves it above the head.
   */
  const netOf = (address: string, above: number): bigint =>
    [...moves.values()].reduce((sum, { blockNumber, recipient, sender, value }) => {
      if (blockNumber <= above) return sum
      return sum + (recipient === address ? value : 0n) - (sender === address ? value : 0n)
    }, 0n)

  const differences: Array<string> = []
  const notCompared: Array<string> = []
  const holdings: Array<ChainHolding> = []
  for (const [address, value] of Lists.zip(addresses, balances)) {
    const last = known.get(address)
    const what = `${address === treasury ? "the treasury" : "wallet"} ${address} on ${name}`
    if (moving.has(address)) {
      notCompared.push(`the balance of ${what}, because it is in the middle of a transfer`)
      if (last !== undefined) holdings.push(last)
      continue
    }
    if (head.number >= finalBlock)
      holdings.push({ address, value: value - netOf(address, finalBlock), blockNumber: finalBlock })
    if (last === undefined) {
      notCompared.push(`the balance of ${what}, because the daily comparison has not noted it before`)
      continue
    }
    const missing = last.value + netOf(address, last.blockNumber) - value
    if (missing !== 0n)
      differences.push(
        `${what} has ${amountText(network, missing < 0n ? -missing : missing)} ${missing < 0n ? "more" : "less"} than its transfers since block ${last.blockNumber} explain`
      )
  }
  return { differences, notCompared, holdings } satisfies ComparedHoldings
})

export const amountText = ({ token }: Pick<LiveNetwork, "token">, value: bigint): string =>
  `${formatUnits(value, token.decimals)} USDT`

/** The transfers to addresses and from them, in the blocks above one up to another, each once. */
const movesOf = Effect.fnUntraced(function* (
  { rpc, spelling }: LiveNetwork,
  token: Hex,
  addresses: ReadonlyArray<string>,
  above: number,
  upTo: number
) {
  const topics = addresses.map((address) => addressTopic(spelling.hexOfAddress(address)))
  const found = new Map<string, Move>()
  const take = (logs: ReadonlyArray<Log>) =>
    Effect.sync(() => {
      for (const [blockNumber, some] of Map.groupBy(logs, (log) => log.blockNumber))
        for (const transfer of tokenTransfers(some, spelling))
          found.set(`${blockNumber} ${transfer.logIndex}`, { ...transfer, blockNumber })
    })
  for (const sides of [
    [topics, null],
    [null, topics]
  ])
    yield* readLogs(
      rpc,
      { address: token, topics: [transferTopic, ...sides] },
      above,
      upTo,
      firstWindow,
      take
    )
  return found
})
