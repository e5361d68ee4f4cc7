import type { Hex } from "./bytes.ts"
import type { FactoryKind } from "./factory.ts"

/** An account. An address that has none is not activated. */
export interface Account {
  readonly balance: bigint
  readonly isContract: boolean
  /** What it has staked or rented, per day. */
  readonly energyLimit: bigint
  readonly energyUsage: bigint
  readonly netLimit: bigint
  readonly netUsage: bigint
  readonly freeNetUsage: bigint
  /** The slot in which each of them was last used, from which they recover. */
  readonly energyUsedIn: number
  readonly netUsedIn: number
  readonly freeNetUsedIn: number
}

const emptyAccount: Account = {
  ...{ balance: 0n, isContract: false, energyLimit: 0n, energyUsage: 0n, netLimit: 0n, netUsage: 0n },
  ...{ freeNetUsage: 0n, energyUsedIn: 0, netUsedIn: 0, freeNetUsedIn: 0 }
}

/** How a contract behaves: there is no virtual machine here. */
export type Behaviour =
  | { readonly kind: "token" }
  | {
      readonly kind: "factory"
      readonly treasury: Hex
      readonly implementation: Hex
      readonly energyLeftMin: bigint
    }
  | { readonly kind: "plain" }

export interface DeployedContract {
  readonly behaviour: Behaviour
  readonly origin: Hex
  readonly name: string
  readonly bytecode: Hex
  /** What `eth_getCode` answers. */
  readonly code: Hex
}

/** What calls to the token cost, and how they end. */
export interface TokenRules {
  readonly decimals: number
  /** Energy of a transfer to who holds some, to who holds none, and of one that is refused. */
  readonly energyToHolder: bigint
  readonly energyToNewHolder: bigint
  readonly energyOfRefusal: bigint
  /** What the dynamic energy model adds, in ten-thousandths. */
  readonly penalty: bigint
  readonly isPaused: boolean
  /** What it keeps of a transfer, in ten-thousandths, and whether it says so (`basisPointsRate`). */
  readonly keeps: number
  readonly saysWhatItKeeps: boolean
}

/** What witnesses have decided on (`DynamicPropertiesStore`). */
export interface Parameters {
  readonly energyPrice: bigint
  readonly bandwidthPrice: bigint
  readonly maxFeeLimit: bigint
  readonly freeNetLimit: bigint
  readonly memoFee: bigint
  /** What activating an account by a transfer costs, beside the fee in place of bandwidth. */
  readonly newAccountFee: bigint
  readonly newAccountBandwidthFee: bigint
  /** Whether a block takes no transaction that expires before it (`allowConsensusLogicOptimization`). */
  readonly isStrictlyExpiring: boolean
}

/** All that transactions change. A copy is another state. */
export class TronState {
  accounts: Map<Hex, Account>
  contracts: Map<Hex, DeployedContract>
  #holdings: Map<string, bigint>
  blocked: Set<Hex>
  token: TokenRules
  parameters: Parameters
  /** The contract for deposit addresses, if one can be created. */
  readonly factoryKind: FactoryKind | undefined

  constructor(token: TokenRules, parameters: Parameters, factoryKind?: FactoryKind, like?: TronState) {
    this.accounts = new Map(like?.accounts)
    this.contracts = new Map(like?.contracts)
    this.#holdings = new Map(like === undefined ? [] : like.#holdings)
    this.blocked = new Set(like?.blocked)
    this.token = token
    this.parameters = parameters
    this.factoryKind = factoryKind
  }

  copy(): TronState {
    return new TronState(this.token, this.parameters, this.factoryKind, this)
  }

  /** Takes over all of another state, which is not used any more. */
  become(other: TronState): void {
    this.accounts = other.accounts
    this.contracts = other.contracts
    this.#holdings = other.#holdings
    this.blocked = other.blocked
    this.token = other.token
    this.parameters = other.parameters
  }

  /** Creates the account where there is none. */
  change(address: Hex, change: (account: Account) => Partial<Account>): void {
    const account = this.accounts.get(address) ?? emptyAccount
    this.accounts.set(address, { ...account, ...change(account) })
  }

  pay(address: Hex, sun: bigint): void {
    this.change(address, ({ balance }) => ({ balance: balance + sun }))
  }

  readonly holding = (token: Hex, holder: Hex): bigint => this.#holdings.get(`${token} ${holder}`) ?? 0n

  hold(token: Hex, holder: Hex, value: bigint): void {
    this.#holdings.set(`${token} ${holder}`, value)
  }
}
