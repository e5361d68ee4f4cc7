import type { Commit, MadeTransfer } from "@quittance/core"
import type { SimulatedProcessor } from "../SimulatedProcessor.ts"

/**
 * What must be true over all lives of a store that is put back now and then: what one request wants is transferred once, an
 * address has one owner, and a store that may be older than the world moves nothing before somebody has compared it.
 */
export class LifeLaws {
  /** Put back, and not released yet. */
  isHeld = false
  readonly #processor: SimulatedProcessor
  readonly #requestOf = new Map<string, string>()
  readonly #ownerOf = new Map<string, string>()

  constructor(processor: SimulatedProcessor) {
    this.#processor = processor
  }

  released(): void {
    this.isHeld = false
  }

  /** A sentence for each law that this commit, which landed, breaks. */
  brokenBy({ aggregates }: Commit): ReadonlyArray<string> {
    return aggregates.flatMap((write): ReadonlyArray<string> => {
      switch (write._tag) {
        case "Payout": {
          const { id, idempotencyKey, partnerId } = write.state.order
          this.#requestOf.set(id, `${idempotencyKey} of ${partnerId}`)
          return write.expectedVersion === 0 ? this.#made(`payout ${id}`) : []
        }
        case "CryptoInvoice": {
          const { address, externalId, network, partnerId } = write.state.order
          return write.expectedVersion === 0
            ? [
                ...this.#made(`invoice ${externalId}`),
                ...this.#own(`${network} ${address}`, `${externalId} of ${partnerId}`)
              ]
            : []
        }
        case "TransitWallet": {
          const { address, label, network, partnerId } = write.state
          return [
            ...this.#made(`wallet ${label}`),
            ...this.#own(`${network} ${address}`, `${label} of ${partnerId}`)
          ]
        }
        default:
          return []
      }
    })
  }

  /** A sentence for each request that was transferred more than once. */
  brokenOutside(): ReadonlyArray<string> {
    const transfers = Map.groupBy(
      this.#processor.transfers,
      ({ payoutId }) => this.#requestOf.get(payoutId) ?? payoutId
    )
    return [...transfers].flatMap(([request, made]) =>
      made.length > 1 ? [`${request} was transferred ${made.length} times, over all lives of the store`] : []
    )
  }

  /** A sentence for each transfer that an operator was not shown, and that the store does not know. */
  brokenSurvey(unknown: ReadonlyArray<MadeTransfer>, known: ReadonlySet<string>): ReadonlyArray<string> {
    const shown = new Set(unknown.map(({ reference }) => reference))
    return this.#processor.transfers.flatMap(({ reference }) =>
      shown.has(reference) || known.has(reference)
        ? []
        : [`the transfer ${reference} is unknown to the store and was not shown`]
    )
  }

  #made(what: string): ReadonlyArray<string> {
    return this.isHeld ? [`${what} was made by a store that was put back and not released`] : []
  }

  #own(address: string, owner: string): ReadonlyArray<string> {
    const earlier = this.#ownerOf.get(address) ?? owner
    this.#ownerOf.set(address, earlier)
    return earlier === owner ? [] : [`${address} was given to ${earlier} and to ${owner}`]
  }
}
