import {
  type AggregateWrite,
  type Commit,
  type Concept,
  conceptNamed,
  countersOf,
  type FilledHour,
  invariant,
  listedLookups,
  type RecordedDelivery,
  type VersionGuard
} from "@quittance/core/adapter"
import type { Call } from "../connect/Connections.ts"
import { Additions } from "./Additions.ts"
import { AccountMoves } from "./accounts.ts"
import type { Partners } from "./BulkRows.ts"
import { ClaimRows, type Holding } from "./claims.ts"
import { ConceptRows } from "./conceptRows.ts"
import { deliveryRows } from "./deliveryRows.ts"
import { DirectoryRows, listInDirectory } from "./directory.ts"
import { type ErasedMessage, ErasedRows } from "./erasures.ts"
import { GuardRows } from "./guardRows.ts"
import { Completions, Schedules } from "./jobs.ts"
import { JournalRows } from "./journal.ts"
import { KycPictureRows } from "./kycPictures.ts"
import { OutboxRows } from "./outbox.ts"

/**
 * How new states are found without their partner. The value of a lookup never changes, so its rows never change
 * either.
 */
class LookupRows {
  readonly #rows = new DirectoryRows(listInDirectory)

  add<State>(concept: Concept<State>, state: State): void {
    for (const { column, kind } of listedLookups(concept)) {
      const { id, partnerId } = concept.nameOf(state)
      this.#rows.add([kind, column.cellOf(state), partnerId, id, null, null])
    }
  }

  calls(partners: Partners): ReadonlyArray<Call> {
    return this.#rows.calls(partners)
  }
}

/**
 * What is known about a commit that was checked before it is written; an expired claim, for example, can be replaced.
 */
export interface Seen {
  /** Claims of others whose time is over. */
  readonly expired: ReadonlyArray<Holding>
  /** Messages that retention erases, with their deliveries. */
  readonly erased: ReadonlyArray<ErasedMessage>
}

/**
 * What a group of commits writes, as statements. No two commits of a group write the same aggregate, take the same
 * claim or complete the same job, and none guards what another writes.
 */
export class GroupWrites {
  readonly #completions = new Completions()
  readonly #claims = new ClaimRows()
  readonly #lookups = new LookupRows()
  readonly #concepts = new Map<string, ConceptRows<unknown>>()
  readonly #guards = new Map<string, GuardRows>()
  readonly #pictures = new KycPictureRows()
  readonly #journal = new JournalRows()
  readonly #outbox = new OutboxRows()
  readonly #erased = new ErasedRows()
  readonly #schedules = new Schedules()
  readonly #additions = new Additions()
  readonly #accounts = new AccountMoves()

  add(commit: Commit, seen?: Seen): void {
    if (commit.completion !== undefined) this.#completions.add(commit.completion)
    for (const claim of seen?.expired ?? []) this.#claims.release(claim)
    for (const erasure of commit.erasures) if (erasure._tag === "Claim") this.#claims.release(erasure.claim)
    for (const claim of commit.claims) this.#claims.take(claim)
    for (const write of commit.aggregates) this.#addAggregate(write)
    for (const guard of commit.guards) this.#addGuard(guard)
    this.#journal.add(commit)
    this.#additions.addEvents(commit.events)
    for (const entry of commit.entries) {
      this.#accounts.add(entry)
      this.#additions.addEntry(entry)
    }
    for (const change of commit.outbox) this.#outbox.add(change)
    for (const message of seen?.erased ?? []) {
      this.#erased.add(message)
      for (const delivery of message.deliveries) this.#additions.eraseDelivery(delivery)
    }
    for (const job of commit.jobs) this.#schedules.add(job)
    for (const change of countersOf(commit)) this.#additions.addCounter(change)
  }

  /**
   * What must be there before the rest is written, each in its own transaction: a key of the directory and the state
   * that it leads to may be on different machines. If the commit is refused, its row leads nowhere and is never used.
   */
  callsBefore(partners: Partners): ReadonlyArray<Call> {
    return partners === "one" ? this.#lookups.calls(partners) : []
  }

  /**
   * In the same order in every process, so that two groups seldom deadlock: what is guarded is locked where it would be
   * written. Rows that everybody adds to come last: a
   * written row is locked until the commit.
   */
  calls(partners: Partners): ReadonlyArray<Call> {
    return [
      this.#completions,
      this.#claims,
      ...(partners === "many" ? [this.#lookups] : []),
      ...[...this.#concepts, ...this.#guards]
        .sort(([one], [other]) => (one < other ? -1 : one === other ? 0 : 1))
        .map(([, rows]) => rows),
      this.#pictures,
      this.#journal,
      this.#outbox,
      this.#erased,
      this.#schedules,
      this.#additions,
      this.#accounts
    ].flatMap((part) => part.calls(partners))
  }

  /** The hours of lists that gained items. */
  get filledHours(): ReadonlyArray<FilledHour> {
    return this.#additions.filledHours
  }

  #addAggregate(write: AggregateWrite): void {
    const { _tag, expectedVersion, state } = write
    this.#additions.addAggregate(write)
    if (_tag === "WebhookDelivery") {
      this.#rowsOf(_tag, () => new ConceptRows<RecordedDelivery>(deliveryRows)).add(state, expectedVersion)
      return
    }
    if (_tag === "KycSession") this.#pictures.add(state, write.previous)
    const concept = conceptOf(_tag)
    this.#rowsOf(_tag, () => new ConceptRows(concept)).add(state, expectedVersion)
    if (expectedVersion === 0) this.#lookups.add(concept, state)
  }

  #addGuard(guard: VersionGuard): void {
    const { _tag } = guard
    const rows = this.#guards.get(_tag) ?? new GuardRows(tableOf(_tag))
    this.#guards.set(_tag, rows)
    rows.add(guard)
  }

  #rowsOf<State>(name: string, make: () => ConceptRows<State>): ConceptRows<State> {
    const known = this.#concepts.get(name)
    if (known !== undefined) return known as ConceptRows<State>
    const made = make()
    this.#concepts.set(name, made as ConceptRows<unknown>)
    return made
  }
}

/** The table of a concept, or of webhook deliveries. */
export const tableOf = (name: string) => (name === deliveries ? deliveryRows : conceptOf(name))

const deliveries = "WebhookDelivery" satisfies AggregateWrite["_tag"]

export const conceptOf = (name: string): Concept<unknown> => {
  const found = conceptNamed.get(name)
  invariant(found !== undefined, `there is no table for ${name}`)
  return found
}
