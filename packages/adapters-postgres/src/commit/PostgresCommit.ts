import { StoreUnavailable } from "@quittance/core"
import { type Commit, type CommitFailure, changesJobs, Store } from "@quittance/core/adapter"
import { Effect, type Scope } from "effect"
import type { Connections, Statement } from "../connect/Connections.ts"
import { Grouped } from "../queue/Grouped.ts"
import type { JobChanges } from "../queue/JobChanges.ts"
import type { Partners } from "./BulkRows.ts"
import { GroupWrites, type Seen } from "./GroupWrites.ts"
import { keysOf, partnerOf, readsOf, weightOf } from "./groupRules.ts"
import { HourSplits } from "./HourSplits.ts"
import { decide, look } from "./look.ts"
import { turn } from "./turns.ts"

/** The outcome of one commit. */
type Outcome = "written" | CommitFailure | Defect

/** An error that no refusal explains: a defect of this program, or of what the store holds. */
class Defect {
  readonly error: unknown

  constructor(error: unknown) {
    this.error = error
  }
}

const answerOf = (outcome: Outcome): Effect.Effect<void, CommitFailure> => {
  if (outcome === "written") return Effect.void
  return outcome instanceof Defect ? Effect.die(outcome.error) : Effect.fail(outcome)
}

export interface CommitOptions {
  /** See `GroupedOptions`; the weight of a commit is roughly its rows; 2 048. */
  readonly groupWeightMax?: number
  /** How many groups are written at once; 2, and 4 where each is of one partner. */
  readonly lanes?: number
  /**
   * Whether the rows of partners are on different machines, so that each group belongs to one partner; by default
   * what the store says.
   */
  readonly partners?: Partners
}

/** How often a group that lost a race to another process is decided again. */
const lookMax = 8

/**
 * How often a group may wait in vain for rows that others have locked: more often than there are connections with
 * outdated statements.
 */
const contendedMax = 5

const findEvent: Statement = {
  name: "find event",
  text: "SELECT 1 FROM events WHERE partner_id = $1 AND id = $2"
}

/**
 * The write side. A group of commits is sent in one go, and a statement fails if the store does not contain what a
 * commit depends on. Then nothing of the group is written, and it is decided again with the checks first: each
 * refused commit gets its refusal, and the others are written.
 */
export const postgresCommit = (
  connections: Connections,
  jobChanges: JobChanges,
  { groupWeightMax = 2_048, partners = "many", lanes = partners === "one" ? 4 : 2 }: CommitOptions = {}
): Effect.Effect<Store["Service"], never, Scope.Scope> =>
  Effect.gen(function* () {
    const splits = new HourSplits(connections)
    const queue = new Grouped<Commit, void, CommitFailure>({
      lanes,
      groupWeightMax,
      waitingWeightMax: 100 * groupWeightMax,
      weightOf,
      sharedOf: partners === "one" ? partnerOf : () => undefined,
      keysOf,
      readsOf,
      answer: async (commits) => {
        const outcomes = await writeGroup(connections, commits, partners, splits)
        if (commits.some((commit, index) => outcomes[index] === "written" && changesJobs(commit)))
          jobChanges.noteOwn()
        return outcomes.map(answerOf)
      }
    })
    yield* Effect.addFinalizer(() => queue.close)
    return Store.of({
      commit: (commit) => queue.submit(commit),
      committed: ({ id, partnerId }) =>
        // While a lost session may still write it, the answer could become wrong.
        connections.settled.pipe(
          Effect.andThen(connections.read(findEvent, [partnerId, id])),
          Effect.map(({ length }) => length > 0)
        )
    })
  })

const writeGroup = async (
  connections: Connections,
  commits: ReadonlyArray<Commit>,
  partners: Partners,
  splits: HourSplits
): Promise<ReadonlyArray<Outcome>> => {
  const writes = new GroupWrites()
  for (const commit of commits) writes.add(commit)
  const failure = await connections.flushEach(writes.callsBefore(partners))
  if (failure !== undefined) return commits.map(() => failure)
  if (commits.some(mustLook)) return lookFirst(connections, commits, partners)
  const flushed = await connections.flush([turn(commits, "beside"), ...writes.calls(partners)])
  switch (flushed._tag) {
    case "Written":
      await splits.written(writes.filledHours)
      return commits.map(() => "written")
    case "Failed":
      return commits.map(() => flushed.failure)
    case "Refused":
    case "Contended":
      return lookFirst(connections, commits, partners)
  }
}

/** Which messages are erased, and with which deliveries, is known only to the store. */
const mustLook = ({ erasures }: Commit): boolean => erasures.some(({ _tag }) => _tag === "WebhookMessage")

/** Each refused commit gets its refusal. A group that a rule of the schema refuses is written commit by commit. */
const lookFirst = async (
  connections: Connections,
  commits: ReadonlyArray<Commit>,
  partners: Partners
): Promise<ReadonlyArray<Outcome>> => {
  let reason = ""
  let contended = 0
  for (let round = 0; round < lookMax; round++) {
    let outcomes: ReadonlyArray<Outcome> = []
    const flushed = await connections.flushAfter(async (ask) => {
      const { statement, values } = turn(commits, "alone")
      const taken = ask(statement, values)
      const [held] = await Promise.all([look(ask, commits, partners), taken])
      const writes = new GroupWrites()
      outcomes = commits.map((commit): Outcome => {
        const decided = decide(held, commit)
        if (!isSeen(decided)) return decided
        writes.add(commit, decided)
        return "written"
      })
      return writes.calls(partners)
    })
    if (flushed._tag === "Written") return outcomes
    if (flushed._tag === "Failed") return unlessRefused(outcomes, commits, flushed.failure)
    ;({ reason } = flushed)
    if (flushed._tag === "Contended") contended += 1
    if (contended === contendedMax)
      return unlessRefused(outcomes, commits, new StoreUnavailable({ outcome: "notWritten", reason }))
  }
  // Nobody else wins every race: a rule of the schema refuses them, and it may concern only one of them.
  if (commits.length === 1) return [new Defect(new Error(`the database refuses a commit: ${reason}`))]
  const alone: Array<Outcome> = []
  for (const commit of commits) alone.push(...(await lookFirst(connections, [commit], partners)))
  return alone
}

/** Refused commits are refused; the others share the failure. */
const unlessRefused = (
  outcomes: ReadonlyArray<Outcome>,
  commits: ReadonlyArray<Commit>,
  failure: StoreUnavailable
): ReadonlyArray<Outcome> =>
  commits.map((_, index) => (isRefused(outcomes[index]) ? outcomes[index] : failure))

const isSeen = (decided: ReturnType<typeof decide>): decided is Seen => !("_tag" in decided)

const isRefused = (outcome: Outcome | undefined): outcome is CommitFailure =>
  outcome !== undefined && outcome !== "written"
