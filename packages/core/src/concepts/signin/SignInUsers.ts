import { Context, Effect, Layer, Option } from "effect"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import type { User } from "../person/User.ts"
import { Users } from "../person/Users.ts"

/** A person who may sign in. */
export interface SignInUser {
  readonly id: string
  readonly name: string
  /** What authenticators show beside the name: the e-mail address, or the name again. */
  readonly account: string
  /** How often access was recovered: credentials and sessions of before do not count. */
  readonly recoveries: number
}

/** Those who are enabled; nobody else is found. */
export class SignInUsers extends Context.Service<
  SignInUsers,
  {
    readonly find: (id: string) => Effect.Effect<Option.Option<SignInUser>, StoreUnavailable>
    /** However the letters of the address are written. */
    readonly byEmail: (email: string) => Effect.Effect<Option.Option<SignInUser>, StoreUnavailable>
  }
>()("@quittance/core/concepts/signin/SignInUsers") {
  static readonly layer = Layer.effect(
    SignInUsers,
    Effect.map(Users, (users) => {
      /** What is left of an acceptance is made first. */
      const enabled = (found: Option.Option<User>) =>
        Option.match(found, {
          onNone: () => Effect.succeedNone,
          onSome: (user) =>
            Option.isSome(user.disabledAt)
              ? Effect.succeedNone
              : Effect.as(
                  Option.isSome(user.joining) ? users.finish(user.id) : Effect.void,
                  Option.some(signInUserOf(user))
                )
        })
      return SignInUsers.of({
        find: (id) =>
          users.get(id).pipe(
            Effect.asSome,
            Effect.catchTag("NotFound", () => Effect.succeedNone),
            Effect.flatMap(enabled)
          ),
        byEmail: (email) => Effect.flatMap(users.byEmail(email), enabled)
      })
    })
  )
}

export const signInUserOf = ({ email, id, name, recoveries }: User): SignInUser => ({
  ...{ id, name, recoveries },
  account: Option.getOrElse(email, () => name)
})
