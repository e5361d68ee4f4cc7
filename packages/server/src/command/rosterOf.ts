import { Partners } from "@quittance/core"
import { emptyRoster, rosterIdOf, roster as rosters, StateReader } from "@quittance/core/adapter"
import { Clock, Effect, Option } from "effect"

/** Who approves for the partner of a name or id, as last committed; empty if it has no rules and no people. */
export const readRoster = Effect.fnUntraced(function* (nameOrId: string) {
  const { id, name } = yield* Effect.flatMap(Partners, (partners) => partners.find(nameOrId))
  const at = yield* Clock.currentTimeMillis
  const states = yield* StateReader
  const found = yield* states.get(rosters, id, rosterIdOf(id))
  const roster = Option.match(found, { onNone: () => emptyRoster(id, at), onSome: ({ state }) => state })
  return { roster, at, name }
})
