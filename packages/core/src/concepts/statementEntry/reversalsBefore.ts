import { Effect, Option } from "effect"
import { ownClaim } from "../../kernel/ports/Claim.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import { twinOf } from "./entryOrder.ts"
import type { StatedEntry } from "./StatedEntry.ts"
import { statementEntryClaims } from "./statementEntryNames.ts"
import type { StatementParts } from "./statementParts.ts"

/** Remembers a reversal whose entry comes in a later file: that entry pays nothing by itself. */
export const rememberReversal = (
  { transact }: Pick<StatementParts, "transact">,
  partnerId: string,
  reversal: string,
  stated: StatedEntry
): Effect.Effect<void, StoreUnavailable> => {
  const claim = {
    ...ownClaim({ id: reversal, partnerId }, statementEntryClaims.reversalBefore, twinOf(stated)),
    fingerprint: Option.some(stated.bookedOn)
  }
  return transact(Effect.succeed({ answer: undefined, commit: { claims: [claim] } })).pipe(
    // Another import remembers one like it.
    Effect.catchTag("ClaimTaken", () => Effect.void)
  )
}

/** Whether the bank has taken an entry back already, in a file that was imported before the entry's. */
export const isTakenBackBefore = (
  { claims }: Pick<StatementParts, "claims">,
  partnerId: string,
  { bookedOn }: StatedEntry,
  twin: string
): Effect.Effect<boolean, StoreUnavailable> =>
  Effect.map(
    claims.find(statementEntryClaims.reversalBefore, partnerId, twin),
    Option.exists(({ fingerprint }) => Option.exists(fingerprint, (day) => bookedOn <= day))
  )
