import { Clock, Effect, Option } from "effect"
import { ClaimReader } from "../../kernel/idempotency/ClaimReader.ts"
import { existing } from "../../kernel/input/existing.ts"
import { ownClaim } from "../../kernel/ports/Claim.ts"
import { Ids } from "../../kernel/ports/Ids.ts"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import type { Draft } from "../../kernel/transact/Draft.ts"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import { Partners } from "../partner/Partners.ts"
import { roster } from "../roster/Roster.ts"
import { rosterIdOf } from "../roster/rosterNames.ts"
import { roleOf } from "../roster/rosterPeople.ts"
import { makeAcceptance } from "./acceptance.ts"
import { Invitations } from "./Invitations.ts"
import { emailDigest } from "./PersonName.ts"
import { personClaims } from "./personNames.ts"
import { user } from "./User.ts"

/** What is written in the commit of a user, and is of the user too, such as a first credential. */
export type WithUser = Pick<Draft, "aggregates" | "events" | "claims">

/** The services that users use, looked up once and not for each call. */
export const makeUserParts = Effect.gen(function* () {
  return {
    ...(yield* makeAcceptance),
    transact: (yield* makeTransact).transact,
    ids: yield* Ids,
    states: yield* StateReader,
    claims: yield* ClaimReader,
    partners: yield* Partners,
    invitations: yield* Invitations
  }
})
export type UserParts = Effect.Success<typeof makeUserParts>

export const readUser = ({ states }: UserParts, id: string) => existing(states, user, id, id)

export const readRoster = ({ states }: UserParts, partnerId: string) =>
  states.get(roster, partnerId, rosterIdOf(partnerId))

/** The claim of a user on an e-mail address. */
export const emailClaim = (id: string, email: string) =>
  ownClaim({ id, partnerId: id }, personClaims.email, emailDigest(email))

/** What the user may do for the partner now. */
export const roleFor = Effect.fnUntraced(function* (parts: UserParts, id: string, partnerId: string) {
  const found = yield* parts.states.get(user, id, id)
  if (Option.isNone(found) || Option.isSome(found.value.state.disabledAt)) return undefined
  const members = yield* readRoster(parts, partnerId)
  const at = yield* Clock.currentTimeMillis
  return Option.isNone(members) ? undefined : roleOf(members.value.state, id, at)
})
