import { Effect, Option } from "effect"
import { type ApiKey, apiKey, isActive, type KeyStatus, keyStatus } from "../../concepts/partner/ApiKey.ts"
import { type ApiKeyRequest, ApiKeys } from "../../concepts/partner/ApiKeys.ts"
import { type ApiKeyView, apiKeyView, keyList } from "../../concepts/partner/keyList.ts"
import { type OperatorKeyRequest, OperatorKeys } from "../../concepts/partner/OperatorKeys.ts"
import { isUserId, operatorsId } from "../../concepts/person/personNames.ts"
import { type User, user } from "../../concepts/person/User.ts"
import { NotFound } from "../../kernel/input/Refusals.ts"
import { ListReader } from "../../kernel/list/ListReader.ts"
import type { Page } from "../../kernel/ports/Page.ts"
import { allById, firstOf, StateReader } from "../../kernel/ports/StateReader.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import { WallClock } from "../../kernel/time/WallClock.ts"
import { firstPage, partAsked } from "./shown.ts"

/** A key with whose it is and, where a person of the deployment made it, who that is. */
export interface HeldKeyView extends ApiKeyView {
  /** The partner, or `operators`. */
  readonly ownerId: string
  readonly status: KeyStatus
  /** `null` where nobody of the people of this deployment made it, or where the viewer may not know who. */
  readonly maker: KeyMaker | null
}

/** The person who made a key. */
export interface KeyMaker {
  readonly id: string
  /** `null` once it is erased. */
  readonly name: string | null
  /** Who is disabled may have taken the secret along. */
  readonly isDisabled: boolean
}

/** Keys of partners and of operators, and who made them. */
export const makeKeyOperations = Effect.gen(function* () {
  const keys = yield* ApiKeys
  const operatorKeys = yield* OperatorKeys
  const lists = yield* ListReader
  const states = yield* StateReader
  const wallClock = yield* WallClock

  const makersOf = (
    some: ReadonlyArray<ApiKey>
  ): Effect.Effect<ReadonlyMap<string, User>, StoreUnavailable> =>
    Effect.map(
      Effect.forEach(new Set(some.flatMap(makerIdOf)), (id) => states.get(user, id, id)),
      (found) => new Map(found.flatMap(Option.toArray).map(({ state }) => [state.id, state]))
    )

  const shownTo = Effect.fnUntraced(function* (to: "partner" | "operator", some: ReadonlyArray<ApiKey>) {
    const makers = yield* makersOf(some)
    const now = yield* wallClock.now
    return (key: ApiKey): HeldKeyView => {
      const view = apiKeyView(key, key.partnerId === operatorsId ? "operator" : to)
      const maker = view.createdBy === "operator" ? undefined : makers.get(makerIdOf(key)[0] ?? "")
      return {
        ...{ ...view, ownerId: key.partnerId, status: keyStatus(key, now) },
        maker: maker === undefined ? null : makerView(maker)
      }
    }
  })

  return {
    keys: {
      create: (input: ApiKeyRequest) => keys.create(input),
      /** A key of the operators together. */
      createForOperators: (input: OperatorKeyRequest) => operatorKeys.create(input),
      revoke: (id: string) => keys.revoke(id),
      /** A key of a partner or, for operators, of their own. */
      get: (id: string) =>
        Effect.gen(function* () {
          const found = yield* firstOf(states.indexed(apiKey, "by_id", { equal: [id] }))
          if (Option.isNone(found)) return yield* new NotFound({ what: "key", id })
          const { state } = found.value
          return (yield* shownTo("partner", [state]))(state)
        }),
      /** A part of the list of a partner, or of the `operators`, with who made each. */
      held: (ownerId: string, asked = firstPage) =>
        Effect.gen(function* () {
          const part = yield* partAsked(asked)
          const found = yield* lists.page(keyList, { partnerId: ownerId }, {}, part, yield* wallClock.now)
          const { items, nextCursor, total } = found
          const page: Page<HeldKeyView> = {
            ...{ nextCursor, total },
            items: items.map(yield* shownTo("partner", items))
          }
          return page
        }),
      /** The keys that a person made for whomever, and that still open something. */
      madeBy: (userId: string) =>
        Effect.gen(function* () {
          const now = yield* wallClock.now
          const made = yield* Effect.provideService(
            allById(apiKey, (key) => makerIdOf(key)[0] === userId && isActive(key, now)),
            StateReader,
            states
          )
          const shown: ReadonlyArray<HeldKeyView> = made.map(yield* shownTo("operator", made))
          return shown
        })
    }
  }
})

/** The id of the person who made a key, as an operator or as one of a partner. */
const makerIdOf = ({ createdBy }: ApiKey): ReadonlyArray<string> =>
  Option.toArray(createdBy)
    .map((actor) => actor.replace(/^(?:user|operator):/, ""))
    .filter(isUserId)

const makerView = ({ disabledAt, id, name }: User): KeyMaker => ({
  ...{ id, name: name === "" ? null : name },
  isDisabled: Option.isSome(disabledAt)
})
