import { idPrefix } from "../../kernel/concept/IdPrefix.ts"
import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import { jobKind } from "../../kernel/ports/Job.ts"

/** Names that stores keep of rosters. */

export const pendingChangePrefix = idPrefix("chg_")

/** The id of the roster of a partner: its `StateReader.get`, and the guard of a commit, name both. */
export const rosterIdOf = (partnerId: PartnerId): string => `roster-${partnerId}`

export const rosterJobs = {
  alert: jobKind("roster.alert")
}

declare module "../../kernel/work/Alert.ts" {
  interface AlertKinds {
    readonly "roster.changed": true
    readonly "roster.unsatisfiable": true
  }
}
