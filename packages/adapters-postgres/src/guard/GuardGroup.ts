import type { StoreUnavailable } from "@quittance/core"
import {
  type Instant,
  type RateDecision,
  type RateLimit,
  type SignatureRecord,
  type TokenBucket,
  takeFrom
} from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { Ask, Connections, Row, Statement } from "../connect/Connections.ts"

export interface TakeToken {
  readonly _tag: "TakeToken"
  readonly bucket: string
  readonly limit: RateLimit
  readonly now: Instant
  readonly tokens: number
}

export interface RecordSignature {
  readonly _tag: "RecordSignature"
  readonly keyId: string
  readonly expiresAt: Instant
  readonly signature: Uint8Array
  readonly binding: string
}

export type GuardRequest = TakeToken | RecordSignature

const putSignatures: Statement = {
  name: "guard.putSignatures",
  text: `INSERT INTO seen_signatures (key_id, expires_at, signature, binding)
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::bytea[], $4::text[]) ON CONFLICT DO NOTHING`
}
const findBindings: Statement = {
  name: "guard.findBindings",
  text: `SELECT each.place, seen.binding, signatures_forgotten_through AS forgotten_through
    FROM unnest($1::text[], $2::bigint[], $3::bytea[])
      WITH ORDINALITY AS each (key_id, expires_at, signature, place)
    CROSS JOIN meta
    LEFT JOIN seen_signatures AS seen ON seen.key_id = each.key_id AND seen.expires_at = each.expires_at
      AND seen.signature = each.signature`
}
/** Creates the missing buckets, full, and locks all of them: even a row that is not updated is locked. */
const lockBuckets: Statement = {
  name: "guard.lockBuckets",
  text: `INSERT INTO rate_buckets (bucket, tokens, updated_at, full_at)
    SELECT bucket, tokens, used_at, used_at
      FROM unnest($1::text[], $2::float8[], $3::bigint[]) AS each (bucket, tokens, used_at)
    ON CONFLICT (bucket) DO UPDATE SET tokens = excluded.tokens WHERE false`
}
const readBuckets: Statement = {
  name: "guard.readBuckets",
  text: "SELECT bucket, tokens, updated_at FROM rate_buckets WHERE bucket = ANY ($1::text[])"
}
const writeBuckets: Statement = {
  name: "guard.writeBuckets",
  text: `UPDATE rate_buckets SET tokens = each.tokens, updated_at = each.used_at, full_at = each.full_at
    FROM unnest($1::text[], $2::float8[], $3::bigint[], $4::bigint[]) AS each (bucket, tokens, used_at, full_at)
    WHERE rate_buckets.bucket = each.bucket`
}

/** The answers to a group, one for each of its requests. */
export interface GuardAnswers {
  readonly recordOf: (request: RecordSignature) => SignatureRecord
  readonly decisionOf: (request: TakeToken) => RateDecision
}

/**
 * Answers requests in their order, in one transaction: of one round trip, and of two if it takes tokens. Other
 * processes wait for the rows that it changes; every process takes them in the same order.
 */
export const answerGuardGroup = (
  connections: Connections,
  requests: ReadonlyArray<GuardRequest>
): Effect.Effect<GuardAnswers, StoreUnavailable> => {
  const signatures = requests.filter((each) => each._tag === "RecordSignature")
  const tokens = requests.filter((each) => each._tag === "TakeToken")
  if (tokens.length > 0)
    return connections.transaction(async (ask) => {
      // Both are sent before either is awaited.
      const [recordOf, decisionOf] = await Promise.all([
        recordSignatures(ask, signatures),
        takeTokens(ask, tokens)
      ])
      return { recordOf, decisionOf }
    })
  const { find, put, recordOf } = recording(signatures)
  return Effect.map(connections.writeTogether([put, find]), ([, found = []]) => ({
    recordOf: recordOf(found),
    decisionOf: decisionAmong(new Map())
  }))
}

/**
 * A signature is inserted first. Only then is the time read up to which signatures were forgotten. An earlier record
 * of the signature would have refused the insert, or was deleted by a transaction that has ended and recorded this by
 * then. A useless insert expires like everything else.
 */
const recording = (requests: ReadonlyArray<RecordSignature>) => {
  const byName = new Map<string, RecordSignature>()
  // Of several bindings in one group the first is recorded.
  for (const each of requests) if (!byName.has(nameOf(each))) byName.set(nameOf(each), each)
  const names = [...byName.keys()].sort()
  const records = names.flatMap((name) => byName.get(name) ?? [])
  const keys = [
    records.map(({ keyId }) => keyId),
    records.map(({ expiresAt }) => expiresAt),
    records.map(({ signature }) => signature)
  ]
  return {
    put: { statement: putSignatures, values: [...keys, records.map(({ binding }) => binding)] },
    find: { statement: findBindings, values: keys },
    /** By what was found. */
    recordOf: (found: ReadonlyArray<Row>): GuardAnswers["recordOf"] => {
      const forgottenThrough = Number(found[0]?.forgotten_through)
      const bindings = new Map(found.map(({ binding, place }) => [names[Number(place) - 1] ?? "", binding]))
      return (request) => {
        if (request.expiresAt <= forgottenThrough) return "forgotten"
        return bindings.get(nameOf(request)) === request.binding ? "fresh" : "replayed"
      }
    }
  }
}

const recordSignatures = async (
  ask: Ask,
  requests: ReadonlyArray<RecordSignature>
): Promise<GuardAnswers["recordOf"]> => {
  if (requests.length === 0) return () => "forgotten"
  const { find, put, recordOf } = recording(requests)
  ask(put.statement, put.values)
  return recordOf(await ask(find.statement, find.values))
}

const nameOf = ({ expiresAt, keyId, signature }: RecordSignature): string =>
  JSON.stringify([keyId, expiresAt, Buffer.from(signature).toString("hex")])

const takeTokens = async (
  ask: Ask,
  requests: ReadonlyArray<TakeToken>
): Promise<GuardAnswers["decisionOf"]> => {
  const decisions = new Map<TakeToken, RateDecision>()
  const first = new Map<string, TakeToken>()
  for (const each of requests) if (!first.has(each.bucket)) first.set(each.bucket, each)
  const names = [...first.keys()].sort()
  if (names.length > 0) {
    const made = names.flatMap((name) => first.get(name) ?? [])
    ask(lockBuckets, [names, made.map(({ limit }) => limit.capacity), made.map(({ now }) => now)])
    const buckets = new Map<string, TokenBucket & { readonly fullAt?: Instant }>()
    for (const { bucket, tokens, updated_at } of await ask(readBuckets, [names])) {
      buckets.set(bucket as string, { tokens: tokens as number, usedAt: Number(updated_at) })
    }
    for (const each of requests) {
      const { bucket, decision, fullAt } = takeFrom(
        buckets.get(each.bucket),
        each.limit,
        each.now,
        each.tokens
      )
      buckets.set(each.bucket, { ...bucket, fullAt })
      decisions.set(each, decision)
    }
    const left = names.flatMap((name) => buckets.get(name) ?? [])
    // Sent together with the end of the transaction, which fails if this does.
    ask(writeBuckets, [
      names,
      left.map(({ tokens }) => tokens),
      left.map(({ usedAt }) => usedAt),
      left.map(({ fullAt }) => fullAt)
    ])
  }
  return decisionAmong(decisions)
}

const decisionAmong =
  (decisions: ReadonlyMap<TakeToken, RateDecision>): GuardAnswers["decisionOf"] =>
  (request) =>
    Option.getOrThrow(Option.fromUndefinedOr(decisions.get(request)))
