import { it } from "@effect/vitest"
import { AesGcmVault, Ids, MemoryStore } from "@quittance/core"
import {
  ChainJournal,
  type ChainTransactionOrder,
  type ChainTransfer,
  ChainUpkeeps,
  ChainWallets,
  chainClaims,
  emptyMemoryState,
  type OpenTransaction,
  type SettledTransaction
} from "@quittance/core/adapter"
import { Effect, Layer, Option, Result } from "effect"
import { type Hex, word } from "../../src/hex.ts"
import type { Execution } from "../../src/LiveNetwork.ts"
import type { ComparedNetwork } from "../../src/operate/ComparedNetwork.ts"
import type { DepositContracts } from "../../src/operate/planSweeps.ts"
import type { Log } from "../../src/rpc/ChainData.ts"
import type { LogFilter } from "../../src/rpc/LogFilter.ts"
import type { ContractCall, StateTag } from "../../src/rpc/questions.ts"
import type { Rpc } from "../../src/rpc/Rpc.ts"
import { evmSpelling } from "../../src/Spelling.ts"
import { sweepCall } from "../../src/sweepCall.ts"
import { addressTopic, transferTopic } from "../../src/tokenCalls.ts"
import { blockMillis, fakeToken, genesisMillis, hashOfText } from "../watch/FakeChain.ts"

/** A network in this process on which a token moves, and a store that knows some of it. */

export const name = "ethereum"

/** An address that digits alone spell, so that its checksum is itself. */
export const addressOf = (number: number): Hex => `0x${String(number).padStart(40, "0")}`

export const [wallet, treasury, outside] = [addressOf(11), addressOf(12), addressOf(99)]

/** A deposit address is its salt, after zeros. */
export const saltOf = (address: string): string => address.slice(-32)
export const contracts: DepositContracts = {
  factory: addressOf(13),
  addressOf: (salt) => `0x${salt.padStart(40, "0")}`,
  groupSize: 2
}

export interface Move {
  readonly block: number
  readonly from: string
  readonly to: string
  readonly value: bigint
  /** Names its transaction; by default its own. */
  readonly by?: string
}

export class FakeMoves {
  readonly state = emptyMemoryState()
  readonly moves: Array<Move> = []
  /** What the issuer destroyed: no transfer. */
  readonly destroyed = new Map<string, bigint>()
  /** What is added to the network's answers about logs. */
  readonly otherLogs: Array<Log> = []
  head = 100
  finality = 10
  showsWaiting = false
  ahead: ReadonlyArray<string> = []
  /** How many balances were asked for in each request. */
  readonly asked: Array<ReadonlyArray<string>> = []
  /** How often the newest block was asked for. */
  heads = 0
  /** The ranges of blocks in which logs were asked for. */
  readonly ranges: Array<readonly [from: number, to: number]> = []
  /** Happens after each answer about balances. */
  afterBalances: (times: number) => void = () => undefined
  #times = 0

  move(block: number, from: string, to: string, value: bigint, by?: string): string {
    const move = { block, from, to, value, by: by ?? `move ${this.moves.length}` }
    this.moves.push(move)
    return hashOfText(move.by)
  }

  /** A transfer to a deposit address that the journal has too. */
  deposit(block: number, to: string, value: bigint, changes: Partial<ChainTransfer> = {}): string {
    const txHash = this.move(block, outside, to, value)
    this.record(block, to, value, { txHash, ...changes })
    return txHash
  }

  /** A transfer that only the journal has. */
  record(blockNumber: number, address: string, value: bigint, changes: Partial<ChainTransfer> = {}): void {
    const all = this.state.aggregates.ChainTransfer
    const state: ChainTransfer = {
      ...{ id: `${name}/${all.size}`, partnerId: name, address, sender: outside, txHash: `0x${all.size}` },
      ...{ position: 0, amountMinor: value, value: String(value), createdAt: 0 },
      ...{ blockHash: "", blockNumber, seenAt: 0, isDropped: false, updatedAt: 0 },
      ...{ askedFor: Option.some(1), shownBy: Option.none(), waitsSince: Option.none() },
      ...{ accepted: Option.none(), ...changes }
    }
    all.set(state.id, { state, version: 1 })
  }

  /** What the store says of a transaction of its wallet. */
  transaction(
    order: Partial<ChainTransactionOrder>,
    settled: Partial<SettledTransaction> | Pick<OpenTransaction, "_tag" | "forms">
  ): void {
    const all = this.state.aggregates.ChainTransaction
    const nonce = all.size
    const state = {
      order: {
        ...{ id: `order-${nonce}`, partnerId: name, purpose: "payout", payoutId: "", payoutPartnerId: "" },
        ...{ recipient: "", amountMinor: 0n, contract: "", data: "", createdAt: nonce, ...order }
      },
      ...{ wallet, nonce, updatedAt: 0 },
      ...("hash" in settled && {
        ...{ _tag: "completed", forms: [], blockNumber: 0, costWei: "0", settledAt: 1 },
        refusal: Option.none()
      }),
      ...settled
    } as unknown as OpenTransaction
    all.set(state.order.id, { state, version: 1 })
  }

  /** The network was read up to here. */
  readTo(blockNumber: number): void {
    this.state.aggregates.ChainCursor.set(name, {
      version: 1,
      state: { id: name, firstBlock: 0, createdAt: 0, blockNumber, blocks: [], updatedAt: 0 }
    })
  }

