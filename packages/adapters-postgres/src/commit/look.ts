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
import type { Ask, Row } from "../connect/Connections.ts"
import { accountKey, limitedAccounts, moveBalances } from "./accounts.ts"
import { BulkRows, type Partners } from "./BulkRows.ts"
import type { Holding } from "./claims.ts"
import { dependedOn } from "./dependedOn.ts"
import type { ErasedMessage } from "./erasures.ts"
import { type Seen, tableOf } from "./GroupWrites.ts"
import {
  lookAtAccounts,
  lookAtClaims,
  lookAtDeliveries,
  lookAtDirectory,
  lookAtJobs,
  lookAtMessages,
  lookAtVersions
} from "./lookStatements.ts"

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

/** Reads and locks everything that the commits depend on. All queries are sent at once. */
export const look = async (ask: Ask, commits: ReadonlyArray<Commit>, partners: Partners): Promise<Held> => {
  const found = async (rows: BulkRows): Promise<ReadonlyArray<Row>> => {
    const answers = await Promise.all(
      rows.calls(partners).map(({ statement, values }) => ask(statement, values))
    )
    return answers.flat()
  }
  const jobs = new BulkRows(lookAtJobs)
  const claims = new BulkRows(lookAtClaims)
  const accounts = new BulkRows(lookAtAccounts)
  const messages = new BulkRows(lookAtMessages)
  const deliveriesOf = new BulkRows(lookAtDeliveries)
  const versions = new Map<string, BulkRows>()
  const asked = new Set<string>()
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
    for (const { _tag, id, partnerId } of dependedOn(commit)) {
      // Commits may guard the same aggregate.
      const own = name(_tag, partnerId, id)
      if (asked.has(own)) continue
      asked.add(own)
      const rows = versions.get(_tag) ?? new BulkRows(lookAtVersions(_tag))
      versions.set(_tag, rows)
      rows.add(partnerId, [id])
    }
    for (const [partnerId, currency, account] of limitedAccounts(commit.entries))
      accounts.add(partnerId, [currency, account])
  }
  const [jobRows, claimRows, directoryRows, versionRows, accountRows, messageRows, deliveryRowsFound] =
    await Promise.all([
      found(jobs),
      found(claims),
      Promise.all(globalKeys.map((key) => ask(lookAtDirectory, key))),
      Promise.all(
        [...versions].map(async ([tag, rows]) =>
          (await found(rows)).map(
            (row) =>
              [
                name(tag, String(row[tableOf(tag).partnerColumn]), String(row.id)),
                Number(row.version)
              ] as const
          )
        )
      ),
      found(accounts),
      found(messages),
      found(deliveriesOf)
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

const staleVersion = ({ versions }: Held, commit: Commit): VersionConflict | undefined => {
  const stale = dependedOn(commit).find(
    ({ _tag, id, partnerId, version }) => (versions.get(name(_tag, partnerId, id)) ?? 0) !== version
  )
  return stale && new VersionConflict({ subjectId: stale.id, expected: stale.version })
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
