import { defaultSettings, type ShownTransfer } from "@quittance/core"
import {
  addressOfBytes,
  DepositAddresses,
  DepositAddressesUnavailable,
  findNetwork,
  restScale
} from "@quittance/core/adapter"
import { Effect } from "effect"
import type { Process, World } from "../World.ts"

/** A transfer that the networks know. Every block since its own confirms it. */
export interface ChainTransfer {
  readonly network: string
  readonly address: string
  readonly txHash: string
  readonly logIndex: number
  readonly amountMinor: bigint
  /** As in `TokenAmount`. */
  readonly rest: bigint
  readonly seenAt: number
  block: number
  dropped: boolean
  /** Whether it ever vanished. */
  reorganised: boolean
}

/** The network whose token has more decimals than amounts have here. */
const fineNetwork = "bsc"

const rests = [0n, restScale / 3n, restScale / 2n, restScale - 1n]

/** Networks that grow, reorganise, and cannot always be reached. Their contents outlive every process. */
export class SimulatedChain {
  readonly transfers: Array<ChainTransfer> = []
  /** What an address is derived from instead of the salt: a source with a law of its own, or none. */
  saltOf: (salt: string) => string = (salt) => salt
  readonly #world: World
  readonly #heights = new Map<string, number>()

  constructor(world: World) {
    this.#world = world
  }

  /** Somebody sends money. With `confirmations` 0, the transfer is in no block yet. */
  send(network: string, address: string, amountMinor: bigint, confirmations: number): ChainTransfer {
    const count = this.transfers.length
    const transfer: ChainTransfer = {
      network,
      address,
      // Every third transfer is another log of the transaction before it.
      txHash: `tx${count % 3 === 2 ? count - 1 : count}`,
      logIndex: count % 3 === 2 ? 1 : 0,
      amountMinor,
      rest: network === fineNetwork ? (rests[count % rests.length] ?? 0n) : 0n,
      seenAt: this.#world.now,
      block: this.#heightOf(network) - confirmations + 1,
      dropped: false,
      reorganised: false
    }
    this.transfers.push(transfer)
    return transfer
  }

  addBlocks(network: string, count: number): void {
    this.#heights.set(network, this.#heightOf(network) + count)
  }

  drop(transfer: ChainTransfer): void {
    transfer.dropped = true
    transfer.reorganised = true
  }

  /** A dropped transfer gets into the next block after all. */
  reappear(transfer: ChainTransfer): void {
    transfer.dropped = false
    transfer.block = this.#heightOf(transfer.network) + 1
  }

  confirmationsOf({ block, network }: ChainTransfer): number {
    return Math.max(0, this.#heightOf(network) - block + 1)
  }

  at(network: string, address: string): ReadonlyArray<ChainTransfer> {
    return this.transfers.filter((each) => each.network === network && each.address === address)
  }

  /** The port, as one process reaches it. */
  portFor(process: Process): DepositAddresses["Service"] {
    const call = <A>(name: string, run: () => A) =>
      Effect.flatMap(this.#world.call(process, `chain.${name}`, Effect.sync(run)), (answer) =>
        !this.#world.isCalm && this.#world.chance.happens(0.05)
          ? Effect.fail(new DepositAddressesUnavailable({ reason: "the network cannot be reached" }))
          : Effect.succeed(answer)
      )
    return DepositAddresses.of({
      derive: (network, salt) => call("derive", () => derived(network, this.saltOf(salt))),
      transfers: (network, address) =>
        call("transfers", () => this.at(network, address).map((transfer) => this.#shown(transfer)))
    })
  }

  #shown(transfer: ChainTransfer): ShownTransfer {
    const { amountMinor, dropped, logIndex, rest, seenAt, txHash } = transfer
    const confirmations = this.confirmationsOf(transfer)
    return { txHash, logIndex, amountMinor, rest, seenAt, dropped, confirmations }
  }

  #heightOf(network: string): number {
    return this.#heights.get(network) ?? 1_000
  }
}

/** The address of a salt: its bytes spell the network and the salt. */
const derived = (network: string, salt: string): string => {
  const bytes = new Uint8Array(20)
  new TextEncoder().encodeInto(network, bytes)
  bytes.set(Buffer.from(salt, "hex"), 4)
  return addressOfBytes(findNetwork(defaultSettings, network)?.addressFormat ?? "evm", bytes)
}
