import {
  type Invitation,
  invitationPrefix,
  invitation as invitations,
  partnerPrefix,
  type User,
  userPrefix,
  user as users
} from "@quittance/core/adapter"
import { Option } from "effect"
import * as fc from "fast-check"
import { valuesOf } from "./fieldGenerators.ts"
import { instant } from "./moneyGenerators.ts"
import { anyText, hexText, optionOf, prefixed } from "./textGenerators.ts"

/** Users and their invitations over the whole range of their fields, not redacted. */

const notRedacted = fc.constant(Option.none<number>())

export const user: fc.Arbitrary<User> = fc.record({
  ...valuesOf(users.fixed, { id: prefixed(userPrefix) }),
  ...valuesOf(users.changing, {
    name: anyText(100),
    partners: fc.array(prefixed(partnerPrefix), { maxLength: 5 }),
    joining: optionOf(
      fc.record({ invitationId: prefixed(invitationPrefix), to: prefixed(partnerPrefix), at: instant })
    ),
    redactedAt: notRedacted
  })
})

export const invitation = (partnerId: string): fc.Arbitrary<Invitation> =>
  fc.record({
    ...valuesOf(invitations.fixed, {
      id: prefixed(invitationPrefix),
      partnerId: fc.constant(partnerId),
      linkHash: hexText(32)
    }),
    ...valuesOf(invitations.changing, { redactedAt: notRedacted })
  })
