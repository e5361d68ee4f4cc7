import { Effect, Option } from "effect"
import { apiKey } from "../../concepts/partner/ApiKey.ts"
import { type User, user } from "../../concepts/person/User.ts"
import { Facts } from "../../kernel/history/Facts.ts"
import { historyEventsMax } from "../../kernel/history/History.ts"
import { EventReader } from "../../kernel/ports/EventReader.ts"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"

/** Names by actor. An actor without one is left out. */
export interface ActorNames {
  readonly [actor: string]: string
}

/** So many different actors are named at once. */
const namedMax = 100

/** Who stands behind the actors of a partner's records. */
export const makeActorOperations = Effect.gen(function* () {
  const states = yield* StateReader
  const events = yield* EventReader

  /** Also when the membership is over: who looks at what happened has to know who it was. */
  const wasMember = Effect.fnUntraced(function* ({ id, partners }: User, partnerId: string) {
    if (partners.includes(partnerId)) return true
    const all = yield* events.ofSubject(id, id, historyEventsMax)
    return all.some((event) => event.type === "UserJoined" && Facts.of(event).text("to") === partnerId)
  })

  const nameOf = Effect.fnUntraced(function* (partnerId: string, actor: string) {
    const [kind, id = ""] = actor.split(/:(.*)/s)
    if (kind === "user") {
      const found = yield* states.get(user, id, id)
      if (Option.isNone(found)) return ""
      return (yield* wasMember(found.value.state, partnerId)) ? found.value.state.name : ""
    }
    if (kind !== "key") return ""
    const found = yield* states.get(apiKey, partnerId, id)
    return Option.getOrElse(
      Option.flatMap(found, ({ state }) => state.name),
      () => ""
    )
  })

  return {
    actors: {
      /** The names of people and keys of a partner, by actor as histories tell them. */
      named: (
        partnerId: string,
        actors: ReadonlyArray<string>
      ): Effect.Effect<ActorNames, StoreUnavailable> =>
        Effect.map(
          Effect.forEach([...new Set(actors)].slice(0, namedMax), (actor) =>
            Effect.map(nameOf(partnerId, actor), (name) => [actor, name] as const)
          ),
          (all) => Object.fromEntries(all.filter(([, name]) => name !== ""))
        )
    }
  }
})
