import {
  type Block,
  blockId,
  genesisMillis,
  headerBytes,
  type Mined,
  slotMillis,
  slotOf,
  solidAfter,
  witnessAddress
} from "./Block.ts"
import { type Hex, sha256Of } from "./bytes.ts"
import type { Fault } from "./contractRun.ts"
import { carryOut } from "./execution.ts"
import type { FactoryKind } from "./factory.ts"
import { Refusal } from "./Refusal.ts"
import { checkTransaction, type Place } from "./rules.ts"
import { type Account, type Parameters, type TokenRules, TronState } from "./TronState.ts"
import { bytesOfTransaction, type Transaction } from "./transaction.ts"

export interface ChainTerms {
  /** 27, or fewer for short stories: with fewer, blocks are solid sooner. */
  readonly witnesses: number
  readonly token: TokenRules
  readonly parameters: Parameters
  /** The contract for deposit addresses, if one can be created. */
  readonly factory?: FactoryKind
}

/** As on the main network: a transfer burns about 6.4 or 13 TRX of energy. */
const mainnetTerms: ChainTerms = {
  witnesses: 27,
  token: {
    ...{ decimals: 6, energyToHolder: 64_285n, energyToNewHolder: 130_285n, energyOfRefusal: 5_000n },
    ...{ penalty: 0n, isPaused: false, keeps: 0, saysWhatItKeeps: true }
  },
  parameters: {
    ...{ energyPrice: 100n, bandwidthPrice: 1_000n, maxFeeLimit: 15_000_000_000n, freeNetLimit: 600n },
    ...{ memoFee: 1_000_000n, newAccountFee: 1_000_000n, newAccountBandwidthFee: 100_000n },
    isStrictlyExpiring: false
  }
}

/** The token that everybody pays with. */
export const token: Hex = `0x${"a6".repeat(20)}`

type Takes = (transaction: Transaction) => boolean
const all: Takes = () => true

export interface Reorganisation {
  /** Which of the transactions that were taken back wait again; the others are lost. All by default. */
  readonly comesBack?: Takes
  /** Which of all that wait are in the new block at a place, from 0 to the depth. None by default. */
  readonly takes?: (transaction: Transaction, place: number) => boolean
}

/**
 * The blocks of a network, and what waits to be in them. Nothing happens by itself: a test calls `produce`. Equal
 * histories have equal blocks. A block takes what is valid by the rules of java-tron after its parent; what is not,
 * waits until it expires.
 *
 * The classes of java-tron that a rule is from are named where it stands. Left out are accounts of several keys,
 * transactions other than transfers of TRX, calls and creations, the owner's share of a contract's energy, the limit
 * that free bandwidth has for all accounts together, and the virtual machine: a contract costs and does what it is said
 * to.
 */
export class TronChain {
  readonly blocks: Array<Block> = []
  readonly terms: ChainTerms
  /** What witnesses know of, in the order in which it came. */
  readonly #waiting = new Map<Hex, Transaction>()
  /** After each block. Blocks that change nothing share theirs. */
  readonly #states: Array<TronState> = []
  readonly #minedIn = new Map<Hex, number>()
  #branch = 0
  /** Counts what was done, so that a node knows whether what it worked out still holds. */
  #revision = 0
  /** Which calls take too long in a block. */
  faultOf: (transaction: Transaction) => Fault = () => undefined

  constructor(terms: Partial<ChainTerms> = {}) {
    this.terms = { ...mainnetTerms, ...terms }
    const state = new TronState(this.terms.token, this.terms.parameters, this.terms.factory)
    state.change(token, () => ({ isContract: true }))
    state.contracts.set(token, {
      ...{
        behaviour: { kind: "token" },
        origin: witnessAddress(0),
        name: "TetherToken",
        bytecode: "0x60806040",
        code: "0x6080"
      }
    })
    this.#append(genesisMillis, [], state)
  }

  get head(): Block {
    return this.at(this.blocks.length - 1)
  }

  /** What `eth_chainId` answers. */
  get chainId(): number {
    return Number(`0x${this.at(0).id.slice(-8)}`)
  }

  /** The newest block that cannot be replaced. */
  get solid(): Block {
    return this.at(this.head.solid)
  }

  /** Throws if there is none. */
  at(number: number): Block {
    const block = this.blocks[number]
    if (block === undefined) throw new RangeError(`there is no block ${number}`)
    return block
  }

  /** The state after a block; what the test changes, is changed in all of them. */
  stateAt(number: number): TronState {
    const state = this.#states[number]
    if (state === undefined) throw new RangeError(`there is no block ${number}`)
    return state
  }

  get state(): TronState {
    return this.stateAt(this.blocks.length - 1)
  }

  /** A block by its id. One that was replaced is nowhere. */
  withId(id: Hex): Block | undefined {
    const block = this.blocks[Number(BigInt(id.slice(0, 18)))]
    return block?.id === id ? block : undefined
  }

  /** Where a transaction is, if it is in a block of this branch. */
  found(id: Hex): (Mined & { readonly block: Block; readonly index: number }) | undefined {
    const number = this.#minedIn.get(id)
    if (number === undefined) return undefined
    const block = this.at(number)
    const index = block.mined.findIndex(({ transaction }) => transaction.id === id)
    const mined = block.mined[index]
    return mined && { ...mined, block, index }
  }

  get revision(): number {
    return this.#revision
  }

