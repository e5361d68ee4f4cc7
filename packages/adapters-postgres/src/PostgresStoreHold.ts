import { type Hold, recentHold, type StoreHold } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { Connections, Row, Statement } from "./connect/Connections.ts"

const find: Statement = { name: "hold.find", text: "SELECT reason, since FROM store_hold" }
const place: Statement = {
  name: "hold.place",
  text: "INSERT INTO store_hold (id, reason, since) VALUES (1, $1, $2) ON CONFLICT DO NOTHING"
}
const release: Statement = { name: "hold.release", text: "DELETE FROM store_hold" }

/** The hold as the only row of its table, or none. */
export const postgresStoreHold = (connections: Connections): StoreHold["Service"] =>
  recentHold(
    Effect.map(connections.read(find, []), ([row]) => Option.map(Option.fromUndefinedOr(row), holdOf)),
    {
      place: ({ reason, since }) => Effect.asVoid(connections.write(place, [reason, since])),
      release: Effect.asVoid(connections.write(release, []))
    }
  )

const holdOf = ({ reason, since }: Row): Hold => ({ reason: reason as string, since: Number(since) })
