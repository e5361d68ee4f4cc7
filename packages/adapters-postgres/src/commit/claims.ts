import { type Claim, claimScopes } from "@quittance/core"
import { Option } from "effect"
import type { Call } from "../connect/Connections.ts"
import {
  bigints,
  BulkRows,
  bulkStatement,
  insertStatement,
  isMeant,
  type Partners,
  texts
} from "./BulkRows.ts"

const claimKey = texts("scope", "key")

const take = insertStatement("claims", [
  ...claimKey,
  ...texts("owner_id", "fingerprint"),
  ...bigints("expires_at")
])
const giveUp = bulkStatement(
  "give up claims",
  [...claimKey, ...texts("owner_id")],
  (relation) =>
    `DELETE FROM claims USING ${relation.rows} WHERE ${isMeant("claims", [...claimKey, ...texts("owner_id")], relation)}`
)

/** The rows of the directory are no partner's: its key is what is looked for. */
const register = bulkStatement(
  "insert directory",
  [...texts("kind", "key", "owner_id", "fingerprint"), ...bigints("expires_at")],
  ({ partner, rows }) =>
    `INSERT INTO directory (partner_id, kind, key, owner_id, fingerprint, expires_at)
       SELECT ${partner}, kind, key, owner_id, fingerprint, expires_at FROM ${rows}`
)
const strike = bulkStatement(
  "strike from directory",
  texts("kind", "key", "owner_id"),
  ({ partner, rows }) =>
    `DELETE FROM directory USING ${rows} WHERE directory.kind = i.kind AND directory.key = i.key
       AND directory.owner_id = i.owner_id AND directory.partner_id = ${partner}`
)

/** A key of a claim, and its owner. */
export type Holding = Pick<Claim, "key" | "ownerId" | "partnerId" | "scope">

/** Claims that a group takes and gives up. Those that are unique over all partners stand in the directory. */
export class ClaimRows {
  readonly #taken = new BulkRows(take)
  readonly #givenUp = new BulkRows(giveUp)
  readonly #registered = new BulkRows(register)
  readonly #struck = new BulkRows(strike)

  take({ expiresAt, fingerprint, key, ownerId, partnerId, scope }: Claim): void {
    const rows = claimScopes[scope] === "global" ? this.#registered : this.#taken
    rows.add(partnerId, [scope, key, ownerId, Option.getOrNull(fingerprint), Option.getOrNull(expiresAt)])
  }

  /** Another owner's claim stays. */
  giveUp({ key, ownerId, partnerId, scope }: Holding): void {
    const rows = claimScopes[scope] === "global" ? this.#struck : this.#givenUp
    rows.add(partnerId, [scope, key, ownerId])
  }

  /** An index of a concept by which a state is found without its partner. */
  lookUp(kind: string, key: string, partnerId: string, ownerId: string): void {
    this.#registered.add(partnerId, [kind, key, ownerId, null, null])
  }

  calls(partners: Partners): ReadonlyArray<Call> {
    return [this.#givenUp, this.#struck, this.#taken, this.#registered].flatMap((rows) =>
      rows.calls(partners)
    )
  }
}