  get waiting(): ReadonlyArray<Transaction> {
    return [...this.#waiting.values()]
  }

  /** Makes it known to the witnesses, whatever it is worth: what no block can take, waits in vain. */
  pass(transaction: Transaction): void {
    this.#revision += 1
    if (!this.#minedIn.has(transaction.id)) this.#waiting.set(transaction.id, transaction)
  }

  /** Nobody knows of it any more. */
  lose(id: Hex): void {
    this.#revision += 1
    this.#waiting.delete(id)
  }

  /**
   * The next block, with those that wait and are wanted. Slots before it may be missed: no block is produced in them,
   * and time passes all the same.
   */
  produce({ missed = 0, takes = all }: { readonly missed?: number; readonly takes?: Takes } = {}): Block {
    const timestamp = this.head.timestamp + (missed + 1) * slotMillis
    const before = this.state
    const mined: Array<Mined> = []
    let state = before
    for (const transaction of [...this.#waiting.values()].filter(takes)) {
      const trial = state.copy()
      try {
        checkTransaction(trial, transaction, this.placeAfter(this.head, true))
        mined.push({
          transaction,
          outcome: carryOut(trial, transaction, slotOf(this.head), this.faultOf(transaction))
        })
        state = trial
      } catch (refused) {
        if (!(refused instanceof Refusal)) throw refused
      }
    }
    for (const { transaction } of mined) this.#waiting.delete(transaction.id)
    const block = this.#append(timestamp, mined, state)
    for (const { expiration, id } of this.#waiting.values())
      if (expiration <= block.timestamp) this.#waiting.delete(id)
    return block
  }

  produceMany(count: number): void {
    for (let i = 0; i < count; i++) this.produce()
  }

  /** Replaces the last blocks, which must not be solid, by one more than they were. */
  reorganise(depth: number, { comesBack = all, takes = () => false }: Reorganisation = {}): void {
    const kept = this.head.number - depth
    if (depth < 1 || kept < this.head.solid)
      throw new RangeError(`the last ${depth} blocks cannot be replaced`)
    const removed = this.blocks.splice(kept + 1)
    this.#states.splice(kept + 1)
    this.#branch += 1
    for (const block of removed) {
      for (const { transaction } of block.mined) {
        this.#minedIn.delete(transaction.id)
        if (comesBack(transaction)) this.#waiting.set(transaction.id, transaction)
      }
    }
    for (let place = 0; place <= depth; place++)
      this.produce({ takes: (transaction) => takes(transaction, place) })
  }

  /**
   * Changes the world without a transaction: gives money, blocks an address, sets a price. It holds on every branch,
   * and in the past too.
   */
  change(change: (state: TronState) => void): void {
    this.#revision += 1
    for (const state of new Set(this.#states)) change(state)
  }

  setAccount(address: Hex, account: Partial<Account>): void {
    this.change((state) => state.change(address, () => account))
  }

  /** The token on an address, which need not be activated. */
  setHolding(holder: Hex, value: bigint): void {
    this.change((state) => state.hold(token, holder, value))
  }

  /** Gives an account TRX, which activates it. */
  giveCoin(address: Hex, sun: bigint): void {
    this.change((state) => state.pay(address, sun))
  }

  /** Gives an address some of the token; it need not be activated. */
  giveToken(holder: Hex, value: bigint): void {
    this.change((state) => state.hold(token, holder, state.holding(token, holder) + value))
  }

  setToken(rules: Partial<TokenRules>): void {
    this.change((state) => {
      state.token = { ...state.token, ...rules }
    })
  }

  setParameters(parameters: Partial<Parameters>): void {
    this.change((state) => {
      state.parameters = { ...state.parameters, ...parameters }
    })
  }

  setBlocked(address: Hex, isBlocked: boolean): void {
    this.change((state) => (isBlocked ? state.blocked.add(address) : state.blocked.delete(address)))
  }

  /** What the rules need to know where a transaction comes after a block. */
  placeAfter(head: Block, isInBlock: boolean): Place {
    return {
      ...{ head, isInBlock },
      at: (number) => this.at(number),
      isMined: (id) => (this.#minedIn.get(id) ?? Number.POSITIVE_INFINITY) <= head.number
    }
  }

  #append(timestamp: number, mined: ReadonlyArray<Mined>, state: TronState): Block {
    this.#revision += 1
    const number = this.blocks.length
    const parentId: Hex = this.blocks.at(-1)?.id ?? `0x${"0".repeat(64)}`
    const witness = (timestamp / slotMillis) % this.terms.witnesses
    // A tree of hashes in java-tron; one hash says the same.
    const txTrieRoot =
      mined.length === 0
        ? new Uint8Array(32)
        : sha256Of(...mined.map(({ transaction }) => sha256Of(bytesOfTransaction(transaction))))
    const header = headerBytes({
      ...{ timestamp, txTrieRoot, parentId, number, witness },
      branch: this.#branch
    })
    const id = blockId(number, header)
    const block: Block = {
      number,
      id,
      parentId,
      timestamp,
      witness,
      txTrieRoot,
      mined,
      witnessAddress: witnessAddress(witness),
      solid: solidAfter(this.blocks, witness, this.terms.witnesses)
    }
    this.blocks.push(block)
    this.#states.push(state)
    for (const { transaction } of mined) this.#minedIn.set(transaction.id, number)
    return block
  }
}
