import type { Abi, Address, ContractFunctionArgs, ContractFunctionName, Hex } from "viem"
import { decodeFunctionResult, encodeDeployData, encodeFunctionData } from "viem/utils"
import { type Anvil, type AnvilOptions, accountOf, startAnvil } from "./Anvil.ts"

/** A contract as `scripts/compile.ts` writes it. */
interface Compiled {
  readonly abi: Abi
  readonly bytecode: Hex
}

/** A contract on the chain. */
export interface Deployed<A extends Abi = Abi> {
  readonly abi: A
  readonly address: Address
}

export interface Sending {
  /** One of the node's accounts or an impersonated one; the first account. */
  readonly from?: Address
  readonly to?: Address
  readonly data?: Hex
  readonly value?: bigint
  readonly nonce?: number
  readonly gas?: bigint
  readonly maxFeePerGas?: bigint
  readonly maxPriorityFeePerGas?: bigint
}

/** Part of a receipt. */
export interface Receipt {
  readonly status: Hex
  readonly gasUsed: Hex
  readonly blockHash: Hex
  readonly blockNumber: Hex
  readonly transactionIndex: Hex
  readonly contractAddress: Address | null
  readonly logs: ReadonlyArray<{
    readonly address: Address
    readonly topics: [Hex, ...Array<Hex>]
    readonly data: Hex
    readonly logIndex: Hex
  }>
}

/** What tests do on a node: contracts, blocks and reorganisations. */
export class TestChain {
  readonly anvil: Anvil

  constructor(anvil: Anvil) {
    this.anvil = anvil
  }

  /** A chain on a node of its own, which ends afterwards. */
  static async start(options?: AnvilOptions): Promise<TestChain> {
    return new TestChain(await startAnvil(options))
  }

  /** Passes a transaction to the node, which signs it, and answers its hash. It waits until a block is made. */
  async send({ from = accountOf(0).address, ...sending }: Sending): Promise<Hex> {
    const transaction = Object.entries({ from, ...sending }).map(([field, value]) => [
      field,
      typeof value === "string" || value === undefined ? value : `0x${value.toString(16)}`
    ])
    return (await this.anvil.rpc("eth_sendTransaction", [Object.fromEntries(transaction)])) as Hex
  }

  /** Undefined if no block contains it. */
  async receipt(hash: Hex): Promise<Receipt | undefined> {
    return ((await this.anvil.rpc("eth_getTransactionReceipt", [hash])) as Receipt | null) ?? undefined
  }

  /** The receipt of a transaction, whether it succeeded or not. Makes a block if none contains it yet. */
  async mined(hash: Hex): Promise<Receipt> {
    const before = await this.receipt(hash)
    if (before !== undefined) return before
    await this.mine()
    const receipt = await this.receipt(hash)
    if (receipt === undefined) throw new Error(`no block contains ${hash}`)
    return receipt
  }

  /** Deploys a contract, in a block of its own. */
  async deploy<const C extends Compiled>(
    { abi, bytecode }: C,
    args: ReadonlyArray<unknown> = []
  ): Promise<Deployed<C["abi"]>> {
    const hash = await this.send({ data: encodeDeployData({ abi: abi as Abi, bytecode, args }) })
    const { contractAddress, status } = await this.mined(hash)
    if (contractAddress === null || status !== "0x1") throw new Error("no contract was created")
    return { abi, address: contractAddress }
  }

  /** Sends a call of a contract's function. */
  write<const A extends Abi, N extends ContractFunctionName<A, "nonpayable" | "payable">>(
    { abi, address }: Deployed<A>,
    functionName: N,
    args: ContractFunctionArgs<A, "nonpayable" | "payable", N> & ReadonlyArray<unknown>,
    sending: Sending = {}
  ): Promise<Hex> {
    const data = encodeFunctionData({ abi: abi as Abi, functionName: functionName as string, args })
    return this.send({ ...sending, to: address, data })
  }

  /** The answer of a contract's function at the head. */
  async read<const A extends Abi, N extends ContractFunctionName<A, "view" | "pure">>(
    { abi, address }: Deployed<A>,
    functionName: N,
    args: ContractFunctionArgs<A, "view" | "pure", N> & ReadonlyArray<unknown>
  ): Promise<unknown> {
    const data = encodeFunctionData({ abi: abi as Abi, functionName: functionName as string, args })
    const answer = (await this.anvil.rpc("eth_call", [{ to: address, data }, "latest"])) as Hex
    return decodeFunctionResult({ abi: abi as Abi, functionName: functionName as string, data: answer })
  }

  /** Sends the minting of an amount of any test token. */
  mint({ address }: Deployed, to: Address, amount: bigint): Promise<Hex> {
    // Without an estimate, for which the node would carry out everything that waits.
    return this.write({ abi: mintAbi, address }, "mint", [to, amount], { gas: 100_000n })
  }

  /** Sends one transaction that mints the amount to each. */
  mintToAll({ address }: Deployed, to: ReadonlyArray<Address>, amount: bigint): Promise<Hex> {
    return this.write({ abi: mintAbi, address }, "mintToAll", [to, amount])
  }

  async balanceOf({ address }: Deployed, owner: Address): Promise<bigint> {
    return (await this.read({ abi: mintAbi, address }, "balanceOf", [owner])) as bigint
  }

  async nativeBalanceOf(owner: Address): Promise<bigint> {
    return BigInt((await this.anvil.rpc("eth_getBalance", [owner, "latest"])) as Hex)
  }

  async head(): Promise<number> {
    return Number(await this.anvil.rpc("eth_blockNumber"))
  }

  async mine(blocks = 1): Promise<void> {
    // `anvil_mine` leaves the interval between blocks out of account for all but the first.
    for (let block = 0; block < blocks; block++) await this.anvil.rpc("anvil_mine", ["0x1"])
  }

  /**
   * Replaces the last `depth` blocks by as many new ones. The transactions of the old ones vanish, also from the node's
   * pool, except those that are named as signed bytes with the new block, counted from 0, that contains them. Nothing
   * can be asked about the old blocks any more. The new chain is not longer than the old one: `mine` to make it so.
   */
  async reorganise(depth: number, transactions: ReadonlyArray<readonly [Hex, number]> = []): Promise<void> {
    await this.anvil.rpc("anvil_reorg", [depth, transactions])
  }

  /** The signed bytes of a transaction, also of one that waits. */
  async signedBytes(hash: Hex): Promise<Hex> {
    return (await this.anvil.rpc("eth_getRawTransactionByHash", [hash])) as Hex
  }

  /** Makes the node forget a transaction that waits. */
  async drop(hash: Hex): Promise<void> {
    await this.anvil.rpc("anvil_dropTransaction", [hash])
  }
}

const mintAbi = [
  {
    type: "function",
    name: "mint",
    stateMutability: "nonpayable",
    inputs: [
      { name: "to", type: "address" },
      { name: "amount", type: "uint256" }
    ],
    outputs: []
  },
  {
    type: "function",
    name: "mintToAll",
    stateMutability: "nonpayable",
    inputs: [
      { name: "to", type: "address[]" },
      { name: "amount", type: "uint256" }
    ],
    outputs: []
  },
  {
    type: "function",
    name: "balanceOf",
    stateMutability: "view",
    inputs: [{ name: "owner", type: "address" }],
    outputs: [{ name: "", type: "uint256" }]
  }
] as const satisfies Abi
