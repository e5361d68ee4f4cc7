import { jobKind } from "../../kernel/ports/Job.ts"

/** The names under which stores keep what belongs to webhooks. */
export const webhookJobs = {
  fanOut: jobKind("webhook.fanOut"),
  deliver: jobKind("webhook.deliver"),
  prune: jobKind("webhook.prune")
}
