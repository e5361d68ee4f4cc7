import { createHash } from "node:crypto"
import type { ShownTransfer } from "@quittance/core"
import { addressOfBytes } from "@quittance/core/adapter"

type Listener = (address: string) => void

/** A pretend network, with a node that tells whoever listens of each transfer as it happens. */
export class PretendNetwork {
  readonly #transfers = new Map<string, ReadonlyArray<ShownTransfer>>()
  readonly #listeners: Array<Listener> = []

  /** What a wallet of one's own would derive from the salt. */
  addressOf(salt: string): string {
    return addressOfBytes("evm", createHash("sha256").update(salt).digest().subarray(0, 20))
  }

  transfersTo(address: string): ReadonlyArray<ShownTransfer> {
    return this.#transfers.get(address) ?? []
  }

  onTransfer(listener: Listener): void {
    this.#listeners.push(listener)
  }

  /** Somebody sends so many minor units of USDT. */
  send(address: string, amountMinor: bigint): void {
    const before = this.transfersTo(address)
    const txHash = `0x${createHash("sha256").update(`${address} ${before.length}`).digest("hex")}`
    const transfer = {
      txHash,
      logIndex: 0,
      amountMinor,
      confirmations: 200,
      seenAt: Date.now(),
      dropped: false
    }
    this.#transfers.set(address, [...before, transfer])
    for (const listener of this.#listeners) listener(address)
  }
}

/** The one that the providers watch and the example sends on. */
export const network = new PretendNetwork()
