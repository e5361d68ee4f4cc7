import {
  type Claim,
  claimScopes,
  ClaimTaken,
  type Commit,
  type CommitFailure,
  LeaseLost,
  LimitExceeded,
  VersionConflict,
  webhookDeliveryOf
} from "@quittance/core"
import type { Ask, Row, Statement } from "../connect/Connections.ts"
import { accountKey, limitedAccounts, moveBalances } from "./accounts.ts"
import type { Holding } from "./claims.ts"
import { deliveryRows } from "./deliveryRows.ts"
import type { ErasedMessage } from "./erasures.ts"
import { conceptOf, type Seen } from "./GroupWrites.ts"

/** What the store holds of what a group of commits rests on. Rows that exist are locked until the transaction ends. */
interface Held {
  /** The current fence of each leased job that a commit completes. */
  readonly fences: ReadonlyMap<string, number>
  readonly claims: ReadonlyMap<string, HeldClaim>
  readonly versions: ReadonlyMap<string, number>
  readonly balances: Map<string, bigint>
  readonly messages: ReadonlyMap<string, ErasedMessage>
}

interface HeldClaim {
  readonly ownerId: string
  readonly partnerId: string
  readonly expiresAt: number | undefined
}

const name = (...parts: ReadonlyArray<string>): string => JSON.stringify(parts)

const claimName = ({ key, partnerId, scope }: Pick<Claim, "key" | "partnerId" | "scope">): string =>
  name(scope, claimScopes[scope] === "global" ? "" : partnerId, key)

/** Reads rows by their keys, and locks them in the order of the keys. */
const lockStatement = (
  table: string,
  key: ReadonlyArray<string>,
  wanted: ReadonlyArray<string>,
  lock = "FOR NO KEY UPDATE"
): Statement => ({
  name: `look at ${table}`,
  text: `SELECT ${[...key, ...wanted].map((column) => `${table}.${column}`).join(", ")} FROM ${table}
    JOIN unnest(${key.map((_, index) => `$${index + 1}::text[]`).join(", ")}) AS i (${key.join(", ")})
      ON ${key.map((column) => `${table}.${column} = i.${column}`).join(" AND ")}
    ORDER BY ${key.map((column) => `${table}.${column}`).join(", ")} ${lock} OF ${table}`
})

const lookAtJobs = lockStatement("jobs", ["partner_id", "kind", "subject_id"], ["fence"], "FOR UPDATE")
const lookAtClaims = lockStatement("claims", ["partner_id", "scope", "key"], ["owner_id", "expires_at"])
const lookAtDirectory = lockStatement("directory", ["kind", "key"], ["owner_id", "partner_id", "expires_at"])
const lookAtAccounts = lockStatement("accounts", ["partner_id", "currency", "name"], ["balance_minor"])

/** A message that is still needed stays: it waits in the outbox, or for a receiver. */
const lookAtMessages: Statement = {
  name: "look at webhook_messages",
  text: `SELECT m.partner_id, m.id FROM webhook_messages AS m
    JOIN unnest($1::text[], $2::text[]) AS i (partner_id, id) ON m.partner_id = i.partner_id AND m.id = i.id
    WHERE NOT EXISTS (SELECT 1 FROM webhook_outbox AS o WHERE o.partner_id = m.partner_id AND o.message_id = m.id)
      AND NOT EXISTS (SELECT 1 FROM webhook_deliveries AS d
        WHERE d.partner_id = m.partner_id AND d.event_id = m.id AND d.state = 'pending')
    ORDER BY m.partner_id, m.id FOR UPDATE OF m`
}
const lookAtDeliveries: Statement = {
  name: "look at deliveries of messages",
  text: `SELECT d.* FROM webhook_deliveries AS d
    JOIN unnest($1::text[], $2::text[]) AS i (partner_id, id) ON d.partner_id = i.partner_id AND d.event_id = i.id
    ORDER BY d.partner_id, d.id FOR UPDATE OF d`
}

const lookAtVersions = (tag: string): { readonly statement: Statement; readonly partnerColumn: string } => {
  const { partnerColumn, table } = tag === "WebhookDelivery" ? deliveryRows : conceptOf(tag)
  return {
    statement: lockStatement(table, partnerColumn === "id" ? ["id"] : ["partner_id", "id"], ["version"]),
    partnerColumn
  }
}

const columns = (
  keys: ReadonlyArray<ReadonlyArray<string>>,
  width: number
): ReadonlyArray<ReadonlyArray<string>> =>
  Array.from({ length: width }, (_, index) => keys.map((key) => key[index] ?? ""))

export const nameOfWrite = (write: Commit["aggregates"][number]) =>
  write._tag === "WebhookDelivery" ? write.state.order : conceptOf(write._tag).nameOf(write.state)

