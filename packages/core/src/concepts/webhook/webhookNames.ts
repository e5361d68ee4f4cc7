import { idPrefix } from "../../kernel/concept/IdPrefix.ts"
import { jobKind } from "../../kernel/ports/Job.ts"

/** Names that stores keep of webhooks. */

export const webhookPrefix = idPrefix("whk_")
export const deliveryPrefix = idPrefix("dlv_")

export const webhookJobs = {
  fanOut: jobKind("webhook.fanOut"),
  deliver: jobKind("webhook.deliver"),
  prune: jobKind("webhook.prune")
}
