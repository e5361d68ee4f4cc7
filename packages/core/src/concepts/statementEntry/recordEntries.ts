import { Clock, Effect, Option } from "effect"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import type { JournalEntry } from "../../kernel/ledger/Ledger.ts"
import type { ScheduledJob } from "../../kernel/ports/Job.ts"
import type { AggregateWrite, StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import { type Instant, millisPerSecond } from "../../kernel/time/Instant.ts"
import type { NewEvent } from "../../kernel/transact/Draft.ts"
import { writeOver } from "../../kernel/transact/writeOver.ts"
import { retainJob } from "../../kernel/work/Keeper.ts"
import type { BankAccount } from "../bankAccount/BankAccount.ts"
import { bankAccountOwner } from "../bankAccount/bankAccountOwner.ts"
import { type EntryKeyKind, entryKeyKinds } from "./EntryKey.ts"
import { entryOrderOf, type ReadEntry } from "./entryOrder.ts"
import { type EntryStanding, standingOf } from "./entryStanding.ts"
import { isTakenBackBefore } from "./reversalsBefore.ts"
import { recordedEntry, StatementEntry, type StatementEntryEvent } from "./StatementEntry.ts"
import { statementEntryEntries } from "./StatementEntryPostings.ts"
import { type RecordedEntry, statementEntry } from "./StatementEntryRecord.ts"
import { statementEntryJobs } from "./statementEntryNames.ts"
import type { StatementParts } from "./statementParts.ts"

/** What an entry of a file is to the store. */
export type Looked =
  | { readonly _tag: "Known"; readonly entry: Option.Option<Versioned<RecordedEntry>> }
  | {
      readonly _tag: "New"
      readonly read: ReadEntry
      readonly standing: EntryStanding
      /** The sum of which it is one payment, if that was recorded as a sum. */
      readonly replaces: Option.Option<Versioned<RecordedEntry>>
    }

/** Recorded entries of one account, as they were written or found. */
export interface RecordedChunk {
  readonly added: ReadonlyArray<Versioned<RecordedEntry>>
  readonly known: ReadonlyArray<Option.Option<Versioned<RecordedEntry>>>
}

/** The job comes after whoever records an entry has gone on with it. */
const matchDelayMillis = 10 * millisPerSecond

/** Goes on with the entries of an account that are on their way, if nobody else does. */
export const matchJob = (partnerId: PartnerId, now: Instant): ScheduledJob => ({
  ...{ kind: statementEntryJobs.match, partnerId, subjectId: partnerId },
  dueAt: now + matchDelayMillis
})

/** Why a sum was ignored whose payments were recorded later. */
const replacedReason = "it is recorded as the payments that it was made of"

/** Many reads under way at once are one for stores that join them. */
const readsAtOnce = 50

/** Looks up what entries of a file are. */
export const lookUpEntries = (
  parts: StatementParts,
  account: BankAccount,
  entries: ReadonlyArray<ReadEntry>
): Effect.Effect<ReadonlyArray<Looked>, StoreUnavailable> =>
  Effect.flatMap(kindsOf(parts, account), (kinds) =>
    Effect.forEach(entries, (entry) => lookUp(parts, account, entry, kinds), { concurrency: readsAtOnce })
  )

/** The kinds of key that an account has entries under: nearly always one, so few entries can have a twin. */
const kindsOf = ({ states }: StatementParts, account: BankAccount) =>
  Effect.filter(entryKeyKinds, (kind) =>
    Effect.map(
      states.indexed(statementEntry, "by_twin", { equal: [bankAccountOwner(account), kind], limit: 1 }),
      (found) => found.length > 0
    )
  )

const known = (entry: Option.Option<Versioned<RecordedEntry>>): Looked => ({ _tag: "Known", entry })

const lookUp = Effect.fnUntraced(function* (
  parts: StatementParts,
  account: BankAccount,
  read: ReadEntry,
  kinds: ReadonlyArray<EntryKeyKind>
): Effect.fn.Return<Looked, StoreUnavailable> {
  const { states } = parts
  const owner = bankAccountOwner(account)
  const { id, isDoubtful, stated, wholeId } = read
  const same = yield* states.get(statementEntry, owner, id)
  if (Option.isSome(same)) return known(same)
  const whole = wholeId === undefined ? Option.none() : yield* states.get(statementEntry, owner, wholeId)
  if (Option.isSome(whole) && !isOpenSum(whole.value.state)) return known(whole)
  if (wholeId === undefined) {
    const [part] = yield* states.indexed(statementEntry, "by_part_of", { equal: [owner, id], limit: 1 })
    if (part !== undefined) return known(Option.some(part))
  }
  const fresh = (standing: EntryStanding): Looked => ({ _tag: "New", read, standing, replaces: whole })
  if (yield* hasTwin(parts, owner, read, kinds))
    return fresh({ becomes: { _tag: "unresolved", fault: "possible_duplicate" } })
  const standing = yield* standingOf(parts, account, stated)
  if (yield* isTakenBackBefore(parts, owner, stated, read.twin))
    return fresh({ ...standing, becomes: { _tag: "unresolved", fault: "reversed" } })
  // A payer's text may pretend to be an entry; only a person can ask the bank.
  return fresh(isDoubtful ? { ...standing, becomes: { _tag: "unresolved", fault: "ambiguous" } } : standing)
})

/** Whether the payments of a sum can take its place. One that a person has decided about has had its money. */
const isOpenSum = (state: RecordedEntry): boolean =>
  state.order.isBatch && (state._tag === "unresolved" || (state._tag === "ignored" && state.isReplaced))

/** Whether the same payment may be recorded under another kind of key: from a file of another format, or its notice. */
const hasTwin = Effect.fnUntraced(function* (
  { states }: StatementParts,
  owner: PartnerId,
  { stated, twin }: ReadEntry,
  kinds: ReadonlyArray<EntryKeyKind>
) {
  for (const kind of kinds) {
    if (kind === stated.key.kind) continue
    const equal = [owner, kind, twin, stated.bookedOn]
    const [found] = yield* states.indexed(statementEntry, "by_twin", { equal, limit: 1 })
    if (found !== undefined) return true
  }
  return false
})

/** Records the new ones of these entries in one commit. Whoever loses a race looks them up again. */
export const recordEntries = Effect.fnUntraced(function* (
  parts: StatementParts,
  account: BankAccount,
  entries: ReadonlyArray<ReadEntry>
) {
  return yield* parts
    .transact(
      Effect.gen(function* () {
        const looked = yield* lookUpEntries(parts, account, entries)
        const at = yield* Clock.currentTimeMillis
        const fresh = looked.flatMap((each) => (each._tag === "New" ? [newEntry(account, each, at)] : []))
        const answer: RecordedChunk = {
          added: fresh.map(({ written }) => written),
          known: looked.flatMap((each) => (each._tag === "Known" ? [each.entry] : []))
        }
        if (answer.added.length === 0) return { answer }
        return { answer, commit: commitOf(account, fresh, at) }
      })
    )
    // It takes only what the same commit or one before put there.
    .pipe(Effect.catchTag("LimitExceeded", Effect.die))
})

const commitOf = (account: BankAccount, fresh: ReadonlyArray<NewEntry>, at: Instant) => {
  const aggregates: Array<AggregateWrite> = []
  const entries: Array<JournalEntry> = []
  const events: Array<NewEvent> = []
  const note = (state: RecordedEntry, version: number, event: StatementEntryEvent) => {
    const { id: subjectId, partnerId } = state.order
    entries.push(...statementEntryEntries(state.order, event))
    events.push({ partnerId, subjectId, version, at, event })
  }
  const sums = new Map<string, Versioned<RecordedEntry>>()
  let isUnderway = false
  for (const { event, replaces, written } of fresh) {
    aggregates.push({ _tag: "StatementEntry", state: written.state, expectedVersion: 0 })
    note(written.state, 1, event)
    if (written.state._tag === "matching") isUnderway = true
    if (Option.isSome(replaces)) sums.set(replaces.value.state.order.id, replaces.value)
  }
  for (const sum of sums.values()) {
    if (sum.state._tag !== "unresolved") continue
    const event: StatementEntryEvent = {
      ...{ _tag: "StatementEntryIgnored", reason: replacedReason, isReplaced: true, at }
    }
    const next = recordedEntry(StatementEntry.evolve(sum.state, event))
    aggregates.push(writeOver("StatementEntry", sum, next))
    note(next, sum.version + 1, event)
  }
  const owner = bankAccountOwner(account)
  const retention = retainJob(statementEntryJobs.retain, owner, at)
  const jobs = isUnderway ? [retention, matchJob(owner, at)] : [retention]
  return { aggregates, entries, events, jobs }
}

const newEntry = (
  account: BankAccount,
  { read, replaces, standing }: Extract<Looked, { readonly _tag: "New" }>,
  at: Instant
) => {
  const order = entryOrderOf(account, read, standing.reference, at)
  const { becomes } = standing
  const event: StatementEntryEvent = {
    ...{ _tag: "StatementEntryRecorded", order, twin: read.twin, becomes, at }
  }
  const state = recordedEntry(StatementEntry.evolve({ _tag: "absent" }, event))
  const written: Versioned<RecordedEntry> = { state, version: 1 }
  return { event, written, replaces }
}

type NewEntry = ReturnType<typeof newEntry>
