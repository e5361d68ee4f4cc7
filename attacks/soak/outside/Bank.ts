import type { Dice } from "../Dice.ts"

interface Payment {
  readonly operationId: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly startedAt: number
  /** When the customer pays, who may never. */
  readonly paidAt: number
}

interface Started {
  readonly reference?: string
  readonly paymentId: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly expiresAt: number
}

/** A bank rail and a mail server; both keep their laws. */
export class Bank {
  readonly #payments = new Map<string, Payment>()
  readonly #mails = new Set<string>()
  readonly #dice: Dice

  constructor(dice: Dice) {
    this.#dice = dice
  }

  banks(): unknown {
    return [
      { id: "alpha", name: "Alpha Bank" },
      { id: "beta", name: "Beta Bank" }
    ]
  }

  start(asked: Started): unknown {
    const key = asked.reference ?? asked.paymentId
    const known = this.#payments.get(key)
    if (known !== undefined) return { _tag: "Duplicate" }
    const now = Date.now()
    const payment: Payment = {
      operationId: `op-${this.#dice.hex(8)}`,
      amountMinor: asked.amountMinor,
      currency: asked.currency,
      startedAt: now,
      paidAt: this.#dice.happens(0.7) ? now + this.#dice.between(500, 15_000) : Infinity
    }
    this.#payments.set(key, payment)
    return this.#answer(payment)
  }

  payment(key: string): unknown {
    const known = this.#payments.get(key)
    return known === undefined ? { _tag: "NotFound" } : this.#answer(known)
  }

  send(message: { readonly id: string }): unknown {
    this.#mails.add(message.id)
    return { _tag: "Sent" }
  }

  get mailCount(): number {
    return this.#mails.size
  }

  get takenCount(): number {
    return [...this.#payments.values()].filter(({ paidAt }) => Date.now() >= paidAt).length
  }

  #answer({ amountMinor, currency, operationId, paidAt }: Payment): unknown {
    if (Date.now() < paidAt) return { _tag: "Awaiting", link: "https://bank.soak.example/pay" }
    return {
      _tag: "Confirmed",
      receipt: { operationId, amountMinor, currency, payerBank: "Alpha Bank", bankTime: paidAt }
    }
  }
}
