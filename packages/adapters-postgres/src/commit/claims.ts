import type { Claim } from "@quittance/core/adapter"
import { Option } from "effect"
import type { Call } from "../connect/Connections.ts"
import {
  BulkRows,
  bigints,
  bulkStatement,
  insertStatement,
  isMeant,
  type Partners,
  texts
} from "./BulkRows.ts"
import { DirectoryRows, placeInDirectory, strikeFromDirectory } from "./directory.ts"

const claimKey = texts("scope", "key")

const take = insertStatement("claims", [
  ...claimKey,
  ...texts("owner_id", "fingerprint"),
  ...bigints("expires_at")
])
const release = bulkStatement(
  "release claims",
  [...claimKey, ...texts("owner_id")],
  (relation) =>
    `DELETE FROM claims USING ${relation.rows} WHERE ${isMeant("claims", [...claimKey, ...texts("owner_id")], relation)}`
)

/** A key of a claim, and its owner. */
export type Holding = Pick<Claim, "key" | "ownerId" | "partnerId" | "scope">

/**
 * Claims that a group takes and releases. Those that are unique over all partners stand in the directory, and are
 * written in the same transaction everywhere: a key that nobody holds in the end must stay free.
 */
export class ClaimRows {
  readonly #taken = new BulkRows(take)
  readonly #released = new BulkRows(release)
  readonly #placed = new DirectoryRows(placeInDirectory)
  readonly #struck = new DirectoryRows(strikeFromDirectory)

  take({ expiresAt, fingerprint, key, ownerId, partnerId, scope }: Claim): void {
    const request = [Option.getOrNull(fingerprint), Option.getOrNull(expiresAt)]
    if (scope.within === "global") this.#placed.add([scope.name, key, partnerId, ownerId, ...request])
    else this.#taken.add(partnerId, [scope.name, key, ownerId, ...request])
  }

  /** Another owner's claim stays. */
  release({ key, ownerId, partnerId, scope }: Holding): void {
    if (scope.within === "global") this.#struck.add([scope.name, key, partnerId, ownerId])
    else this.#released.add(partnerId, [scope.name, key, ownerId])
  }

  calls(partners: Partners): ReadonlyArray<Call> {
    return [this.#released, this.#struck, this.#taken, this.#placed].flatMap((rows) => rows.calls(partners))
  }
}
