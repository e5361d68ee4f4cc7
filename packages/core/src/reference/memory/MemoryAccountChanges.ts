import type { Row } from "../../kernel/concept/columns.ts"
import { deltasOf } from "../../kernel/ledger/Ledger.ts"
import { entryRankId } from "../../kernel/list/AccountChanges.ts"
import type { AccountChanges } from "../../kernel/list/List.ts"
import { byCreation } from "./MemoryLookup.ts"
import type { MemoryState } from "./MemoryState.ts"

/** Every change of an account in memory, summed from the oldest: what stores that keep sums are held to. */
export const changesIn = (
  { journal }: MemoryState,
  { account, currency, kinds }: AccountChanges
): ReadonlyArray<Row> => {
  const ranks = new Map<string, number>()
  const changes = journal.flatMap((entry) => {
    const place = `${entry.partnerId} ${entry.currency} ${entry.kind} ${entry.at}`
    const rank = ranks.get(place) ?? 0
    ranks.set(place, rank + 1)
    const [, changeMinor] = deltasOf(entry).find(([name]) => name === account) ?? [account, 0n]
    const [kind, source] = Object.entries(kinds).find((each) => each[1].entry === entry.kind) ?? []
    if (source === undefined || entry.currency !== currency || changeMinor === 0n) return []
    const { at: createdAt, partnerId, subjectId } = entry
    const id = source.rows === undefined ? entryRankId(entry, rank) : `${source.rows.idStart}${subjectId}`
    return [{ id, kind, partnerId, subjectId, createdAt, changeMinor }]
  })
  const after = new Map<string, bigint>()
  return changes.sort(byCreation).map(({ changeMinor, createdAt, id, kind, partnerId, subjectId }) => {
    const afterMinor = (after.get(partnerId) ?? 0n) + changeMinor
    after.set(partnerId, afterMinor)
    return {
      id,
      kind,
      partner_id: partnerId,
      subject_id: subjectId,
      created_at: createdAt,
      change_minor: changeMinor,
      after_minor: afterMinor
    }
  })
}
