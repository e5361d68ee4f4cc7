import type { Row } from "../../kernel/concept/columns.ts"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { deltasOf } from "../../kernel/ledger/Ledger.ts"
import { entryRankId } from "../../kernel/list/AccountChanges.ts"
import type { AccountChanges } from "../../kernel/list/List.ts"
import { byCreation } from "./MemoryLookup.ts"
import type { MemoryState } from "./MemoryState.ts"

/** Every change of a partner's account in memory, summed from the oldest: what stores that keep sums are held to. */
export const changesIn = (
  { journal }: MemoryState,
  { account, currency, kinds }: AccountChanges,
  partnerId: PartnerId
): ReadonlyArray<Row> => {
  const ranks = new Map<string, number>()
  const changes = journal.flatMap((entry) => {
    if (entry.partnerId !== partnerId || entry.currency !== currency) return []
    const place = `${entry.kind} ${entry.at}`
    const rank = ranks.get(place) ?? 0
    ranks.set(place, rank + 1)
    const [, changeMinor] = deltasOf(entry).find(([name]) => name === account) ?? [account, 0n]
    const [kind, source] = Object.entries(kinds).find((each) => each[1].entry === entry.kind) ?? []
    if (source === undefined || changeMinor === 0n) return []
    const { at: createdAt, subjectId } = entry
    const id = source.rows === undefined ? entryRankId(entry, rank) : `${source.rows.idStart}${subjectId}`
    return [{ id, kind, subjectId, createdAt, changeMinor }]
  })
  let afterMinor = 0n
  return changes.sort(byCreation).map(({ changeMinor, createdAt, id, kind, subjectId }) => {
    afterMinor += changeMinor
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
