import { type Block, type Mined, slotOf } from "./Block.ts"
import type { Hex } from "./bytes.ts"
import { carryOut } from "./execution.ts"
import { answerRpc, type RpcRequest } from "./jsonRpcAnswers.ts"
import { Refusal } from "./Refusal.ts"
import { checkBroadcast, checkTransaction, type Place } from "./rules.ts"
import type { TronChain } from "./TronChain.ts"
import type { TronState } from "./TronState.ts"
import { readTransaction, type Transaction } from "./transaction.ts"
import { answerWallet } from "./walletAnswers.ts"

/** As the platform fetches. */
export type Fetch = (url: string, request: RequestInit) => Promise<Response>

export type Found = Mined & { readonly block: Block; readonly index: number }

/** What a node does with what it accepted: passes it to the witnesses, keeps it for itself, or forgets it. */
export type Passing = "passes" | "keeps" | "forgets"

/** What waits at a node, and the state after it. */
export interface Pending {
  readonly state: TronState
  readonly transactions: ReadonlyArray<Transaction>
}

/** Undefined if nothing is refused. */
export const refusalOf = (run: () => unknown): Refusal | undefined => {
  try {
    run()
    return undefined
  } catch (refused) {
    if (refused instanceof Refusal) return refused
    throw refused
  }
}

/** A full node's view of a chain. It answers truly until it is told otherwise. */
export class TronNode {
  readonly chain: TronChain
  /** The paths and methods it was asked, in order. */
  readonly asked: Array<string> = []
  /** How many blocks it has not seen yet. */
  lag = 0
  isDown = false
  passing: Passing = "passes"
  /** Whether transactions that expired still wait here: it does not look at their time. */
  keepsExpired = false
  /** The oldest block of which it has transactions and logs; those of older ones it denies. */
  oldest = 0
  /** The oldest block in whose range `eth_getLogs` finds anything: its index of blooms begins there. */
  oldestLogs = 0
  /** Whether it answers `estimateenergy`, which is switched off by default. */
  estimatesEnergy = false
  /** The most blocks that a question for logs may span (`jsonRpcMaxBlockRange`). */
  rangeMax = 5_000
  /** Refuses every broadcast so, whatever it is worth: it is busy, or has no peers. */
  refusesAll: Refusal | undefined
  /** What was accepted here and is in no block that this node knows. */
  readonly #accepted = new Map<Hex, Transaction>()
  #revision = 0
  #pending: (Pending & { readonly stamp: string }) | undefined

  constructor(chain: TronChain) {
    this.chain = chain
  }

  get head(): Block {
    return this.chain.at(Math.max(0, this.chain.head.number - this.lag))
  }

  get solid(): Block {
    return this.chain.at(this.head.solid)
  }

  /** Undefined if it has no such block. */
  block(number: number): Block | undefined {
    return number >= 0 && number <= this.head.number ? this.chain.at(number) : undefined
  }

  /** A block that was replaced is in no store any more (`Wallet.getBlockById`). */
  blockWithId(id: Hex): Block | undefined {
    const block = this.chain.withId(id)
    return block !== undefined && block.number <= this.head.number ? block : undefined
  }

  /** The transactions of a block, as far as it tells of them. */
  minedIn(block: Block): ReadonlyArray<Mined> {
    return block.number < this.oldest ? [] : block.mined
  }

  found(id: Hex): Found | undefined {
    const found = this.chain.found(id)
    if (found === undefined || found.block.number > this.head.number || found.block.number < this.oldest)
      return undefined
    return found
  }

  /**
   * What waits here, and the state after it: a node answers about accounts as if all that waits had been done
   * (`Manager.pushTransaction` merges it into the session that every store reads).
   */
  get pending(): Pending {
    const { head } = this
    const stamp = [this.chain.revision, this.#revision, head.id, this.keepsExpired].join(" ")
    if (this.#pending?.stamp === stamp) return this.#pending
    const place = this.chain.placeAfter(head, false)
    const known = new Map([...this.chain.waiting.map((each) => [each.id, each] as const), ...this.#accepted])
    const transactions: Array<Transaction> = []
    let state = this.chain.stateAt(head.number)
    for (const transaction of known.values()) {
      const trial = state.copy()
      const refused = refusalOf(() => this.#let(trial, transaction, place))
      if (refused === undefined) state = trial
      const stays = this.keepsExpired && refused?.code === "TRANSACTION_EXPIRATION_ERROR"
      if (refused === undefined || stays) transactions.push(transaction)
    }
    this.#pending = { stamp, state, transactions }
    return this.#pending
  }

  /** `Wallet.broadcastTransaction`. Throws a refusal, or that the bytes are no transaction. */
  broadcast(bytes: Uint8Array): Transaction {
    this.#revision += 1
    const transaction = readTransaction(bytes)
    if (this.refusesAll !== undefined) throw this.refusesAll
    const place = this.chain.placeAfter(this.head, false)
    checkBroadcast(transaction, place)
    const { state, transactions } = this.pending
    if (transactions.some(({ id }) => id === transaction.id)) throw Refusal.duplicate
    this.#let(state.copy(), transaction, place)
    if (this.passing !== "forgets") this.#accepted.set(transaction.id, transaction)
    if (this.passing === "passes") this.chain.pass(transaction)
    return transaction
  }

  /** Forgets what it accepted and no block has: it was restarted. */
  restart(): void {
    this.#revision += 1
    this.#accepted.clear()
  }

  /** Answers as a node does under `http://…/wallet/…`, `/walletsolidity/…` and `/jsonrpc`. */
  readonly fetch: Fetch = async (url, { body }) => {
    if (this.isDown) throw new TypeError("fetch failed")
    const answer = this.answer(new URL(url).pathname, typeof body === "string" ? body : "")
    return answer === undefined
      ? new Response("<h2>HTTP ERROR 404</h2>", { status: 404 })
      : Response.json(answer)
  }

  /** Undefined if nothing is at the path. */
  answer(path: string, text: string): unknown {
    const parts = path.split("/")
    const name = parts.at(-1) ?? ""
    if (name === "jsonrpc") return this.#answerRpc(text)
    this.asked.push(name)
    return answerWallet(this, name, text, parts.at(-2) === "walletsolidity")
  }

  /** jsonrpc4j takes the questions of a batch one after the other. */
  #answerRpc(text: string): unknown {
    const body = parsed(text)
    if (body === undefined)
      return { jsonrpc: "2.0", id: "null", error: { code: -32700, message: "JSON parse error" } }
    const ask = (request: RpcRequest) => {
      this.asked.push(request.method)
      return answerRpc(this, request)
    }
    return Array.isArray(body) ? body.map(ask) : ask(body as RpcRequest)
  }

  #let(state: TronState, transaction: Transaction, place: Place): void {
    checkTransaction(state, transaction, place)
    carryOut(state, transaction, slotOf(this.head), undefined)
  }
}

/** Undefined if it is no JSON. */
export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
