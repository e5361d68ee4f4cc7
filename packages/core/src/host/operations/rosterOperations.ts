import { Clock, Effect, Option } from "effect"
import { Partners } from "../../concepts/partner/Partners.ts"
import type {
  AddressBookRequest,
  BookAddressRequest,
  MemberRequest,
  NewBookAddressRequest,
  OneTierRequest,
  RoleRequest,
  TiersRequest
} from "../../concepts/roster/RosterRequest.ts"
import { type RosterOutcome, Rosters } from "../../concepts/roster/Rosters.ts"
import { type ChangedRosterView, pendingChangeView, rosterView } from "../../concepts/roster/RosterView.ts"
import { makeHistories } from "../../store/histories.ts"

const changedView = ({ at, pending, state }: RosterOutcome): ChangedRosterView => ({
  pending: Option.getOrNull(Option.map(pending, pendingChangeView)),
  roster: rosterView(state, at)
})

/** Who approves what for a partner. */
export const makeRosterOperations = Effect.gen(function* () {
  const rosters = yield* Rosters
  const partners = yield* Partners
  const histories = yield* makeHistories("partner")
  /** Fails for an unknown partner, whose roster would look empty. */
  const read = (partnerId: string) => Effect.andThen(partners.byId(partnerId), rosters.fresh(partnerId))
  const shown = <E>(outcome: Effect.Effect<RosterOutcome, E>) => Effect.map(outcome, changedView)

  return {
    rosters: {
      get: (partnerId: string) =>
        Effect.zipWith(read(partnerId), Clock.currentTimeMillis, ({ state }, at) => rosterView(state, at)),
      history: (partnerId: string) => Effect.flatMap(read(partnerId), ({ state }) => histories.roster(state)),
      setTiers: (partnerId: string, input: TiersRequest) => shown(rosters.setTiers(partnerId, input)),
      setTier: (partnerId: string, input: OneTierRequest) => shown(rosters.setTier(partnerId, input)),
      setAddressBook: (partnerId: string, input: AddressBookRequest) =>
        shown(rosters.setAddressBook(partnerId, input)),
      addAddress: (partnerId: string, input: NewBookAddressRequest) =>
        shown(rosters.addAddress(partnerId, input)),
      removeAddress: (partnerId: string, input: BookAddressRequest) =>
        shown(rosters.removeAddress(partnerId, input)),
      addMember: (partnerId: string, input: RoleRequest) => shown(rosters.addMember(partnerId, input)),
      changeRole: (partnerId: string, input: RoleRequest) => shown(rosters.changeRole(partnerId, input)),
      removeMember: (partnerId: string, input: MemberRequest) =>
        shown(rosters.removeMember(partnerId, input)),
      agree: (partnerId: string, changeId: string) => shown(rosters.agree(partnerId, changeId)),
      withdraw: (partnerId: string, changeId: string) => shown(rosters.withdraw(partnerId, changeId))
    }
  }
})
