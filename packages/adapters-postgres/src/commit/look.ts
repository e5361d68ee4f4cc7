import {
  type Claim,
  ClaimTaken,
  type Commit,
  type CommitFailure,
  claimDomain,
  LeaseLost,
  LimitExceeded,
  VersionConflict,
  webhookDeliveryOf
} from "@quittance/core/adapter"
import type { Ask, Row, Statement } from "../connect/Connections.ts"
import { accountKey, limitedAccounts, moveBalances } from "./accounts.ts"
import { BulkRows, type BulkStatement, bulkStatement, isMeant, type Partners, texts } from "./BulkRows.ts"
import type { Holding } from "./claims.ts"
import { deliveryRows } from "./deliveryRows.ts"
import type { ErasedMessage } from "./erasures.ts"
import { conceptOf, type Seen } from "./GroupWrites.ts"

/**
 * What the store contains of the things that a group of commits depends on. Rows that exist are locked until the
 * transaction ends.
 */
interface Held {
  /** The current fence of each leased job that a commit completes. */
  readonly fences: ReadonlyMap<string, number>
  readonly claims: ReadonlyMap<string, HeldClaim>
  readonly versions: ReadonlyMap<string, number>
  readonly balances: Map<string, bigint>
  readonly messages: ReadonlyMap<string, HeldMessage>
}

/** A message, and its deliveries as they are before the commit. */
interface HeldMessage extends ErasedMessage {
  /** For its fan-out. */
  readonly waits: boolean
}

interface HeldClaim {
  readonly ownerId: string
  readonly partnerId: string
  readonly expiresAt: number | undefined
}

const name = (...parts: ReadonlyArray<string>): string => JSON.stringify(parts)

const claimName = ({ key, partnerId, scope }: Pick<Claim, "key" | "partnerId" | "scope">): string =>
  name(scope.name, claimDomain(scope, partnerId), key)

/**
 * Reads rows by their keys, and locks them in the order of the keys. `key` is the part of the table's key after the
 * partner.
 */
const looking = (
  table: string,
  key: ReadonlyArray<string>,
  wanted: ReadonlyArray<string>,
  { lock = "FOR NO KEY UPDATE", partnerColumn = "partner_id" } = {}
): BulkStatement => {
  const columns = [...new Set([partnerColumn, ...key])].map((column) => `${table}.${column}`)
  return bulkStatement(
    `look at ${table}`,
    texts(...key),
    (relation) =>
      `SELECT ${[...columns, ...wanted.map((column) => `${table}.${column}`)].join(", ")} FROM ${table}
         JOIN ${relation.rows} ON ${isMeant(table, texts(...key), relation, partnerColumn)}
         ORDER BY ${columns.join(", ")} ${lock} OF ${table}`
  )
}

const lookAtJobs = looking("jobs", ["kind", "subject_id"], ["fence"], { lock: "FOR UPDATE" })
const lookAtClaims = looking("claims", ["scope", "key"], ["owner_id", "expires_at"])
const lookAtAccounts = looking("accounts", ["currency", "name"], ["balance_minor"])

/** A key at a time: the directory is spread by its keys. */
const lookAtDirectory: Statement = {
  name: "look at directory",
  text: "SELECT kind, key, owner_id, partner_id, expires_at FROM directory WHERE kind = $1 AND key = $2 FOR NO KEY UPDATE"
}

const lookAtMessages = bulkStatement(
  "look at messages",
  texts("id"),
  (relation) =>
    `SELECT m.partner_id, m.id, EXISTS (
         SELECT 1 FROM webhook_outbox AS o WHERE o.partner_id = ${relation.partner} AND o.message_id = m.id) AS waits
       FROM webhook_messages AS m JOIN ${relation.rows} ON ${isMeant("m", texts("id"), relation)}
       ORDER BY m.partner_id, m.id FOR UPDATE OF m`
)
const lookAtDeliveries = bulkStatement(
  "look at deliveries of messages",
  texts("event_id"),
  (relation) =>
    `SELECT d.* FROM webhook_deliveries AS d JOIN ${relation.rows} ON ${isMeant("d", texts("event_id"), relation)}
       ORDER BY d.partner_id, d.id FOR UPDATE OF d`
)

const versionStatements = new Map<string, BulkStatement>()

const lookAtVersions = (tag: string): BulkStatement => {
  const known = versionStatements.get(tag)
  if (known !== undefined) return known
  const { partnerColumn, table } = rowsOf(tag)
  const made = looking(table, ["id"], ["version"], { partnerColumn })
  versionStatements.set(tag, made)
  return made
}

