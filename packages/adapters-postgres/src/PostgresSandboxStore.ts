import { type SandboxRecord, SandboxStore } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { Connections, Row, Statement } from "./connect/Connections.ts"

const insert: Statement = {
  name: "sandbox.insert",
  text: `INSERT INTO sandbox_records (collection, id, value) VALUES ($1, $2, $3)
    ON CONFLICT DO NOTHING RETURNING id`
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
const count: Statement = { name: "sandbox.count", text: `SELECT count(*) AS total ${underPrefix}` }

/** The state of simulated providers, in a separate table. */
export const postgresSandboxStore = (connections: Connections): SandboxStore["Service"] =>
  SandboxStore.of({
    insert: (collection, id, value) =>
      Effect.map(connections.write(insert, [collection, id, value]), (rows) => rows.length === 1),
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
      })
  })

const recordOf = ({ id, value }: Row): SandboxRecord => ({ id: id as string, value: value as string })
