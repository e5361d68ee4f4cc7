import type { LinkBase } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { Connections, Statement } from "./connect/Connections.ts"

const find: Statement = {
  name: "links.find",
  text: "SELECT public_url FROM meta WHERE public_url IS NOT NULL"
}
const put: Statement = { name: "links.put", text: "UPDATE meta SET public_url = $1" }

/** A cell of `meta`. */
export const postgresLinkBase = (connections: Connections): LinkBase["Service"] => ({
  current: Effect.map(connections.read(find, []), ([row]) =>
    Option.map(Option.fromUndefinedOr(row), ({ public_url }) => public_url as string)
  ),
  note: (publicUrl) => Effect.asVoid(connections.write(put, [publicUrl]))
})
