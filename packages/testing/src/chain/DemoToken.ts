import { addressOfBytes } from "@quittance/core/adapter"
import { type AnvilNode, anvilAccounts } from "./AnvilNode.ts"
import { DemoToken as code } from "./contracts/DemoToken.ts"

const transferSelector = "a9059cbb"
const mintSelector = "40c10f19"

const callOf = (selector: string, to: string, value: bigint): string =>
  `0x${selector}${to.slice(2).toLowerCase().padStart(64, "0")}${value.toString(16).padStart(64, "0")}`

/** A token with 6 decimals on a local network. The account `miner` makes the calls, which wait for a block. */
export class DemoToken {
  /** In EIP-55 case. */
  readonly address: string
  readonly #node: AnvilNode

  private constructor(node: AnvilNode, address: string) {
    this.#node = node
    this.address = address
  }

  /** Makes a block with the contract. */
  static async deploy(node: AnvilNode): Promise<DemoToken> {
    const { address: from } = anvilAccounts.miner
    const hash = await node.rpc("eth_sendTransaction", [{ from, data: code.bytecode }])
    await node.rpc("evm_mine")
    const receipt = (await node.rpc("eth_getTransactionReceipt", [hash])) as {
      readonly contractAddress: string
    } | null
    if (receipt === null) throw new Error("no block contains the token's contract")
    return new DemoToken(node, addressOfBytes("evm", Buffer.from(receipt.contractAddress.slice(2), "hex")))
  }

  /** Mints this many units and returns the transaction's hash. */
  mint(to: string, value: bigint): Promise<string> {
    return this.#call(callOf(mintSelector, to, value))
  }

  transfer(to: string, value: bigint): Promise<string> {
    return this.#call(callOf(transferSelector, to, value))
  }

  async #call(data: string): Promise<string> {
    const { address: from } = anvilAccounts.miner
    return String(await this.#node.rpc("eth_sendTransaction", [{ from, to: this.address, data }]))
  }
}
