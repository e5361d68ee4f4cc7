import { Option } from "effect"
import { type Claim, claimDomain } from "../kernel/ports/Claim.ts"
import { checksumStart, checksumWith } from "./checksum.ts"

/** Detects an edited idempotency record; several records of one owner are combined by XOR, in any order. */
export const claimChecksum = (
  ...cells: readonly [domain: string, scope: string, key: string, ownerId: string, fingerprint: string]
): number => {
  let sum = checksumStart
  for (const cell of cells) sum = checksumWith(sum, cell)
  return sum >>> 0
}

/** The checksums of the idempotency records of a commit by their owners; only they have a fingerprint. */
export const claimChecksums = (claims: ReadonlyArray<Claim>): Map<string, number> | undefined => {
  let sums: Map<string, number> | undefined
  for (const { fingerprint, key, ownerId, partnerId, scope } of claims) {
    if (Option.isNone(fingerprint)) continue
    sums ??= new Map()
    const sum = claimChecksum(claimDomain(scope, partnerId), scope.name, key, ownerId, fingerprint.value)
    sums.set(ownerId, ((sums.get(ownerId) ?? 0) ^ sum) >>> 0)
  }
  return sums
}

/** The audit's sentence about an owner whose records differ from what commits wrote. */
export const claimFault = (ownerId: string): string =>
  `the idempotency record of ${ownerId} differs from what was committed: its key, owner or fingerprint was changed`
