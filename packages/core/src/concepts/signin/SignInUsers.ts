import { Context, type Effect, type Option } from "effect"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"

/** A person who may sign in. */
export interface SignInUser {
  readonly id: string
  readonly name: string
  /** What authenticators show beside the name: the e-mail address, or the name again. */
  readonly account: string
  /** How often access was recovered: credentials and sessions of before do not count. */
  readonly recoveries: number
}

/** Port. Those who are enabled; nobody else is found. */
export class SignInUsers extends Context.Service<
  SignInUsers,
  {
    readonly find: (id: string) => Effect.Effect<Option.Option<SignInUser>, StoreUnavailable>
    /** However the letters of the address are written. */
    readonly byEmail: (email: string) => Effect.Effect<Option.Option<SignInUser>, StoreUnavailable>
  }
>()("@quittance/core/concepts/signin/SignInUsers") {}
