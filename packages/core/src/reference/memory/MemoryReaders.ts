import { Effect, Option } from "effect"
import { emptyBatchTally } from "../../concepts/batch/Batch.ts"
import { BatchReader } from "../../concepts/batch/BatchReader.ts"
import { KycReader } from "../../concepts/kyc/KycReader.ts"
import { picturesLike } from "../../concepts/kyc/pictureBand.ts"
import { batchCounterKey } from "../../kernel/counter/Counter.ts"
import { ClaimReader } from "../../kernel/idempotency/ClaimReader.ts"
import { zeroBalances } from "../../kernel/ledger/Ledger.ts"
import { EventReader, inOrder, type StoredEvent } from "../../kernel/ports/EventReader.ts"
import { LedgerReader } from "../../kernel/ports/LedgerReader.ts"
import type { EventRecord } from "../../kernel/ports/Store.ts"
import { eventData } from "../../store/digests.ts"
import { balanceKeyOf, claimKeyOf, type MemoryState } from "./MemoryState.ts"

/** What is read in memory beside the states of concepts, as of the last commit. */

export const memoryClaimReader = (state: MemoryState): ClaimReader["Service"] =>
  ClaimReader.of({
    find: (scope, partnerId, key) =>
      Effect.sync(() => Option.fromUndefinedOr(state.claims.get(claimKeyOf(scope, partnerId, key))))
  })

export const memoryLedgerReader = (state: MemoryState): LedgerReader["Service"] =>
  LedgerReader.of({
    balances: (partnerId, currency) =>
      Effect.sync(() => state.balances.get(balanceKeyOf(partnerId, currency))?.accounts ?? zeroBalances)
  })

export const memoryBatchReader = (state: MemoryState): BatchReader["Service"] =>
  BatchReader.of({
    byId: (partnerId, id) =>
      Effect.sync(() => {
        const batch = state.aggregates.Batch.get(id)?.state
        if (batch === undefined || batch.partnerId !== partnerId) return Option.none()
        const kept = state.counters.get(batchCounterKey(partnerId, id))?.sum
        if (kept?._tag !== "Batch") return Option.some({ batch, tally: emptyBatchTally })
        const { mailsUnsent, paid, paidMinor } = kept
        return Option.some({ batch, tally: { paidCount: paid, paidMinor, mailsUnsent } })
      })
  })

/** KYC sessions in memory. Pictures are searched among the sessions themselves: what an index of bands must answer. */
export const memoryKycReader = (state: MemoryState): KycReader["Service"] =>
  KycReader.of({
    picturesLike: (partnerId, fingerprint) =>
      Effect.sync(() =>
        [...state.aggregates.KycSession.values()].flatMap(({ state: session }) =>
          session.order.partnerId === partnerId ? picturesLike(session, fingerprint) : []
        )
      )
  })

/** Events are kept as they were committed; what is read is what other stores keep of them. */
export const memoryEventReader = (state: MemoryState): EventReader["Service"] => {
  const stored = (record: EventRecord): StoredEvent => {
    const { actor, at, event, id, version } = record
    return { id, type: event._tag, version, at, actor, data: eventData(record) }
  }
  return EventReader.of({
    ofSubject: (partnerId, subjectId, limit) =>
      Effect.sync(() => {
        const found = [...state.events.values()].filter(
          (each) => each.partnerId === partnerId && each.subjectId === subjectId
        )
        return limit > 0 ? inOrder(found.map(stored)).slice(-limit) : []
      })
  })
}
