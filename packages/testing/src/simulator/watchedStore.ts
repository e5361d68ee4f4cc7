import type { StorePorts } from "@quittance/core"
import {
  type AggregateWrite,
  type Commit,
  conceptNamed,
  type LeasedJob,
  LedgerReader,
  neverBelowZero,
  Store,
  WorkQueue
} from "@quittance/core/adapter"
import { Context, Effect, Equal } from "effect"

/**
 * A store under observation. After a commit landed, no account that an enforced entry debited may be below zero. A
 * commit may say nothing that is not true outside, nor that a state was other than it was, and does not land where what
 * it guards has another version. `broken` gets each violation.
 */
export const watchedStore = (
  inner: Context.Context<StorePorts>,
  brokenLaws: (commit: Commit) => ReadonlyArray<string>,
  broken: (law: string) => void,
  lives: { readonly putBackCount: number } = { putBackCount: 0 }
): Context.Context<StorePorts> => {
  const store = Context.get(inner, Store)
  const queue = Context.get(inner, WorkQueue)
  const ledger = Context.get(inner, LedgerReader)

  /** The states of each version that commits tried to write. */
  const tried = new Map<string, Array<unknown>>()
  const versionName = (write: AggregateWrite, version: number) => `${subjectOf(write)} at version ${version}`
  /** The version of each subject that was written. */
  let landed = new Map<string, number>()
  let putBackSeen = 0

  const note = ({ aggregates }: Commit): void => {
    for (const write of aggregates) {
      const name = versionName(write, write.expectedVersion + 1)
      tried.set(name, [...(tried.get(name) ?? []), write.state])
    }
  }

  const check = Effect.fnUntraced(function* (commit: Commit) {
    // What a store that was put back has is not known before it is written again.
    if (putBackSeen !== lives.putBackCount) landed = new Map()
    putBackSeen = lives.putBackCount
    for (const law of brokenLaws(commit)) broken(law)
    for (const { _tag, id, partnerId, version } of commit.guards) {
      const subject = subjectNamed(_tag, partnerId, id)
      const found = landed.get(subject) ?? (lives.putBackCount > 0 ? version : 0)
      if (found !== version)
        broken(`a commit that was decided on version ${version} of ${subject} landed on ${found}`)
    }
    for (const write of commit.aggregates) landed.set(subjectOf(write), write.expectedVersion + 1)
    for (const write of commit.aggregates) {
      if (write.previous === undefined) continue
      const name = versionName(write, write.expectedVersion)
      if (!tried.get(name)?.some((state) => Equal.equals(state, write.previous)))
        broken(`a commit says what ${name} was, which it was not`)
    }
    for (const { currency, limit, partnerId, postings } of commit.entries) {
      if (limit === "waived") continue
      const accounts = yield* Effect.orDie(ledger.balances(partnerId, currency))
      for (const { debit } of postings) {
        if (neverBelowZero.has(debit) && accounts[debit] < 0n) {
          broken(`an enforced entry took ${debit} of ${partnerId} to ${accounts[debit]}`)
        }
      }
    }
  })

  return inner.pipe(
    Context.add(
      Store,
      Store.of({
        ...store,
        commit: (commit) =>
          Effect.suspend(() => {
            note(commit)
            return Effect.tap(store.commit(commit), () => check(commit))
          })
      })
    ),
    // Which of several jobs due at the same instant comes first is promised by no port: all are claimed, in an order of
    // their own, and those beyond the limit are given back.
    Context.add(
      WorkQueue,
      WorkQueue.of({
        ...queue,
        claim: Effect.fnUntraced(function* (request) {
          const jobs = inOrder(yield* queue.claim({ ...request, limit: claimMax }))
          yield* Effect.forEach(jobs.slice(request.limit), (job) => queue.release(job, job.dueAt), {
            discard: true
          })
          return jobs.slice(0, request.limit)
        })
      })
    )
  )
}

const subjectOf = ({ _tag, state }: AggregateWrite): string => {
  const { id, partnerId } =
    _tag === "WebhookDelivery"
      ? state.order
      : (conceptNamed.get(_tag)?.nameOf(state) ?? { id: "", partnerId: "" })
  return subjectNamed(_tag, partnerId, id)
}

const subjectNamed = (tag: string, partnerId: string, id: string): string => `${tag} ${id} of ${partnerId}`

/** More jobs than a run has. */
const claimMax = 10_000

const inOrder = (jobs: ReadonlyArray<LeasedJob>): ReadonlyArray<LeasedJob> =>
  jobs.toSorted((a, b) => a.dueAt - b.dueAt || (nameOf(a) < nameOf(b) ? -1 : 1))

const nameOf = ({ partnerId, subjectId }: LeasedJob): string => `${subjectId} ${partnerId}`
