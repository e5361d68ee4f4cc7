import { Effect, Option } from "effect"
import { payoutJobs } from "../../concepts/payout/payoutNames.ts"
import { webhookJobs } from "../../concepts/webhook/webhookNames.ts"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import type { JobKind } from "../../kernel/ports/Job.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { type OpenPayoutStep, openPayoutSteps, type Waiting, WaitingWork } from "../../store/WaitingWork.ts"
import { byText } from "./MemoryLookup.ts"
import { jobKeyOf, type MemoryState } from "./MemoryState.ts"
import { claimableAt } from "./MemoryWorkQueue.ts"

/** What waits in memory. */
export const memoryWaitingWork = ({ aggregates, jobs }: MemoryState): WaitingWork["Service"] => {
  const hasJob = (kind: JobKind, partnerId: PartnerId, subjectId: string): boolean =>
    jobs.has(jobKeyOf({ kind, partnerId, subjectId }))
  return WaitingWork.of({
    payouts: Effect.sync(() => {
      const found = new Map<OpenPayoutStep, Waiting>()
      const all = [...aggregates.Payout.values()].flatMap(({ state }) =>
        hasJob(payoutJobs.dispatch, state.order.partnerId, state.order.id) ? [state] : []
      )
      for (const step of openPayoutSteps) {
        const created = all.flatMap(({ _tag, approvalsGiven, order, updatedAt }) =>
          _tag === step ? [Option.isNone(approvalsGiven) ? order.createdAt : updatedAt] : []
        )
        Option.map(waitingOf(created), (waiting) => found.set(step, waiting))
      }
      return found
    }),
    openPayouts: ({ after, limit, step }) =>
      Effect.sync(() =>
        [...aggregates.Payout.values()]
          .map(({ state }) => state)
          .filter(
            ({ _tag, order: { id, partnerId } }) =>
              id > after &&
              (step === undefined ? openPayoutSteps.some((each) => each === _tag) : _tag === step) &&
              hasJob(payoutJobs.dispatch, partnerId, id)
          )
          .sort((one, other) => byText(one.order.id, other.order.id))
          .slice(0, limit)
      ),
    deliveries: Effect.sync(() =>
      waitingOf(
        [...aggregates.WebhookDelivery.values()].flatMap(({ state: { _tag, order } }) =>
          _tag === "pending" && hasJob(webhookJobs.deliver, order.partnerId, order.endpointId)
            ? [order.createdAt]
            : []
        )
      )
    ),
    jobsDue: (now) =>
      Effect.sync(() => {
        const counts = new Map<JobKind, number>()
        for (const job of jobs.values())
          if (claimableAt(job) <= now) counts.set(job.kind, (counts.get(job.kind) ?? 0) + 1)
        return counts
      })
  })
}

const waitingOf = (created: ReadonlyArray<Instant>): Option.Option<Waiting> =>
  created.length === 0
    ? Option.none()
    : Option.some({
        count: created.length,
        oldestAt: created.reduce((oldest, at) => Math.min(oldest, at), Number.POSITIVE_INFINITY)
      })
