import { Effect, Option } from "effect"
import type { JobKind } from "../../kernel/ports/Job.ts"
import { WorkQueue } from "../../kernel/ports/WorkQueue.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { freed, jobKeyOf, leasedJob, type MemoryState, type StoredJob } from "./MemoryState.ts"

/** Leases in memory. A job can be claimed when it is due and no lease of it runs; a claim forgets earlier schedules. */
export const memoryWorkQueue = (state: MemoryState): WorkQueue["Service"] =>
  WorkQueue.of({
    claim: ({ kind, leaseUntil, limit, now, owner }) =>
      Effect.sync(() => {
        const due = [...state.jobs.values()]
          .filter((job) => job.kind === kind && claimableAt(job) <= now)
          .sort((a, b) => a.dueAt - b.dueAt)
          .slice(0, limit)
        const leased = due.map((job) => {
          const { dueAt, partnerId, subjectId } = job
          state.lastFence += 1
          const fence = state.lastFence
          const lease = Option.some({ owner, fence, until: leaseUntil })
          state.jobs.set(jobKeyOf(job), { ...job, lease, rescheduled: false })
          return { kind, partnerId, subjectId, dueAt, fence, leaseUntil }
        })
        if (leased.length > 0) state.jobChanges.bump()
        return leased
      }),
    reserveFences: (count) =>
      Effect.sync(() => {
        const first = state.lastFence + 1
        state.lastFence += count
        return Array.from({ length: count }, (_, index) => first + index)
      }),
    extend: (job, leaseUntil) =>
      Effect.sync(() => {
        const stored = leasedJob(state, job)
        if (stored === undefined) return false
        const lease = Option.map(stored.lease, (held) => ({ ...held, until: leaseUntil }))
        state.jobs.set(jobKeyOf(job), { ...stored, lease })
        return true
      }),
    shortenLeases: (until) =>
      Effect.sync(() => {
        for (const [name, job] of state.jobs) {
          const lease = Option.map(job.lease, (held) => ({ ...held, until: Math.min(held.until, until) }))
          state.jobs.set(name, { ...job, lease })
        }
        state.jobChanges.bump()
      }),
    release: (job, dueAt) =>
      Effect.sync(() => {
        const stored = leasedJob(state, job)
        if (stored === undefined) return
        state.jobs.set(jobKeyOf(job), freed(stored, dueAt))
        state.jobChanges.bump()
      }),
    nextDue: Effect.sync(() => {
      const next = new Map<JobKind, Instant>()
      for (const job of state.jobs.values()) {
        next.set(job.kind, Math.min(claimableAt(job), next.get(job.kind) ?? Number.POSITIVE_INFINITY))
      }
      return next
    }),
    dueAtOf: (job) =>
      Effect.sync(() => Option.map(Option.fromUndefinedOr(state.jobs.get(jobKeyOf(job))), claimableAt)),
    releaseLeases: (isGone) =>
      Effect.sync(() => {
        const owners = new Set(
          [...state.jobs.values()].flatMap(({ lease }) => Option.toArray(lease)).map(({ owner }) => owner)
        )
        const gone = new Set([...owners].filter(isGone))
        for (const [name, job] of state.jobs) {
          if (Option.exists(job.lease, ({ owner }) => gone.has(owner)))
            state.jobs.set(name, freed(job, job.dueAt))
        }
        state.jobChanges.bump()
      }),
    changes: Effect.sync(() => state.jobChanges.count),
    awaitChange: (seen) => state.jobChanges.await(seen)
  })

/** From when on a job can be claimed: when it is due and its lease, if any, has run out. */
export const claimableAt = (job: StoredJob): Instant =>
  Option.match(job.lease, { onNone: () => job.dueAt, onSome: ({ until }) => Math.max(job.dueAt, until) })
