import type { Chance } from "@quittance/testing"
import type { Hex } from "viem"
import { deterministicDeployment } from "../../src/factoryContracts.ts"
import { transferTopic } from "../../src/tokenCalls.ts"
import { accountOf } from "../anvil/Anvil.ts"
import { type Deployed, TestChain } from "../anvil/TestChain.ts"
import { BoolToken } from "../contracts/BoolToken.ts"
import { FeeToken } from "../contracts/FeeToken.ts"

export const confirmations = 3
/** Deeper than any reorganisation of a story. */
export const finality = 13
export const reorganisedMax = 12

export const payer = accountOf(1)
export const treasury = accountOf(3).address

/** The token has 18 decimals, and minor units have 6. */
export const unitsPerMinor = 10n ** 12n

/** A transfer of the token as the chain has it now. */
export interface ChainMove {
  readonly hash: string
  readonly from: string
  readonly to: string
  readonly value: bigint
  readonly block: number
  /** The same transfer in another block has the same. */
  readonly key: string
}

/** What happens on the network without the deployment, and what is true there: asked directly, past every fault. */
export class StoryChain {
  readonly chain: TestChain
  readonly token: Deployed<typeof BoolToken.abi>
  readonly #others: ReadonlyArray<Deployed>
  /** Only the blocks above it are ever replaced. */
  #lastFixed: number
  readonly #chance: Chance
  /** All transfers that ever were as deep as a credit needs, by their keys. */
  readonly #everDeep = new Map<string, ChainMove>()
  /** The customers pay in turn, so that one transaction can vanish and the next one stay. */
  readonly #customers = [4, 5, 6, 7, 8, 9].map((index) => accountOf(index).address)

  private constructor(
    chain: TestChain,
    token: Deployed<typeof BoolToken.abi>,
    others: ReadonlyArray<Deployed>,
    lastFixed: number,
    chance: Chance
  ) {
    this.chain = chain
    this.token = token
    this.#others = others
    this.#lastFixed = lastFixed
    this.#chance = chance
  }

  /** With the token, tokens that nobody asked for, the contract for deposit addresses, and money for everybody. */
  static async start(chance: Chance): Promise<StoryChain> {
    const chain = await TestChain.start()
    const token = await chain.deploy(BoolToken)
    const others = [await chain.deploy(BoolToken), await chain.deploy(FeeToken)]
    const { data, to } = deterministicDeployment(treasury)
    await chain.mined(await chain.send({ to, data }))
    const made = new StoryChain(chain, token, others, await chain.head(), chance)
    for (const each of [token, ...others]) await chain.mintToAll(each, made.#customers, 10n ** 27n)
    await chain.mint(token, payer.address, 10n ** 27n)
    await chain.mine(2)
    return made
  }

  /** Reading begins here: a payment that a reorganisation moves below is not seen. */
  async begin(): Promise<void> {
    this.#lastFixed = await this.chain.head()
  }

  async pay(to: string, value: bigint): Promise<void> {
    await this.chain.write(this.token, "transfer", [to as Hex, value], this.#sending())
  }

  async payTwice(to: readonly [string, string], value: bigint): Promise<void> {
    await this.chain.write(this.token, "transferToAll", [to as readonly [Hex, Hex], value], this.#sending())
  }

  /** Another token, and one that keeps a part of each transfer. */
  async payInOtherTokens(to: string, value: bigint): Promise<void> {
    for (const each of this.#others)
      await this.chain.write(
        each as Deployed<typeof BoolToken.abi>,
        "transfer",
        [to as Hex, value],
        this.#sending()
      )
  }

  async mine(blocks: number): Promise<void> {
    for (let block = 0; block < blocks; block++) {
      await this.chain.mine()
      for (const move of await this.deep()) this.#everDeep.set(move.key, move)
    }
  }

  /** The last blocks are replaced; of their transactions the first few are in the new ones, in other blocks. */
  async reorganise(wished: number): Promise<void> {
    const head = await this.chain.head()
    const depth = Math.min(wished, head - this.#lastFixed)
    if (depth < 1) return
    const hashes: Array<Hex> = []
    for (let number = head - depth + 1; number <= head; number++) {
      const { transactions } = (await this.chain.anvil.rpc("eth_getBlockByNumber", [
        `0x${number.toString(16)}`,
        false
      ])) as { readonly transactions: ReadonlyArray<Hex> }
      hashes.push(...transactions)
    }
    const kept: Array<readonly [Hex, number]> = []
    let place = 0
    for (const hash of hashes.slice(0, this.#chance.below(hashes.length + 1))) {
      place = Math.min(depth - 1, place + this.#chance.below(2))
      kept.push([await this.chain.signedBytes(hash), place])
    }
    await this.chain.reorganise(depth, kept)
    await this.mine(1)
  }

  /** All transfers that the chain has now. */
  async moves(): Promise<ReadonlyArray<ChainMove>> {
    const filter = { address: this.token.address, fromBlock: "0x0", topics: [transferTopic] }
    const logs = (await this.chain.anvil.rpc("eth_getLogs", [filter])) as ReadonlyArray<{
      readonly topics: ReadonlyArray<string>
      readonly data: string
      readonly blockNumber: string
      readonly transactionHash: string
    }>
    const counted = new Map<string, number>()
    return logs.map(({ blockNumber, data, topics, transactionHash }) => {
      const place = counted.get(transactionHash) ?? 0
      counted.set(transactionHash, place + 1)
      const [from, to] = topics.slice(1).map((topic) => `0x${topic.slice(-40)}`)
      return {
        hash: transactionHash,
        from: from ?? "",
        to: to ?? "",
        value: BigInt(data),
        block: Number(blockNumber),
        key: `${transactionHash} ${place}`
      }
    })
  }

  /** Those that are as deep as a credit needs. */
  async deep(): Promise<ReadonlyArray<ChainMove>> {
    const head = await this.chain.head()
    return (await this.moves()).filter(({ block }) => head - block + 1 >= confirmations)
  }

  /** Those to an address that ever were, also if blocks without them took their place. */
  everDeep(address: string): ReadonlyArray<ChainMove> {
    return [...this.#everDeep.values()].filter(({ to }) => to === address.toLowerCase())
  }

  wasEverDeep({ key }: ChainMove): boolean {
    return this.#everDeep.has(key)
  }

  /** With gas of its own, also what fails gets into a block. */
  #sending() {
    const from = this.#customers[this.#chance.below(this.#customers.length)]
    return { ...(from && { from }), gas: 200_000n }
  }
}
