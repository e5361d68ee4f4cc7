import type { Dice } from "../Dice.ts"
import { canonical } from "./address.ts"

/** A transfer of money, or the refusal of one: the books of the processing side, which no restore touches. */
export interface Transfer {
  readonly reference: string
  readonly payoutId: string
  readonly network: string
  readonly address: string
  readonly amountMinor: bigint
  readonly processingId: string
  readonly madeAt: number
  readonly standing: "made" | "refused" | "abandoned"
  /** From when on a lookup tells that it is final. */
  readonly finalAt: number
}

interface Asked {
  readonly reference: string
  readonly payoutId: string
  readonly network: string
  readonly address: string
  readonly amountMinor: bigint
}

/**
 * Keeps the law of the port: one reference, at most one transfer. Each payout of the soak goes to an address of its
 * own.
 */
export class ProcessingSide {
  readonly byReference = new Map<string, Transfer>()
  readonly madeByAddress = new Map<string, Transfer>()
  readonly #dice: Dice
  readonly #broken: (sentence: string) => void

  constructor(dice: Dice, broken: (sentence: string) => void) {
    this.#dice = dice
    this.#broken = broken
  }

  submit(asked: Asked): unknown {
    const { reference } = asked
    const known = this.byReference.get(reference)
    if (known !== undefined) {
      if (
        known.standing !== "abandoned" &&
        (known.address !== asked.address || known.amountMinor !== asked.amountMinor)
      ) {
        this.#broken(
          `reference ${reference} was submitted for two different payouts, ${known.payoutId} and ${asked.payoutId}`
        )
      }
      return this.#dice.happens(0.5) ? { _tag: "Duplicate" } : this.#answer(known)
    }
    const now = Date.now()
    const transfer: Transfer = {
      reference,
      payoutId: asked.payoutId,
      network: asked.network,
      address: asked.address,
      amountMinor: asked.amountMinor,
      processingId: `tx-${this.#dice.hex(8)}`,
      madeAt: now,
      standing: this.#dice.happens(0.05) ? "refused" : "made",
      finalAt: this.#dice.happens(0.3) ? now + this.#dice.between(1_000, 20_000) : now
    }
    this.byReference.set(reference, transfer)
    if (transfer.standing === "made") {
      const earlier = this.madeByAddress.get(canonical(asked.address))
      if (earlier !== undefined) {
        this.#broken(
          `the payout to ${asked.address} was transferred twice: as ${earlier.reference} for payout ${earlier.payoutId}, ` +
            `and as ${reference} for payout ${asked.payoutId}`
        )
      }
      this.madeByAddress.set(canonical(asked.address), transfer)
    }
    return this.#answer(transfer)
  }

  lookup(reference: string): unknown {
    const known = this.byReference.get(reference)
    return known === undefined ? { _tag: "NotFound" } : this.#answer(known)
  }

  abandon(reference: string): unknown {
    const known = this.byReference.get(reference)
    if (known?.standing === "made") return { _tag: "TooLate" }
    if (known === undefined) {
      this.byReference.set(reference, {
        reference,
        payoutId: "",
        network: "",
        address: "",
        amountMinor: 0n,
        processingId: "",
        madeAt: Date.now(),
        standing: "abandoned",
        finalAt: 0
      })
    }
    return { _tag: "Abandoned" }
  }

  /** For an operator, to compare with a store that was put back. */
  transfersSince(since: number): unknown {
    return [...this.madeByAddress.values()]
      .filter(({ madeAt }) => madeAt >= since)
      .map(({ address, amountMinor, madeAt, network, payoutId, reference }) => ({
        ...{ reference, payoutId, network, address, amountMinor },
        at: madeAt
      }))
  }

  #answer({ finalAt, processingId, standing }: Transfer): unknown {
    if (standing !== "made") return { _tag: "Rejected", reason: standing }
    return { _tag: Date.now() < finalAt ? "Accepted" : "Completed", processingId }
  }
}
