import { type DataKey, DataKeys } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { Connections, Row, Statement } from "./connect/Connections.ts"

const all: Statement = {
  name: "data_keys.all",
  text: "SELECT id, key_id, wrapped, created_at FROM data_keys ORDER BY seq"
}
const add: Statement = {
  name: "data_keys.add",
  text: "INSERT INTO data_keys (id, key_id, wrapped, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING"
}
const rewrap: Statement = {
  name: "data_keys.rewrap",
  text: "UPDATE data_keys SET key_id = $1, wrapped = $2 WHERE id = $3 AND wrapped = $4 RETURNING id"
}

/** Wrapped data keys as rows of `data_keys`. */
export const postgresDataKeys = (connections: Connections): DataKeys["Service"] =>
  DataKeys.of({
    all: Effect.map(connections.read(all, []), (rows) => rows.map(dataKeyOf)),
    add: ({ createdAt, id, keyId, wrapped }) =>
      Effect.asVoid(connections.write(add, [id, keyId, wrapped, createdAt])),
    rewrap: ({ id, keyId, wrapped }, before) =>
      Effect.map(connections.write(rewrap, [keyId, wrapped, id, before]), (rows) => rows.length === 1)
  })

const dataKeyOf = ({ created_at, id, key_id, wrapped }: Row): DataKey => ({
  id: id as string,
  keyId: key_id as string,
  wrapped: wrapped as string,
  createdAt: Number(created_at)
})
