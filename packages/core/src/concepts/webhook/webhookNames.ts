import { creationScope, partnerScope } from "../../kernel/concept/ClaimScope.ts"
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

export const webhookClaims = {
  create: creationScope("webhook.create"),
  /** By the normalised URL of a fiat webhook. Released when the webhook is deleted or its URL changes. */
  url: partnerScope("webhook.url"),
  /** By an empty key: an account has one transit webhook. */
  transit: partnerScope("webhook.transit")
}

declare module "../../kernel/work/Alert.ts" {
  interface AlertKinds {
    readonly "webhook.disabled": true
    readonly "webhook.backlog": true
  }
}