/** Reads and locks everything that the commits rest on. All questions are sent at once. */
export const look = async (ask: Ask, commits: ReadonlyArray<Commit>): Promise<Held> => {
  const asked = async (
    statement: Statement,
    keys: ReadonlyArray<ReadonlyArray<string>>
  ): Promise<ReadonlyArray<Row>> => {
    const [first] = keys
    return first === undefined ? [] : ask(statement, columns(keys, first.length))
  }
  const leases = commits.flatMap(({ completion }) => (completion === undefined ? [] : [completion.job]))
  const claims = commits.flatMap((commit) => [
    ...commit.claims,
    ...commit.erasures.flatMap((erasure) => (erasure._tag === "Claim" ? [erasure.claim] : []))
  ])
  const writes = commits.flatMap(({ aggregates }) => aggregates)
  const limited = commits.flatMap(({ entries }) => limitedAccounts(entries))
  const messages = commits.flatMap(({ erasures }) =>
    erasures.flatMap((erasure) =>
      erasure._tag === "WebhookMessage" ? [[erasure.partnerId, erasure.messageId]] : []
    )
  )
  const [jobRows, claimRows, directoryRows, versionRows, accountRows, messageRows, deliveryRowsFound] =
    await Promise.all([
      asked(
        lookAtJobs,
        leases.map(({ kind, partnerId, subjectId }) => [partnerId, kind, subjectId])
      ),
      asked(
        lookAtClaims,
        claims
          .filter(({ scope }) => claimScopes[scope] === "partner")
          .map(({ key, partnerId, scope }) => [partnerId, scope, key])
      ),
      asked(
        lookAtDirectory,
        claims.filter(({ scope }) => claimScopes[scope] === "global").map(({ key, scope }) => [scope, key])
      ),
      Promise.all(
        [...Map.groupBy(writes, ({ _tag }) => _tag)].map(async ([tag, ofTag]) => {
          const { partnerColumn, statement } = lookAtVersions(tag)
          const names = ofTag.map(nameOfWrite)
          const rows = await asked(
            statement,
            names.map(({ id, partnerId }) => (partnerColumn === "id" ? [id] : [partnerId, id]))
          )
          return rows.map(
            (row) => [name(tag, String(row[partnerColumn]), String(row.id)), Number(row.version)] as const
          )
        })
      ),
      asked(lookAtAccounts, limited),
      asked(lookAtMessages, messages),
      asked(lookAtDeliveries, messages)
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
      ...directoryRows.map((row) => [name(String(row.kind), "", String(row.key)), claimOf(row)] as const)
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
        return [name(partnerId, id), { partnerId, id, deliveries: deliveries.get(name(partnerId, id)) ?? [] }]
      })
    )
  }
}

const claimOf = (row: Row): HeldClaim => ({
  ownerId: String(row.owner_id),
  partnerId: String(row.partner_id),
  expiresAt: row.expires_at === null ? undefined : Number(row.expires_at)
})

/** Whether a commit is refused by what is held, checked in the documented order. A passed one moves the held balances. */
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
  const givenUp = new Set(givenUpClaims(held, commit).map(claimName))
  // A key may occur twice in one commit; then the first one has it.
  const earlier = new Map<string, string>()
  const taken = commit.claims.flatMap((claim) => {
    const own = claimName(claim)
    const stored = held.claims.get(own)
    const isKept = stored !== undefined && !givenUp.has(own) && !isExpired(stored, commit)
    const holder = isKept ? stored.ownerId : earlier.get(own)
    earlier.set(own, claim.ownerId)
    return holder === undefined ? [] : [{ scope: claim.scope, key: claim.key, ownerId: holder }]
  })
  return taken.length === 0 ? undefined : new ClaimTaken({ taken })
}

/** By the commit's own time. */
const isExpired = ({ expiresAt }: HeldClaim, { events }: Commit): boolean => {
  const at = events[0]?.at
  return expiresAt !== undefined && at !== undefined && expiresAt <= at
}

const givenUpClaims = ({ claims }: Held, { erasures }: Commit): ReadonlyArray<Holding> =>
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

/** A message that the commit itself leaves waiting stays. */
const erasedMessages = ({ messages }: Held, { erasures, outbox }: Commit): ReadonlyArray<ErasedMessage> => {
  const posted = new Set(outbox.flatMap((change) => (change._tag === "Posted" ? [change.message.id] : [])))
  return erasures.flatMap((erasure) => {
    if (erasure._tag !== "WebhookMessage" || posted.has(erasure.messageId)) return []
    const found = messages.get(name(erasure.partnerId, erasure.messageId))
    return found === undefined ? [] : [found]
  })
}
