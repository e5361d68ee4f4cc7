import { createHash } from "node:crypto"
import type { Dice } from "../Dice.ts"
import { canonical, tronAddress } from "./address.ts"

interface Deposit {
  readonly txHash: string
  readonly amountMinor: bigint
  readonly sentAt: number
  readonly vanishesAt: number
}

const millisPerBlock = 500
const finalBlocks = 150

/**
 * The networks: which addresses there are is a function, and what was sent to them stays, whatever becomes of a store.
 */
export class Chain {
  readonly #deposits = new Map<string, Array<Deposit>>()
  readonly #dice: Dice
  depositCount = 0

  constructor(dice: Dice) {
    this.#dice = dice
  }

  derive(network: string, ...place: ReadonlyArray<unknown>): string {
    const account = createHash("sha256")
      .update(JSON.stringify([network, place.map(String)]))
      .digest()
      .subarray(0, 20)
    return network === "tron" ? tronAddress(account) : `0x${account.toString("hex")}`
  }

  /** Somebody pays; one in fifty transfers is reorganised away before it is confirmed. */
  send(network: string, address: string, amountMinor: bigint): void {
    const now = Date.now()
    const vanishes = this.#dice.happens(0.02)
    const deposit = {
      txHash: `${network === "tron" ? "" : "0x"}${this.#dice.hex(32)}`,
      amountMinor,
      sentAt: now,
      vanishesAt: vanishes ? now + 2 * millisPerBlock : Infinity
    }
    const place = `${network}/${canonical(address)}`
    this.#deposits.set(place, [...(this.#deposits.get(place) ?? []), deposit])
    this.depositCount += 1
  }

  arrived(network: string, address: string): unknown {
    const now = Date.now()
    return (this.#deposits.get(`${network}/${canonical(address)}`) ?? []).map(
      ({ amountMinor, sentAt, txHash, vanishesAt }) => ({
        txHash,
        logIndex: 0,
        amountMinor,
        confirmations: Math.min(finalBlocks, Math.floor((now - sentAt) / millisPerBlock)),
        seenAt: sentAt,
        dropped: now >= vanishesAt
      })
    )
  }

  /** What an address got and keeps. */
  keptMinor(network: string, address: string): bigint {
    return (this.#deposits.get(`${network}/${canonical(address)}`) ?? [])
      .filter(({ vanishesAt }) => vanishesAt === Infinity)
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  }
}
