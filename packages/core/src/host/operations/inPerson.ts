import { Effect, Option, Schema } from "effect"
import { kycSession } from "../../concepts/kyc/KycSessionRecord.ts"
import { apiKey } from "../../concepts/partner/ApiKey.ts"
import { Partners } from "../../concepts/partner/Partners.ts"
import { Users } from "../../concepts/person/Users.ts"
import { actingAs } from "../../kernel/actor/Actor.ts"
import { firstOf, StateReader } from "../../kernel/ports/StateReader.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import { Operations } from "./Operations.ts"
import { allows, type Permission, type PersonRole, type ShownRecord } from "./Permission.ts"
import { permissionOf } from "./permissions.ts"

/** The person may not do this: not in this role, or not for this partner. */
export class NotAllowed extends Schema.TaggedError<NotAllowed>()("NotAllowed", {
  operation: Schema.String,
  /** The person's role in the partner whose it is; null for a stranger. */
  role: Schema.NullOr(Schema.String),
  /** Who may do it. */
  roles: Schema.Array(Schema.String)
}) {
  get code() {
    return "not_allowed" as const
  }

  override get message(): string {
    const right = this.roles.length === 0 ? "operator" : this.roles.join(" or ")
    return this.role === null
      ? `${this.operation} needs a role in the partner that it is for: ${right}`
      : `${this.operation} is not for the role ${this.role}: it needs the role ${right}`
  }
}

/** Somebody who is signed in. */
export interface SignedInPerson<Missing> {
  readonly userId: string
  /** Uses up a fresh proof that the person means this call, and fails where there is none. */
  readonly prove: (operation: string, given: ReadonlyArray<unknown>) => Effect.Effect<void, Missing>
}

/** The same operations, by a person. */
export type InPerson<Offered, Missing> = {
  readonly [Name in keyof Offered]: Offered[Name] extends (
    ...given: infer Given
  ) => Effect.Effect<infer Answer, infer Failure>
    ? (...given: Given) => Effect.Effect<Answer, Failure | NotAllowed | Missing | StoreUnavailable>
    : InPerson<Offered[Name], Missing>
}

/**
 * All operations for a person: each asks anew what the person may do, for the partner that it is for, and whether the
 * person has proven to mean it; it acts as the person, or as an operator. A disabled person may do nothing.
 */
export const makeInPerson = Effect.gen(function* () {
  const operations = yield* Operations
  const users = yield* Users
  const partners = yield* Partners
  const states = yield* StateReader

  /** The partner whose a call is; undefined if it is nobody's. */
  const partnerFor = ({ of }: Permission, [first]: ReadonlyArray<unknown>) => {
    switch (of) {
      case "partner":
        return Effect.succeed(String(first))
      case "key":
        return ownerIn(firstOf(states.indexed(apiKey, "by_id", { equal: [String(first)] })))
      case "kycSession":
        return Effect.map(
          firstOf(states.indexed(kycSession, "by_id", { equal: [String(first)] })),
          Option.map(({ state }) => state.order.partnerId)
        ).pipe(Effect.map(Option.getOrUndefined))
      case "requested": {
        const { partner } = Object(first) as { readonly partner?: unknown }
        return partners.find(String(partner)).pipe(
          Effect.map(({ id }): string | undefined => id),
          Effect.catchTag("NotFound", () => Effect.succeed(undefined))
        )
      }
      case "deployment":
        return Effect.succeed(undefined)
    }
  }

  const roleFor = Effect.fnUntraced(function* (
    userId: string,
    permission: Permission,
    given: ReadonlyArray<unknown>
  ): Effect.fn.Return<PersonRole | undefined, StoreUnavailable> {
    const found = yield* Effect.catchTag(users.get(userId), "NotFound", () => Effect.succeed(undefined))
    if (found === undefined || Option.isSome(found.disabledAt)) return undefined
    const partnerId = yield* partnerFor(permission, given)
    const role = partnerId === undefined ? undefined : yield* users.roleOf(userId, partnerId)
    // An operator who is a member acts as that as far as it goes, so that the partner sees who it was.
    return found.isOperator && (role === undefined || !allows(permission, role)) ? "operator" : role
  })

  const guarded = (name: string, call: (...given: ReadonlyArray<unknown>) => Effect.Effect<unknown>) => {
    const permission = permissionOf.get(name)
    return Effect.fnUntraced(function* <Missing>(
      { prove, userId }: SignedInPerson<Missing>,
      given: ReadonlyArray<unknown>
    ) {
      const role = permission && (yield* roleFor(userId, permission, given))
      if (permission === undefined || role === undefined || !allows(permission, role))
        return yield* new NotAllowed({
          operation: name,
          role: role ?? null,
          roles: permission?.roles ?? []
        })
      if (permission.stepUp) yield* prove(name, given)
      const actor = role === "operator" ? (`operator:${userId}` as const) : (`user:${userId}` as const)
      const answer = yield* actingAs(
        actor,
        Effect.suspend(() => call(...given))
      )
      const { erasedFor = ["viewer"], shows } = permission
      return shows !== undefined && erasedFor.some((each) => each === role)
        ? withoutPersonal(shows, answer)
        : answer
    })
  }
  type Guarded = ReturnType<typeof guarded>
  interface Guards extends ReadonlyArray<readonly [name: string, each: Guarded | Guards]> {}

  // Once for all persons: a page makes the operations of one.
  const guardsOf = (offered: object, before = ""): Guards =>
    Object.entries(offered).map(([name, each]) => [
      name,
      typeof each === "function" ? guarded(before + name, each) : guardsOf(each, `${before}${name}.`)
    ])
  const guards = guardsOf(operations)

  return <Missing>(person: SignedInPerson<Missing>) => {
    const of = (guards: Guards): object =>
      Object.fromEntries(
        guards.map(([name, each]) => [
          name,
          typeof each === "function" ? (...given: ReadonlyArray<unknown>) => each(person, given) : of(each)
        ])
      )
    // The same names, each with the same function behind its permission.
    return of(guards) as unknown as InPerson<Operations["Service"], Missing>
  }
})

const ownerIn = <State extends { readonly partnerId: string }>(
  found: Effect.Effect<Option.Option<{ readonly state: State }>, StoreUnavailable>
): Effect.Effect<string | undefined, StoreUnavailable> =>
  Effect.map(found, (one) => Option.getOrUndefined(one)?.state.partnerId)

/** What a view shows of a field that was erased. */
const erasedView = (value: unknown): unknown => {
  if (Option.isOption(value)) return Option.getOrNull(value)
  return value === "{}" ? {} : value
}

/** A view, or a page of views, as if what is personal in the record were erased. */
const withoutPersonal = ({ order, recorded }: ShownRecord, answer: unknown): unknown => {
  const erased = new Map(
    Object.entries({ ...order, ...recorded }).flatMap(([name, field]) =>
      "erased" in field && field.erased !== undefined ? [[name, erasedView(field.erased.value)] as const] : []
    )
  )
  const blank = (view: unknown): unknown =>
    Object.fromEntries(
      Object.entries(Object(view)).map(([name, value]) => [name, erased.has(name) ? erased.get(name) : value])
    )
  const { items } = Object(answer) as { readonly items?: unknown }
  return Array.isArray(items) ? { ...Object(answer), items: items.map(blank) } : blank(answer)
}