const rowsOf = (tag: string) => (tag === "WebhookDelivery" ? deliveryRows : conceptOf(tag))

export const nameOfWrite = (write: Commit["aggregates"][number]) =>
  write._tag === "WebhookDelivery" ? write.state.order : conceptOf(write._tag).nameOf(write.state)

/** Reads and locks everything that the commits depend on. All queries are sent at once. */
export const look = async (ask: Ask, commits: ReadonlyArray<Commit>, partners: Partners): Promise<Held> => {
  const asked = async (rows: BulkRows): Promise<ReadonlyArray<Row>> => {
    const found = await Promise.all(
      rows.calls(partners).map(({ statement, values }) => ask(statement, values))
    )
    return found.flat()
  }
  const jobs = new BulkRows(lookAtJobs)
  const claims = new BulkRows(lookAtClaims)
  const accounts = new BulkRows(lookAtAccounts)
  const messages = new BulkRows(lookAtMessages)
  const deliveriesOf = new BulkRows(lookAtDeliveries)
  const versions = new Map<string, BulkRows>()
  const globalKeys: Array<readonly [kind: string, key: string]> = []
  const addClaim = ({ key, partnerId, scope }: Pick<Claim, "key" | "partnerId" | "scope">) => {
    if (scope.within === "global") globalKeys.push([scope.name, key])
    else claims.add(partnerId, [scope.name, key])
  }
  for (const commit of commits) {
    const { completion } = commit
    if (completion !== undefined) {
      const { kind, partnerId, subjectId } = completion.job
      jobs.add(partnerId, [kind, subjectId])
    }
    for (const claim of commit.claims) addClaim(claim)
    for (const erasure of commit.erasures) {
      if (erasure._tag === "Claim") addClaim(erasure.claim)
      else {
        messages.add(erasure.partnerId, [erasure.messageId])
        deliveriesOf.add(erasure.partnerId, [erasure.messageId])
      }
    }
    for (const write of commit.aggregates) {
      const { id, partnerId } = nameOfWrite(write)
      const rows = versions.get(write._tag) ?? new BulkRows(lookAtVersions(write._tag))
      versions.set(write._tag, rows)
      rows.add(partnerId, [id])
    }
    for (const [partnerId, currency, account] of limitedAccounts(commit.entries))
      accounts.add(partnerId, [currency, account])
  }
  const [jobRows, claimRows, directoryRows, versionRows, accountRows, messageRows, deliveryRowsFound] =
    await Promise.all([
      asked(jobs),
      asked(claims),
      Promise.all(globalKeys.map((key) => ask(lookAtDirectory, key))),
      Promise.all(
        [...versions].map(async ([tag, rows]) =>
          (await asked(rows)).map(
            (row) =>
              [
                name(tag, String(row[rowsOf(tag).partnerColumn]), String(row.id)),
                Number(row.version)
              ] as const
          )
        )
      ),
      asked(accounts),
      asked(messages),
      asked(deliveriesOf)
    ])
  const deliveries = Map.groupBy(
    deliveryRowsFound.map((row) => webhookDeliveryOf(row)),
    ({ order }) => name(order.partnerId, order.eventId)
  )
  return {
    fences: new Map(
      jobRows.map((row) => [
        name(String(row.partner_id), String(row.kind), String(row.subject_id)),
        row.fence === null ? Number.NaN : Number(row.fence)
      ])
    ),
    claims: new Map([
      ...claimRows.map(
        (row) => [name(String(row.scope), String(row.partner_id), String(row.key)), claimOf(row)] as const
      ),
      ...directoryRows
        .flat()
        .map((row) => [name(String(row.kind), "", String(row.key)), claimOf(row)] as const)
    ]),
    versions: new Map(versionRows.flat()),
    balances: new Map(
      accountRows.map((row) => [
        accountKey(String(row.partner_id), String(row.currency), String(row.name)),
        BigInt(String(row.balance_minor))
      ])
    ),
    messages: new Map(
      messageRows.map((row) => {
        const [partnerId, id] = [String(row.partner_id), String(row.id)]
        return [
          name(partnerId, id),
          { partnerId, id, waits: row.waits === true, deliveries: deliveries.get(name(partnerId, id)) ?? [] }
        ]
      })
    )
  }
}

const claimOf = (row: Row): HeldClaim => ({
  ownerId: String(row.owner_id),
  partnerId: String(row.partner_id),
  expiresAt: row.expires_at === null ? undefined : Number(row.expires_at)
})

