import { Clock, Effect, Option } from "effect"
import { existing } from "../../kernel/input/existing.ts"
import { ownClaim } from "../../kernel/ports/Claim.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import { writeOver } from "../../kernel/transact/writeOver.ts"
import { raiseAlert } from "../../kernel/work/Alert.ts"
import type { BankAccount } from "../bankAccount/BankAccount.ts"
import { bankAccountOwner } from "../bankAccount/bankAccountOwner.ts"
import { type EntryKeyKind, entryKeyKinds } from "./EntryKey.ts"
import { entryIdOf, isNamed, twinOf } from "./entryOrder.ts"
import { finishEntries } from "./finishEntries.ts"
import { matchJob } from "./recordEntries.ts"
import { rememberReversal } from "./reversalsBefore.ts"
import type { StatedEntry } from "./StatedEntry.ts"
import { recordedEntry, StatementEntry } from "./StatementEntry.ts"
import { statementEntryEntries } from "./StatementEntryPostings.ts"
import { type RecordedEntry, statementEntry } from "./StatementEntryRecord.ts"
import { statementEntryClaims } from "./statementEntryNames.ts"
import type { StatementParts } from "./statementParts.ts"

/** So many of the newest entries are looked at first, of those that fit. */
const candidatesFirst = 50

/**
 * Takes back the entry that a reversal is of: the newest of before with its amount, and its reference or payer. Each
 * reversal takes back one entry, once. Says what became of it.
 */
export const reverseEntry = Effect.fnUntraced(function* (
  parts: StatementParts,
  account: BankAccount,
  stated: StatedEntry
): Effect.fn.Return<string, StoreUnavailable> {
  const owner = bankAccountOwner(account)
  const reversal = entryIdOf(account, stated.key)
  const alert = (kind: "statement.reversalDuplicate" | "statement.reversalUnknown", why: string) =>
    raiseAlert(
      kind,
      `the bank took back ${account.currency} on ${stated.bookedOn} in account ${account.name}, and ${why} (line ${stated.place.line}): look at the statement`
    )
  while (true) {
    const claim = yield* parts.claims.find(statementEntryClaims.reversal, owner, reversal)
    if (Option.isSome(claim)) return yield* takenBack(parts, owner, claim.value.ownerId)
    if (yield* hasTwinReversal(parts, owner, stated)) {
      yield* alert("statement.reversalDuplicate", "another kind of file may have said so before")
      return "a reversal that may be known from another kind of file"
    }
    // Never by the amount alone.
    const meant = isNamed(stated) ? yield* meantBy(parts, owner, stated) : undefined
    if (meant === undefined) {
      const known = yield* parts.claims.find(statementEntryClaims.reversalBefore, owner, twinOf(stated))
      if (Option.exists(known, ({ ownerId }) => ownerId === reversal)) return unknownReversal
      yield* alert("statement.reversalUnknown", "no entry is known whose money it was")
      if (isNamed(stated) && Option.isNone(known)) yield* rememberReversal(parts, owner, reversal, stated)
      return unknownReversal
    }
    // Whose money is not at the partner yet cannot be taken from there.
    const [entry = meant] = yield* finishEntries(parts, [meant])
    const isBegun = yield* begin(parts, entry, reversal, stated)
    // Somebody else was faster, with this reversal, with one like it, or with this entry.
    if (isBegun) return yield* takenBack(parts, owner, entry.state.order.id)
  }
})

const unknownReversal = "a reversal of no known entry"

const takenBack = Effect.fnUntraced(function* (parts: StatementParts, owner: string, id: string) {
  const entry = yield* Effect.catchTag(
    existing(parts.states, statementEntry, owner, id),
    "NotFound",
    Effect.die
  )
  yield* finishEntries(parts, [entry])
  return `a reversal: it takes back entry ${id}`
})

/** Of all reversals of a day that are alike, for those under one kind of key, or for the first of `any`. */
const alikeKey = (stated: StatedEntry, kind: EntryKeyKind | "any"): string =>
  `${kind} ${stated.bookedOn} ${twinOf(stated)}`

/** Whether the same reversal may be known under another kind of key: from a file of another format. */
const hasTwinReversal = Effect.fnUntraced(function* (
  { claims }: StatementParts,
  owner: string,
  stated: StatedEntry
) {
  for (const kind of entryKeyKinds) {
    if (kind === stated.key.kind) continue
    const found = yield* claims.find(statementEntryClaims.alikeReversal, owner, alikeKey(stated, kind))
    if (Option.isSome(found)) return true
  }
  return false
})

const meantBy = Effect.fnUntraced(function* ({ states }: StatementParts, owner: string, stated: StatedEntry) {
  const twin = twinOf(stated)
  const newestOf = Effect.fnUntraced(function* (kind: EntryKeyKind) {
    for (let limit = candidatesFirst; ; limit *= 2) {
      const range = { equal: [owner, kind, twin], limit, order: "backwards" } as const
      const found = yield* states.indexed(statementEntry, "by_twin", range)
      const newest = found.find(
        ({ state }) => canBeTakenBack(state) && state.order.bookedOn <= stated.bookedOn
      )
      if (newest !== undefined || found.length < limit) return newest
    }
  })
  const found = yield* Effect.forEach(entryKeyKinds, newestOf)
  return found.reduce(
    (newest, each) =>
      newest === undefined || (each !== undefined && each.state.order.bookedOn > newest.state.order.bookedOn)
        ? each
        : newest,
    undefined
  )
})

const canBeTakenBack = ({ _tag }: RecordedEntry): boolean => {
  switch (_tag) {
    case "matching":
    case "matched":
    case "assigned":
    case "held":
    case "unresolved":
      return true
    case "returned":
    case "sentBack":
    case "ignored":
    case "reversing":
    case "reversed":
      return false
  }
}

const begin = Effect.fnUntraced(function* (
  { claims, runCommand, states }: StatementParts,
  entry: Versioned<RecordedEntry>,
  reversal: string,
  stated: StatedEntry
) {
  const { order } = entry.state
  const reversedOn = stated.bookedOn
  const alike = alikeKey(stated, stated.key.kind)
  const alikes = [alike, alikeKey(stated, "any")]
  const isFirst = Option.isNone(
    yield* claims.find(statementEntryClaims.alikeReversal, order.partnerId, alike)
  )
  const { id: subjectId, partnerId } = order
  const at = yield* Clock.currentTimeMillis
  return yield* runCommand({
    machine: StatementEntry,
    command: { _tag: "Reverse", reversal, reversedOn, at },
    partnerId,
    subjectId,
    at,
    load: existing(states, statementEntry, partnerId, subjectId),
    commit: ({ events, loaded, next }) => ({
      aggregates: [writeOver("StatementEntry", loaded, recordedEntry(next))],
      entries: events.flatMap((event) => statementEntryEntries(order, event)),
      claims: [
        ownClaim(order, statementEntryClaims.reversal, reversal),
        // Of two that come at once under two kinds, one loses, and then knows of the other.
        ...(isFirst ? alikes.map((each) => ownClaim(order, statementEntryClaims.alikeReversal, each)) : [])
      ],
      jobs: [matchJob(partnerId, at)]
    })
  }).pipe(
    Effect.as(true),
    Effect.catchTags({
      ClaimTaken: () => Effect.succeed(false),
      StatementEntryCommandRefused: () => Effect.succeed(false),
      // It takes what the entry put there.
      LimitExceeded: Effect.die,
      NotFound: Effect.die
    })
  )
})
