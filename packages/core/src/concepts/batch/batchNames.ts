import { creationScope } from "../../kernel/concept/ClaimScope.ts"
import { idPrefix } from "../../kernel/concept/IdPrefix.ts"
import { jobKind } from "../../kernel/ports/Job.ts"

/** Names that stores keep of files of invoices. */

export const batchPrefix = idPrefix("bat_")

export const batchJobs = {
  mail: jobKind("invoice.mail")
}

export const batchClaims = {
  create: creationScope("batch.create")
}
