import type { ScheduledJob } from "../../kernel/ports/Job.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import { chainJobs } from "./chainNames.ts"

/** The work of a network's wallets, due at an instant. */
export const sendJob = (network: string, dueAt: Instant): ScheduledJob => ({
  kind: chainJobs.send,
  partnerId: network,
  subjectId: network,
  dueAt
})
