import { Clock, Context, Effect, Layer, Schema } from "effect"
import { actingAs } from "../../kernel/actor/Actor.ts"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import type { InvalidInput } from "../../kernel/input/Input.ts"
import type { InvalidState, LimitReached, NotFound } from "../../kernel/input/Refusals.ts"
import { Guard } from "../../kernel/ports/Guard.ts"
import { Ids } from "../../kernel/ports/Ids.ts"
import { StateReader } from "../../kernel/ports/StateReader.ts"
import type { StoreUnavailable } from "../../kernel/ports/Store.ts"
import { consoleUrlOf, isLocalUrl } from "../../kernel/setting/consoleUrl.ts"
import { type Instant, millisPerMinute } from "../../kernel/time/Instant.ts"
import { WallClock } from "../../kernel/time/WallClock.ts"
import { makeTransact } from "../../kernel/transact/Transact.ts"
import { Partners } from "../partner/Partners.ts"
import type { InvitationRefused } from "../person/Invitation.ts"
import { Invitations } from "../person/Invitations.ts"
import { isUserId } from "../person/personNames.ts"
import { Users } from "../person/Users.ts"
import { Rosters } from "../roster/Rosters.ts"
import { rosterAt } from "../roster/rosterAt.ts"
import { Settings } from "../settings/Settings.ts"
import type { SignInLimited, SignInRefused } from "./SignInRefused.ts"
import { signInUserOf } from "./SignInUsers.ts"
import { limitPlace } from "./signInLimits.ts"
import { beginSession, type SignedIn, type SignInClient } from "./signInParts.ts"
import { makeTickets } from "./Tickets.ts"

/** How long such a link opens. */
export const signInLinkMillis = 10 * millisPerMinute

/** Whoever has such a link is somebody else's owner: it exists where only one machine's people get it. */
export class SignInLinksOff extends Schema.TaggedError<SignInLinksOff>()("SignInLinksOff", {}) {
  get code() {
    return "sign_in_links_off" as const
  }

  override get message(): string {
    return "links that sign in exist only in a sandbox whose console is at http://localhost"
  }
}

/** Why a partner without an owner got none. */
type OwnerRefused = InvalidInput | InvalidState | InvitationRefused | LimitReached | NotFound

type LinkRefused = SignInLinksOff | SignInLimited | SignInRefused | StoreUnavailable

/**
 * Links that sign an owner of a partner in without a credential, once: for the first look at a sandbox, by whoever has
 * a terminal on its machine. Nothing is stored for them, so one that nobody opens leaves nothing behind. What needs a
 * step-up waits for a first credential.
 */
export class SignInLinks extends Context.Service<
  SignInLinks,
  {
    /** The end of a link for the partner. */
    readonly make: (
      partnerId: PartnerId
    ) => Effect.Effect<{ readonly ticket: string; readonly expiresAt: Instant }, SignInLinksOff>
    /** The name of the partner whose owner it signs in. */
    readonly look: (ticket: string, client: SignInClient) => Effect.Effect<string, LinkRefused>
    /** Signs the first owner in, who is made if there is none. Of those who use one link, one is signed in. */
    readonly use: (
      ticket: string,
      client: SignInClient
    ) => Effect.Effect<SignedIn, LinkRefused | OwnerRefused>
  }
>()("@quittance/core/concepts/signin/SignInLinks") {
  static readonly layer = Layer.effect(
    SignInLinks,
    Effect.gen(function* () {
      const settings = yield* Settings
      const parts = { states: yield* StateReader, ids: yield* Ids }
      const { transact } = yield* makeTransact
      const guard = yield* Guard
      const wallClock = yield* WallClock
      const tickets = yield* makeTickets
      const partners = yield* Partners
      const ownerOf = yield* makeOwners

      const { mode } = settings
      const consoleUrl = consoleUrlOf(settings)
      const isOn = mode === "sandbox" && consoleUrl !== undefined && isLocalUrl(consoleUrl)
      const whereOn = Effect.suspend(() => (isOn ? Effect.void : Effect.fail(new SignInLinksOff())))

      const opened = Effect.fnUntraced(function* (sealed: string, { address }: SignInClient) {
        yield* whereOn
        yield* limitPlace(guard, address, yield* wallClock.now)
        return yield* tickets.open(sealed, "link", "")
      })

      return SignInLinks.of({
        make: Effect.fn("SignInLinks.make")(function* (partnerId) {
          yield* whereOn
          const wanted = { purpose: "link", subject: partnerId } as const
          const { sealed, ticket } = yield* tickets.issue(wanted, signInLinkMillis)
          return { ticket: sealed, expiresAt: ticket.until }
        }),
        look: Effect.fn("SignInLinks.look")((sealed, client) =>
          Effect.flatMap(opened(sealed, client), ({ subject }) => partners.nameOf(subject))
        ),
        use: Effect.fn("SignInLinks.use")(function* (sealed, client) {
          const ticket = yield* opened(sealed, client)
          yield* tickets.take(ticket)
          const user = yield* actingAs("system", ownerOf(ticket.subject))
          return yield* transact(
            Effect.gen(function* () {
              const begun = beginSession(parts, user, "link", client, yield* wallClock.now)
              const { cookie, session, ...commit } = yield* begun
              return { commit, answer: { user, session, cookie } satisfies SignedIn }
            })
          )
        })
      })
    })
  )
}

/** The first owner of a partner who is a user of this store; a new one if there is none. */
const makeOwners = Effect.gen(function* () {
  const rosters = yield* Rosters
  const users = yield* Users
  const invitations = yield* Invitations
  return Effect.fnUntraced(function* (partnerId: PartnerId) {
    const { state } = yield* rosters.fresh(partnerId)
    const members = rosterAt(state, yield* Clock.currentTimeMillis).members
    const owner = members.find(({ role, user }) => role === "owner" && isUserId(user))
    if (owner !== undefined) return signInUserOf(yield* users.get(owner.user))
    const { token } = yield* invitations.create({ partner: partnerId, role: "owner", name: "Owner" })
    const joined = users.accept(token, { _tag: "New", id: yield* users.newId })
    return signInUserOf(yield* Effect.catchTag(joined, "ClaimTaken", Effect.die))
  })
})
