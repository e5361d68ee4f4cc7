import { globalScope } from "../../kernel/concept/ClaimScope.ts"
import { idPrefix } from "../../kernel/concept/IdPrefix.ts"
import { jobKind } from "../../kernel/ports/Job.ts"

/** Names that stores keep of people and their invitations. */

export const userPrefix = idPrefix("usr_")
export const invitationPrefix = idPrefix("ivt_")

const userIdForm = new RegExp(`^${userPrefix}[0-9a-f]{32}$`)

/** Whether a text is the id of a user as this store makes them. Hosts name their own people otherwise. */
export const isUserId = (text: string): boolean => userIdForm.test(text)

/** Who owns what is of the operators together, as a partner owns what is its own. */
export const operatorsId = "operators"

export const personClaims = {
  /** By the digest of an e-mail address, held by the user who has it. */
  email: globalScope("user.email"),
  /** By the id of an invitation, held by the user who accepted it. */
  accepted: globalScope("invitation.accepted")
}

export const personJobs = {
  /** Makes what is left of an acceptance. */
  join: jobKind("user.join"),
  /** Erases what an invitation says of a person when its link expires. */
  expire: jobKind("invitation.expire")
}
