import type { Commit } from "@quittance/core/adapter"

/**
 * What must be true over all lives of a store that is put back now and then. Money is transferred once for each
 * request, an address has one owner, and a store that may be older than the world moves nothing before somebody has
 * compared it.
 */
export class LifeLaws {
  /** Put back, and not released yet. */
  isHeld = false
  readonly #requestOf = new Map<string, string>()
  readonly #ownerOf = new Map<string, string>()

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
  brokenBySending(transfers: ReadonlyArray<{ readonly payoutId: string }>): ReadonlyArray<string> {
    const byRequest = Map.groupBy(transfers, ({ payoutId }) => this.#requestOf.get(payoutId) ?? payoutId)
    return [...byRequest].flatMap(([request, made]) =>
      made.length > 1 ? [`${request} was transferred ${made.length} times, over all lives of the store`] : []
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
