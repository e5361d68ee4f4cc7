import { type Hold, type LinkBase, recentHold, type StoreHold } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { Connections, Row, Statement } from "./connect/Connections.ts"
import { sharedRead } from "./readers/sharedReads.ts"

const findHold: Statement = { name: "hold.find", text: "SELECT reason, since FROM store_hold" }
const placeHold: Statement = {
  name: "hold.place",
  text: "INSERT INTO store_hold (id, reason, since) VALUES (1, $1, $2) ON CONFLICT DO NOTHING"
}
const releaseHold: Statement = { name: "hold.release", text: "DELETE FROM store_hold" }

/** The hold as the only row of its table, or none. */
export const postgresStoreHold = (connections: Connections): StoreHold["Service"] =>
  recentHold(
    Effect.map(sharedRead(connections, findHold), ([row]) => Option.map(Option.fromUndefinedOr(row), holdOf)),
    {
      place: ({ reason, since }) => Effect.asVoid(connections.write(placeHold, [reason, since])),
      release: Effect.asVoid(connections.write(releaseHold, []))
    }
  )

const holdOf = ({ reason, since }: Row): Hold => ({ reason: reason as string, since: Number(since) })

const findBase: Statement = {
  name: "links.find",
  text: "SELECT public_url FROM meta WHERE public_url IS NOT NULL"
}
const noteBase: Statement = { name: "links.put", text: "SELECT note_public_url($1)" }

/** A cell of `meta`. */
export const postgresLinkBase = (connections: Connections): LinkBase["Service"] => ({
  current: Effect.map(connections.read(findBase, []), ([row]) =>
    Option.map(Option.fromUndefinedOr(row), ({ public_url }) => public_url as string)
  ),
  note: (publicUrl) => Effect.asVoid(connections.write(noteBase, [publicUrl]))
})
