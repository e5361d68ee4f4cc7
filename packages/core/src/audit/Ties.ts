import type { IssuedCryptoInvoice } from "../cryptoInvoice/CryptoInvoice.ts"
import { addressClaimKey, type Claim, claimDomain, type ClaimScope } from "../idempotency/Claim.ts"
import { payoutStatus, type RecordedPayout } from "../payout/Payout.ts"
import type { JobName } from "../work/Job.ts"

/**
 * What is committed together must stay together: a payout or invoice without its claim could be made twice, a pending
 * payout without its job would never end.
 */
export class Ties {
  readonly #owners = new Map<string, string>()
  readonly #jobs = new Set<string>()

  addClaim({ key, ownerId, partnerId, scope }: Claim): void {
    this.#owners.set(claimName(scope, partnerId, key), ownerId)
  }

  addJob({ kind, partnerId, subjectId }: JobName): void {
    this.#jobs.add(JSON.stringify([kind, partnerId, subjectId]))
  }

  faultsOfPayout(payout: RecordedPayout): ReadonlyArray<string> {
    const { id, idempotencyKey, partnerId } = payout.order
    const faults = this.#holds("payout.create", partnerId, idempotencyKey, id)
      ? []
      : [`payout ${id} does not hold the claim on its idempotency key`]
    const isStuck =
      payoutStatus(payout) === "PENDING" &&
      !this.#jobs.has(JSON.stringify(["payout.dispatch", partnerId, id]))
    return isStuck ? [...faults, `payout ${id} is PENDING and has no job`] : faults
  }

  faultsOfCryptoInvoice({ order }: IssuedCryptoInvoice): ReadonlyArray<string> {
    const { address, externalId, id, network, partnerId } = order
    const faults: Array<string> = []
    if (!this.#holds("cryptoInvoice.create", partnerId, externalId, id)) {
      faults.push(`invoice ${id} does not hold the claim on its external id`)
    }
    if (!this.#holds("depositAddress", partnerId, addressClaimKey(network, address), id)) {
      faults.push(`invoice ${id} does not hold the claim on its deposit address`)
    }
    return faults
  }

  #holds(scope: ClaimScope, partnerId: string, key: string, ownerId: string): boolean {
    return this.#owners.get(claimName(scope, partnerId, key)) === ownerId
  }
}

const claimName = (scope: ClaimScope, partnerId: string, key: string): string =>
  JSON.stringify([scope, claimDomain(scope, partnerId), key])
