import { Clock, Effect, Option } from "effect"
import { existing } from "../../kernel/input/existing.ts"
import { ownClaim } from "../../kernel/ports/Claim.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { Versioned } from "../../kernel/ports/Versioned.ts"
import { writeOver } from "../../kernel/transact/writeOver.ts"
import { raiseAlert } from "../../kernel/work/Alert.ts"
import type { BankAccount } from "../bankAccount/BankAccount.ts"
import { bankAccountOwner } from "../bankAccount/bankAccountOwner.ts"
import { entryKeyKinds } from "./EntryKey.ts"
import { entryIdOf, twinOf } from "./entryOrder.ts"
import { finishEntries } from "./finishEntries.ts"
import { matchJob } from "./recordEntries.ts"
import type { StatedEntry } from "./StatedEntry.ts"
import { recordedEntry, StatementEntry } from "./StatementEntry.ts"
import { statementEntryEntries } from "./StatementEntryPostings.ts"
import { type RecordedEntry, statementEntry } from "./StatementEntryRecord.ts"
import { statementEntryClaims } from "./statementEntryNames.ts"
import type { StatementParts } from "./statementParts.ts"

/** So many of the newest entries are looked at, of those that fit. */
const candidatesMax = 50

/**
 * Takes back the entry that a reversal is of: the newest of before with its amount, and its reference or payer. Each
 * reversal takes back one entry, once. Returns the entry's id; nothing where no entry is known.
 */
export const reverseEntry = Effect.fnUntraced(function* (
  parts: StatementParts,
  account: BankAccount,
  stated: StatedEntry
): Effect.fn.Return<string | undefined, StoreUnavailable> {
  const owner = bankAccountOwner(account)
  const reversal = entryIdOf(account, stated.key)
  while (true) {
    const claim = yield* parts.claims.find(statementEntryClaims.reversal, owner, reversal)
    if (Option.isSome(claim)) return yield* finished(parts, owner, claim.value.ownerId)
    const meant = yield* meantBy(parts, owner, stated)
    if (meant === undefined) {
      const message = `the bank took back ${account.currency} on ${stated.bookedOn} in account ${account.name}, and no entry is known whose money it was (line ${stated.place.line}): look at the statement`
      yield* raiseAlert("statement.reversalUnknown", message)
      return undefined
    }
    // Whose money is not at the partner yet cannot be taken from there.
    const [entry = meant] = yield* finishEntries(parts, [meant])
    const isBegun = yield* begin(parts, entry, reversal, stated)
    // Somebody else was faster, with this reversal or with this entry.
    if (isBegun) return yield* finished(parts, owner, entry.state.order.id)
  }
})

const finished = Effect.fnUntraced(function* (parts: StatementParts, owner: string, id: string) {
  const entry = yield* Effect.catchTag(
    existing(parts.states, statementEntry, owner, id),
    "NotFound",
    Effect.die
  )
  yield* finishEntries(parts, [entry])
  return id
})

const meantBy = Effect.fnUntraced(function* ({ states }: StatementParts, owner: string, stated: StatedEntry) {
  const twin = twinOf(stated)
  const found = yield* Effect.forEach(entryKeyKinds, (kind) =>
    states.indexed(statementEntry, "by_twin", {
      equal: [owner, kind, twin],
      limit: candidatesMax,
      order: "backwards"
    })
  )
  return found
    .flat()
    .filter(({ state }) => canBeTakenBack(state) && state.order.bookedOn <= stated.bookedOn)
    .reduce<Versioned<RecordedEntry> | undefined>(
      (newest, each) =>
        newest === undefined || each.state.order.bookedOn > newest.state.order.bookedOn ? each : newest,
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
  { runCommand, states }: StatementParts,
  entry: Versioned<RecordedEntry>,
  reversal: string,
  { bookedOn: reversedOn }: StatedEntry
) {
  const { order } = entry.state
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
      claims: [ownClaim(order, statementEntryClaims.reversal, reversal)],
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