  /** An address that the store gave out, to an invoice or as a wallet for ever, with its salt. */
  own(
    address: string,
    salt = saltOf(address),
    kind: "CryptoInvoice" | "TransitWallet" = "CryptoInvoice"
  ): void {
    const key = `${name}/${address}`
    const owner = { id: `owner of ${address}`, partnerId: "prt_1", addressSalt: salt }
    const none = { fingerprint: Option.none(), expiresAt: Option.none() }
    this.state.claims.set(JSON.stringify([chainClaims.depositAddress.name, "", key]), {
      ...{ scope: chainClaims.depositAddress, key, partnerId: owner.partnerId, ownerId: owner.id, ...none }
    })
    const all = this.state.aggregates[kind] as Map<string, unknown>
    all.set(owner.id, { version: 1, state: kind === "CryptoInvoice" ? { order: owner } : owner })
  }

  /** A sweep of this store that became final, of what these addresses had. */
  swept(block: number, addresses: ReadonlyArray<string>, value: bigint, hash: string): void {
    for (const address of addresses) this.move(block, address, treasury, value, hash)
    const data = sweepCall(fakeToken, addresses.map(saltOf))
    this.transaction({ purpose: "sweep", data }, { hash: hashOfText(hash), blockNumber: block })
  }

  balanceOf(address: string, upTo = this.head): bigint {
    return this.moves
      .filter(({ block }) => block <= upTo)
      .reduce(
        (sum, { from, to, value }) => sum + (to === address ? value : 0n) - (from === address ? value : 0n),
        -(this.destroyed.get(address) ?? 0n)
      )
  }

  get logs(): ReadonlyArray<Log> {
    return this.moves.map(({ block, by = "", from, to, value }, logIndex) => ({
      ...{ address: fakeToken, data: `0x${word(value)}`, logIndex, blockNumber: block },
      topics: [transferTopic, addressTopic(from), addressTopic(to)],
      ...{ blockHash: hashOfText(`${block}`), transactionHash: hashOfText(by), transactionIndex: 0 }
    }))
  }

  /** What a block says of a transaction. */
  execution(hash: string): Option.Option<Execution> {
    const logs = this.logs.filter((log) => log.transactionHash === hash)
    return Option.map(Option.fromUndefinedOr(logs[0]), ({ blockNumber }) => ({
      ...{ blockNumber, transactionIndex: 0, failure: undefined, costWei: 0n, logs }
    }))
  }

  get network(): ComparedNetwork {
    const block = (number: number) => ({
      ...{ number, hash: hashOfText(`${number}`), parentHash: hashOfText(`${number - 1}`) },
      ...{ timestamp: genesisMillis + number * blockMillis, logsBloom: "0x" as const }
    })
    const balances = (calls: ReadonlyArray<ContractCall>, tag: StateTag) => {
      const asked = calls.map(({ data }) => `0x${String(data).slice(-40)}`)
      this.asked.push(asked)
      const upTo = typeof tag === "number" ? tag : this.head
      const found = asked.map((address) => Result.succeed<Hex>(`0x${word(this.balanceOf(address, upTo))}`))
      this.afterBalances(++this.#times)
      return found
    }
    const rpc = {
      nodes: [],
      head: () =>
        Effect.sync(() => {
          this.heads += 1
          return block(this.head)
        }),
      block: (number: number) => Effect.sync(() => Option.some(block(number))),
      calls: (calls: ReadonlyArray<ContractCall>, tag: StateTag) => Effect.sync(() => balances(calls, tag)),
      call: (call: ContractCall, tag: StateTag) =>
        Effect.suspend(() => Effect.fromResult(balances([call], tag)[0] ?? Result.succeed<Hex>("0x"))),
      logsOfRange: (from: number, to: number, { address, topics }: LogFilter) =>
        Effect.sync(() => {
          this.ranges.push([from, to])
          const logs = [...this.logs, ...this.otherLogs].filter(
            (log) =>
              log.address === address &&
              log.blockNumber >= from &&
              log.blockNumber <= to &&
              topics.every(
                (topic, at) => topic === null || [topic].flat().some((each) => each === log.topics[at])
              )
          )
          return { logs, last: block(to) }
        })
    } as unknown as Rpc["Service"]
    return {
      ...{ name, rpc, treasury, spelling: evmSpelling, finality: this.finality },
      ...{ token: { address: fakeToken, decimals: 6 }, showsWaiting: this.showsWaiting },
      executionOf: (hash) => Effect.sync(() => this.execution(hash)),
      coinOf: () => Effect.succeed(0n),
      minedBy: () => Effect.succeed(0),
      aheadOf: () => Effect.sync(() => this.ahead),
      forgottenBy: (each) => Effect.succeed({ wallet: each, deeds: [], open: [] })
    }
  }
}

const servicesOver = ({ state }: FakeMoves) =>
  Layer.mergeAll(ChainJournal.layer, ChainUpkeeps.layer, ChainWallets.layer).pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        MemoryStore.layerOver(state),
        Ids.layer,
        AesGcmVault.layer(Buffer.alloc(32, 7).toString("base64"))
      )
    )
  )

/** A test of a network and a store of its own. */
export const moving = <E>(
  named: string,
  body: (fake: FakeMoves) => Effect.Effect<void, E, Layer.Success<ReturnType<typeof servicesOver>>>
) =>
  it.effect(named, () =>
    Effect.suspend(() => {
      const fake = new FakeMoves()
      return Effect.provide(body(fake), servicesOver(fake))
    })
  )
