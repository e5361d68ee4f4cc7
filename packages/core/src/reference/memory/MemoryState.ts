import { Option } from "effect"
import type { WebhookEndpointId } from "../../concepts/webhook/WebhookEndpoint.ts"
import type { ClaimScope } from "../../kernel/concept/ClaimScope.ts"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import type { CounterSum } from "../../kernel/counter/Counter.ts"
import type { AccountBalances, JournalEntry } from "../../kernel/ledger/Ledger.ts"
import type { BookCurrency } from "../../kernel/money/Coin.ts"
import type { QueuedEvent } from "../../kernel/outbox/QueuedEvent.ts"
import type { WebhookMessage } from "../../kernel/outbox/WebhookMessage.ts"
import { type Claim, claimDomain } from "../../kernel/ports/Claim.ts"
import type { DataKey } from "../../kernel/ports/DataKeys.ts"
import type { TokenBucket } from "../../kernel/ports/Guard.ts"
import type { HandedLease, JobName } from "../../kernel/ports/Job.ts"
import type { RefusedRequest } from "../../kernel/ports/RefusedRequests.ts"
import type { AggregateWrite, EventRecord } from "../../kernel/ports/Store.ts"
import type { Hold } from "../../kernel/ports/StoreHold.ts"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { ChangeCount } from "../../kernel/work/ChangeCount.ts"
import { concepts } from "../../store/concepts.ts"

/**
 * All that one in-memory store remembers. Maps hold values that are replaced, never changed in place, so whoever copied
 * a map has a consistent view for good. Two layers over one state are two processes on one store.
 */
export interface MemoryState {
  /** The states of each kind, by id. */
  readonly aggregates: {
    readonly [Tag in AggregateWrite["_tag"]]: Map<
      string,
      Versioned<Extract<AggregateWrite, { readonly _tag: Tag }>["state"]>
    >
  }
  readonly webhookMessages: Map<string, WebhookMessage>
  /** By message id: the endpoint up to which it was fanned out; empty at first. */
  readonly outbox: Map<string, WebhookEndpointId>
  /** By partner, subscriber and event: what waits for subscribers. */
  readonly queue: Map<string, QueuedEvent>
  /** By partner and subscriber: up to which message one from the start has caught up. */
  readonly caughtUp: Map<string, string>
  /** By `counterKey`: the roll-ups, kept only to be audited. */
  readonly counters: Map<string, CounterSum>
  /** By `claimKeyOf`. */
  readonly claims: Map<string, Claim>
  /** By event id, in the order of the commits. */
  readonly events: Map<string, EventRecord>
  readonly journal: Array<JournalEntry>
  /** By `balanceKeyOf`: what the journal adds up to. */
  readonly balances: Map<string, KeptBalances>
  /** By `jobKeyOf`. */
  readonly jobs: Map<string, StoredJob>
  /** The fence given last. It counts claims of all jobs, so that a job made anew never repeats an old one's fence. */
  lastFence: number
  readonly jobChanges: ChangeCount
  /** When a key was used last, by key id; beside the keys, so that noting a use conflicts with no commit. */
  readonly keyUses: Map<string, Instant>
  readonly sessionUses: Map<string, Instant>
  readonly signatures: Map<string, { readonly binding: string; readonly expiresAt: Instant }>
  /** Up to when expired signatures were forgotten. */
  signaturesForgottenThrough: Instant
  readonly buckets: Map<string, TokenBucket & { readonly fullAt: Instant }>
  /** By request id. */
  readonly refusedRequests: Map<string, RefusedRequest>
  hold: Option.Option<Hold>
  linkBase: Option.Option<string>
  /** By id, in the order in which they were added. */
  readonly dataKeys: Map<string, DataKey>
  /** By `sandboxKeyOf`. */
  readonly sandbox: Map<string, { readonly collection: string; readonly id: string; readonly value: string }>
}

export interface KeptBalances {
  readonly partnerId: PartnerId
  readonly currency: BookCurrency
  readonly accounts: AccountBalances
}

/** `lease` is there from a claim until a completion or release, also after it ran out: until then it can be proven. */
export interface StoredJob extends JobName {
  readonly dueAt: Instant
  readonly lease: Option.Option<HandedLease>
  /** A schedule arrived under this lease: its holder did not see what the schedule was for. */
  readonly rescheduled: boolean
}

export const emptyMemoryState = (): MemoryState => ({
  aggregates: Object.fromEntries(
    ["WebhookDelivery", ...concepts.map(({ name }) => name)].map((tag) => [tag, new Map()])
  ) as unknown as MemoryState["aggregates"],
  webhookMessages: new Map(),
  outbox: new Map(),
  queue: new Map(),
  caughtUp: new Map(),
  counters: new Map(),
  claims: new Map(),
  events: new Map(),
  journal: [],
  balances: new Map(),
  jobs: new Map(),
  lastFence: 0,
  jobChanges: new ChangeCount(),
  keyUses: new Map(),
  sessionUses: new Map(),
  signatures: new Map(),
  signaturesForgottenThrough: 0,
  buckets: new Map(),
  refusedRequests: new Map(),
  hold: Option.none(),
  linkBase: Option.none(),
  dataKeys: new Map(),
  sandbox: new Map()
})

export const claimKeyOf = (scope: ClaimScope, partnerId: PartnerId, key: string): string =>
  JSON.stringify([scope.name, claimDomain(scope, partnerId), key])

export const balanceKeyOf = (partnerId: PartnerId, currency: BookCurrency): string =>
  JSON.stringify([partnerId, currency])

export const jobKeyOf = ({ kind, partnerId, subjectId }: JobName): string =>
  JSON.stringify([kind, partnerId, subjectId])

/** The job when this fence still holds its lease. */
export const leasedJob = (
  state: MemoryState,
  job: JobName & { readonly fence: number }
): StoredJob | undefined => {
  const stored = state.jobs.get(jobKeyOf(job))
  return stored !== undefined && Option.exists(stored.lease, ({ fence }) => fence === job.fence)
    ? stored
    : undefined
}

/**
 * The job with its lease ended, due at `dueAt`; or earlier, when a schedule that arrived under the lease says so. A
 * worker that could not see the schedule must not put it off.
 */
export const freed = (job: StoredJob, dueAt: Instant): StoredJob => ({
  ...job,
  dueAt: job.rescheduled ? Math.min(job.dueAt, dueAt) : dueAt,
  lease: Option.none(),
  rescheduled: false
})
