import { Effect } from "effect"
import {
  type RefusedRequest,
  RefusedRequests,
  refusedRequestsOfPartnerMax
} from "../../kernel/ports/RefusedRequests.ts"
import type { MemoryState } from "./MemoryState.ts"

/** Oldest first. */
const byAge = (one: RefusedRequest, other: RefusedRequest): number =>
  one.at - other.at || (one.requestId < other.requestId ? -1 : 1)

/** The latest refused requests in memory. */
export const memoryRefusedRequests = (state: MemoryState): RefusedRequests["Service"] => {
  const sorted = () => [...state.refusedRequests.values()].sort(byAge)
  const remove = (requests: ReadonlyArray<RefusedRequest>): number => {
    for (const { requestId } of requests) state.refusedRequests.delete(requestId)
    return requests.length
  }
  return RefusedRequests.of({
    record: (requests) =>
      Effect.sync(() => {
        for (const each of requests) {
          if (!state.refusedRequests.has(each.requestId)) state.refusedRequests.set(each.requestId, each)
        }
        for (const partner of new Set(requests.map(({ partnerId }) => partnerId))) {
          const kept = sorted().filter(({ partnerId }) => partnerId === partner)
          remove(kept.slice(0, Math.max(0, kept.length - refusedRequestsOfPartnerMax)))
        }
      }),
    ofPartner: (partnerId, from, limit) =>
      Effect.sync(() =>
        sorted()
          .filter((each) => each.partnerId === partnerId && each.at >= from)
          .reverse()
          .slice(0, limit)
      ),
    prune: (before, newestKept, limit) =>
      Effect.sync(() => {
        const all = sorted()
        const excess = all.length - newestKept
        return remove(all.filter(({ at }, place) => place < excess || at < before).slice(0, limit))
      })
  })
}
