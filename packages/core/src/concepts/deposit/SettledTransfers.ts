import type { ShownTransfer } from "../chain/DepositAddresses.ts"

/** How many transfers are remembered, of all invoices together. */
const namesMax = 100_000

/** The settled transfers of an invoice at this version. */
interface Settled {
  readonly version: number
  readonly names: Set<string>
}

/**
 * Remembers which transfers of an invoice a reading of its address found settled. A transfer changes only together
 * with its invoice, so they are settled as long as the invoice has the same version, and the next readings look none
 * of them up. Forgotten transfers are looked up again.
 */
export class SettledTransfers {
  /** By invoice; those that were remembered last are last. */
  readonly #settled = new Map<string, Settled>()
  readonly #max: number
  #count = 0

  constructor(max = namesMax) {
    this.#max = max
  }

  has(invoiceId: string, version: number, shown: ShownTransfer): boolean {
    const settled = this.#settled.get(invoiceId)
    return settled?.version === version && settled.names.has(nameOf(shown))
  }

  add(invoiceId: string, version: number, shown: ShownTransfer): void {
    const settled = this.#settled.get(invoiceId)
    const names = settled?.version === version ? settled.names : new Set<string>()
    if (settled !== undefined && settled.names !== names) this.#count -= settled.names.size
    this.#count -= names.size
    names.add(nameOf(shown))
    this.#count += names.size
    this.#settled.delete(invoiceId)
    this.#settled.set(invoiceId, { version, names })
    for (const [oldest, { names }] of this.#settled) {
      if (this.#count <= this.#max) return
      this.#settled.delete(oldest)
      this.#count -= names.size
    }
  }

  /** How many are remembered. */
  get count(): number {
    return this.#count
  }
}

/** A transfer that a reorganisation removed is settled in another form. */
const nameOf = ({ dropped, logIndex, txHash }: ShownTransfer): string => `${dropped} ${logIndex} ${txHash}`