/**
 * Whether the locked rows refuse a commit, checked in the documented order. A commit that passes changes the balances
 * held here.
 */
export const decide = (held: Held, commit: Commit): CommitFailure | Seen => {
  const refusal = lostLease(held, commit) ?? takenClaims(held, commit) ?? staleVersion(held, commit)
  if (refusal !== undefined) return refusal
  const moved = moveBalances(held.balances, commit.entries)
  if (moved instanceof LimitExceeded) return moved
  for (const [account, balance] of moved) held.balances.set(account, balance)
  return { expired: expiredClaims(held, commit), erased: erasedMessages(held, commit) }
}

const lostLease = ({ fences }: Held, { completion }: Commit): LeaseLost | undefined => {
  if (completion === undefined) return undefined
  const { fence, kind, partnerId, subjectId } = completion.job
  return fences.get(name(partnerId, kind, subjectId)) === fence ? undefined : new LeaseLost({ subjectId })
}

const takenClaims = (held: Held, commit: Commit): ClaimTaken | undefined => {
  const released = new Set(releasedClaims(held, commit).map(claimName))
  // A key may occur twice in one commit; then the first one has it.
  const earlier = new Map<string, string>()
  const taken = commit.claims.flatMap((claim) => {
    const own = claimName(claim)
    const stored = held.claims.get(own)
    const isKept = stored !== undefined && !released.has(own) && !isExpired(stored, commit)
    const holder = isKept ? stored.ownerId : earlier.get(own)
    earlier.set(own, claim.ownerId)
    return holder === undefined ? [] : [{ scope: claim.scope.name, key: claim.key, ownerId: holder }]
  })
  return taken.length === 0 ? undefined : new ClaimTaken({ taken })
}

/** By the commit's own time. */
const isExpired = ({ expiresAt }: HeldClaim, { events }: Commit): boolean => {
  const at = events[0]?.at
  return expiresAt !== undefined && at !== undefined && expiresAt <= at
}

const releasedClaims = ({ claims }: Held, { erasures }: Commit): ReadonlyArray<Holding> =>
  erasures.flatMap((erasure) =>
    erasure._tag === "Claim" && claims.get(claimName(erasure.claim))?.ownerId === erasure.claim.ownerId
      ? [erasure.claim]
      : []
  )

const expiredClaims = ({ claims }: Held, commit: Commit): ReadonlyArray<Holding> =>
  commit.claims.flatMap((claim) => {
    const stored = claims.get(claimName(claim))
    return stored !== undefined && isExpired(stored, commit)
      ? [{ ...claim, ownerId: stored.ownerId, partnerId: stored.partnerId }]
      : []
  })

const staleVersion = ({ versions }: Held, { aggregates }: Commit): VersionConflict | undefined => {
  for (const write of aggregates) {
    const { id, partnerId } = nameOfWrite(write)
    const version = versions.get(name(write._tag, partnerId, id)) ?? 0
    if (version !== write.expectedVersion)
      return new VersionConflict({ subjectId: id, expected: write.expectedVersion })
  }
  return undefined
}

/** A message that is still needed after the commit stays: it waits for its fan-out, or for a receiver. */
const erasedMessages = ({ messages }: Held, commit: Commit): ReadonlyArray<ErasedMessage> => {
  const named = new Map(
    commit.erasures.flatMap((erasure) =>
      erasure._tag === "WebhookMessage"
        ? [[name(erasure.partnerId, erasure.messageId), erasure] as const]
        : []
    )
  )
  // A message that a commit names twice is erased, and no longer counted, once.
  return [...named.values()].flatMap(({ messageId, partnerId }) => {
    const found = messages.get(name(partnerId, messageId))
    if (found === undefined || waitsForFanOut(found, commit)) return []
    const deliveries = new Map(found.deliveries.map((delivery) => [delivery.order.id, delivery]))
    for (const write of commit.aggregates) {
      if (write._tag === "WebhookDelivery" && write.state.order.eventId === messageId)
        deliveries.set(write.state.order.id, write.state)
    }
    const left = [...deliveries.values()]
    return left.some(({ _tag }) => _tag === "pending") ? [] : [{ partnerId, id: messageId, deliveries: left }]
  })
}

const waitsForFanOut = ({ id, waits }: HeldMessage, { outbox }: Commit): boolean =>
  outbox.reduce((still, change) => {
    if (change._tag === "Posted") return still || (change.message.id === id && change.fanOut === "queued")
    return change._tag === "FannedOut" && change.messageId === id && change.through === "all" ? false : still
  }, waits)
