import type { StoreUnavailable } from "@quittance/core"
import { type SandboxRecord, SandboxStore } from "@quittance/core/adapter"
import { Effect, Option, type Scope } from "effect"
import type { Connections, Row, Statement } from "./connect/Connections.ts"
import { Grouped } from "./queue/Grouped.ts"

const insert: Statement = {
  name: "sandbox.insert",
  text: `INSERT INTO sandbox_records (collection, id, value) SELECT * FROM unnest($1::text[], $2::text[], $3::text[])
    ON CONFLICT DO NOTHING RETURNING collection, id`
}
const put: Statement = {
  name: "sandbox.put",
  text: `INSERT INTO sandbox_records (collection, id, value) VALUES ($1, $2, $3)
    ON CONFLICT (collection, id) DO UPDATE SET value = excluded.value`
}
const remove: Statement = {
  name: "sandbox.remove",
  text: "DELETE FROM sandbox_records WHERE collection = $1 AND id = $2"
}
const get: Statement = {
  name: "sandbox.get",
  text: "SELECT value FROM sandbox_records WHERE collection = $1 AND id = $2"
}
/** A range of the key, which a generic plan finds by the index too. The last code point follows every text. */
const underPrefix = `FROM sandbox_records WHERE collection = $1 AND id >= $2 AND id < $2 || U&'\\+10FFFF'`
const list: Statement = {
  name: "sandbox.list",
  text: `SELECT id, value ${underPrefix} ORDER BY id`
}
const page: Statement = {
  name: "sandbox.page",
  text: `SELECT id, value ${underPrefix} ORDER BY id LIMIT $3 OFFSET $4`
}
const after: Statement = {
  name: "sandbox.after",
  text: `SELECT id, value ${underPrefix} AND id > $3 ORDER BY id LIMIT $4`
}
const count: Statement = { name: "sandbox.count", text: `SELECT count(*) AS total ${underPrefix}` }

/** How many inserts share a statement. */
const insertsMax = 256

const waitingMax = 100_000

/**
 * The state of simulated providers, in a separate table. Each payout inserts one record, so those that arrive while
 * others are written share the next transaction.
 */
export const postgresSandboxStore = (
  connections: Connections
): Effect.Effect<SandboxStore["Service"], never, Scope.Scope> =>
  Effect.gen(function* () {
    const inserts = new Grouped<SandboxInsert, boolean, StoreUnavailable>({
      lanes: 1,
      groupWeightMax: insertsMax,
      waitingWeightMax: waitingMax,
      weightOf: () => 1,
      sharedOf: () => undefined,
      keysOf: (record) => [nameOf(record)],
      answer: (records) => Effect.runPromise(insertedAmong(connections, records))
    })
    yield* Effect.addFinalizer(() => inserts.close)
    return SandboxStore.of({
      insert: (collection, id, value) => inserts.submit({ collection, id, value }),
      put: (collection, id, value) => Effect.asVoid(connections.write(put, [collection, id, value])),
      remove: (collection, id) => Effect.asVoid(connections.write(remove, [collection, id])),
      get: (collection, id) =>
        Effect.map(connections.read(get, [collection, id]), ([row]) =>
          Option.map(Option.fromUndefinedOr(row), ({ value }) => value as string)
        ),
      list: (collection, prefix) =>
        Effect.map(connections.read(list, [collection, prefix]), (rows) => rows.map(recordOf)),
      page: (collection, prefix, { limit, page: number }) =>
        connections.readTogether(async (ask) => {
          const [rows, counted] = await Promise.all([
            ask(page, [collection, prefix, limit, (number - 1) * limit]),
            ask(count, [collection, prefix])
          ])
          return { items: rows.map(recordOf), total: Number(counted[0]?.total) }
        }),
      after: (collection, prefix, id, limit) =>
        Effect.map(connections.read(after, [collection, prefix, id, limit]), (rows) => rows.map(recordOf))
    })
  })

interface SandboxInsert extends SandboxRecord {
  readonly collection: string
}

const nameOf = ({ collection, id }: Pick<SandboxInsert, "collection" | "id">): string =>
  JSON.stringify([collection, id])

/** Which of the records were new, in their order. */
const insertedAmong = (
  connections: Connections,
  records: ReadonlyArray<SandboxInsert>
): Effect.Effect<ReadonlyArray<Effect.Effect<boolean, StoreUnavailable>>> => {
  // In one order: two processes that insert the same records never deadlock.
  const sorted = [...records].sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
  const columns = [
    sorted.map(({ collection }) => collection),
    sorted.map(({ id }) => id),
    sorted.map(({ value }) => value)
  ]
  return Effect.match(connections.write(insert, columns), {
    onSuccess: (rows) => {
      const inserted = new Set(
        rows.map(({ collection, id }) => nameOf({ collection: collection as string, id: id as string }))
      )
      return records.map((record) => Effect.succeed(inserted.has(nameOf(record))))
    },
    onFailure: (failure) => records.map(() => Effect.fail(failure))
  })
}

const recordOf = ({ id, value }: Row): SandboxRecord => ({ id: id as string, value: value as string })
