import { operatorsId, type PartnerId, partner, StateReader } from "@quittance/core/adapter"
import { Effect, Option } from "effect"

/** The names of these partners, for people. */
export const partnerNames = Effect.fnUntraced(function* (partnerIds: ReadonlyArray<PartnerId>) {
  const states = yield* StateReader
  const names = new Map<PartnerId, string>()
  for (const id of new Set(partnerIds)) {
    names.set(
      id,
      Option.match(yield* states.get(partner, id, id), {
        onNone: () => (id === operatorsId ? id : ""),
        onSome: ({ state }) => state.name
      })
    )
  }
  return (id: PartnerId): string => names.get(id) ?? ""
})
