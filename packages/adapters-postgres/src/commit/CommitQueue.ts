import { type Commit, type CommitFailure, StoreUnavailable } from "@quittance/core"
import { Effect } from "effect"
import { nameOfWrite } from "./look.ts"

/** The outcome of one commit. */
export type Outcome = "written" | CommitFailure | Defect

/** An error that no refusal explains: a defect of this program, or of what the store holds. */
export class Defect {
  readonly error: unknown

  constructor(error: unknown) {
    this.error = error
  }
}

export interface CommitQueueOptions {
  /** A group takes commits until their weight, roughly in rows, reaches this. A heavier one is written alone. */
  readonly groupWeightMax: number
  /** How many groups are written at once. */
  readonly lanes: number
  /** Whether the commits of a group are all of one partner. */
  readonly isPerPartner: boolean
  /** How much weight may wait; beyond that, commits fail at once. */
  readonly waitingWeightMax: number
}

interface Waiting {
  readonly commit: Commit
  /** Undefined for a commit of nothing. */
  readonly partnerId: string | undefined
  readonly weight: number
  readonly keys: ReadonlyArray<string>
  readonly resume: (outcome: Outcome) => void
  isCancelled: boolean
}

/**
 * Group commit: commits that arrive while groups are being written form the next one. A commit gets its answer when its group
 * is durable. No two commits of a group write the same aggregate, want the same claim or complete the same job.
 */
export class CommitQueue {
  readonly #options: CommitQueueOptions
  readonly #writeGroup: (commits: ReadonlyArray<Commit>) => Promise<ReadonlyArray<Outcome>>
  #waiting: Array<Waiting> = []
  #waitingWeight = 0
  #busy = 0
  #isScheduled = false
  #isClosed = false
  #whenIdle: (() => void) | undefined

  constructor(
    options: CommitQueueOptions,
    writeGroup: (commits: ReadonlyArray<Commit>) => Promise<ReadonlyArray<Outcome>>
  ) {
    this.#options = options
    this.#writeGroup = writeGroup
  }

  /** Interrupting the caller withdraws the commit as long as its group has not started. */
  submit(commit: Commit): Effect.Effect<void, CommitFailure> {
    return Effect.callback<void, CommitFailure>((resume) => {
      if (this.#isClosed) return resume(Effect.fail(notWritten("the store is closed")))
      const weight = weightOf(commit)
      if (this.#waitingWeight + weight > this.#options.waitingWeightMax && this.#waiting.length > 0) {
        return resume(Effect.fail(notWritten("too many writes wait for the database")))
      }
      const waiting: Waiting = {
        commit,
        partnerId: partnerOf(commit),
        weight,
        keys: keysOf(commit),
        resume: (outcome) => resume(answerOf(outcome)),
        isCancelled: false
      }
      this.#waiting.push(waiting)
      this.#waitingWeight += weight
      this.#schedule()
      return Effect.sync(() => {
        waiting.isCancelled = true
      })
    })
  }

  /** Accepts no more commits; completes when the waiting ones are answered. */
  readonly close: Effect.Effect<void> = Effect.callback<void>((resume) => {
    this.#isClosed = true
    if (this.#waiting.length === 0 && this.#busy === 0) return resume(Effect.void)
    this.#whenIdle = () => resume(Effect.void)
  })

  /** Commits of one turn of the event loop share a group. */
  #schedule(): void {
    if (this.#isScheduled || this.#busy >= this.#options.lanes) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#start()
    })
  }

  #start(): void {
    const group = this.#takeGroup()
    if (group.length > 0) {
      this.#busy += 1
      void this.#write(group).finally(() => {
        this.#busy -= 1
        if (this.#waiting.length > 0) this.#schedule()
        else if (this.#busy === 0) this.#whenIdle?.()
      })
    }
    if (this.#waiting.length > 0) this.#schedule()
    else if (this.#busy === 0) this.#whenIdle?.()
  }

  async #write(group: ReadonlyArray<Waiting>): Promise<void> {
    let outcomes: ReadonlyArray<Outcome>
    try {
      outcomes = await this.#writeGroup(group.map(({ commit }) => commit))
    } catch (error) {
      outcomes = group.map(() => new Defect(error))
    }
    for (const [index, { resume }] of group.entries()) resume(outcomes[index] ?? new Defect(undefined))
  }

  /** What cannot be in one group with an earlier commit waits for the next one. */
  #takeGroup(): ReadonlyArray<Waiting> {
    const group: Array<Waiting> = []
    const left: Array<Waiting> = []
    const { groupWeightMax, isPerPartner } = this.#options
    const keys = new Set<string>()
    let weight = 0
    for (const waiting of this.#waiting) {
      if (waiting.isCancelled) continue
      const [first] = group
      const fits =
        first === undefined ||
        (weight + waiting.weight <= groupWeightMax &&
          (!isPerPartner || waiting.partnerId === first.partnerId))
      if (fits && !waiting.keys.some((key) => keys.has(key))) {
        group.push(waiting)
        weight += waiting.weight
      } else left.push(waiting)
      // What stays behind keeps its place before what came later.
      for (const key of waiting.keys) keys.add(key)
    }
    this.#waiting = left
    this.#waitingWeight = left.reduce((sum, { weight }) => sum + weight, 0)
    return group
  }
}

const answerOf = (outcome: Outcome): Effect.Effect<void, CommitFailure> => {
  if (outcome === "written") return Effect.void
  return outcome instanceof Defect ? Effect.die(outcome.error) : Effect.fail(outcome)
}

const notWritten = (reason: string): StoreUnavailable =>
  new StoreUnavailable({ outcome: "notWritten", reason })

/** What two commits of one group may not have in common. */
const keysOf = ({ aggregates, claims, completion, erasures }: Commit): ReadonlyArray<string> => {
  const keys = claims.map(({ key, partnerId, scope }) => `claim ${scope} ${partnerId} ${key}`)
  for (const write of aggregates) {
    const { id, partnerId } = nameOfWrite(write)
    keys.push(`${write._tag} ${partnerId} ${id}`)
  }
  for (const erasure of erasures) {
    if (erasure._tag === "Claim") {
      const { key, partnerId, scope } = erasure.claim
      keys.push(`claim ${scope} ${partnerId} ${key}`)
    } else keys.push(`message ${erasure.messageId}`)
  }
  if (completion !== undefined) {
    const { kind, partnerId, subjectId } = completion.job
    keys.push(`job ${kind} ${partnerId} ${subjectId}`)
  }
  return keys
}

/** Roughly how many rows a commit writes. */
const weightOf = ({
  aggregates,
  claims,
  counters,
  entries,
  erasures,
  events,
  jobs,
  outbox
}: Commit): number =>
  1 +
  aggregates.length +
  claims.length +
  counters.length +
  entries.length +
  4 * erasures.length +
  events.length +
  jobs.length +
  outbox.length

/** The partner of a commit: everything in it is of one. */
const partnerOf = ({
  aggregates,
  completion,
  entries,
  erasures,
  events,
  jobs,
  outbox
}: Commit): string | undefined => {
  const [write] = aggregates
  const [named] = [...events, ...entries, ...jobs, ...(completion === undefined ? [] : [completion.job])]
  if (named !== undefined) return named.partnerId
  if (write !== undefined) return nameOfWrite(write).partnerId
  const [change] = outbox
  if (change !== undefined) return change._tag === "Posted" ? change.message.partnerId : change.partnerId
  const [erasure] = erasures
  return erasure?._tag === "Claim" ? erasure.claim.partnerId : erasure?.partnerId
}
