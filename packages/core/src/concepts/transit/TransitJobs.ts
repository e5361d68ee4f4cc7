import type { PartnerId } from "../../kernel/concept/PartnerId.ts"
import type { ScheduledJob } from "../../kernel/ports/Job.ts"
import type { Instant } from "../../kernel/time/Instant.ts"
import type { TransitWalletId } from "./TransitWallet.ts"
import { transitJobs } from "./transitNames.ts"

/** Reads a wallet's address off its network. */
export const walletWatchJob = (
  partnerId: PartnerId,
  walletId: TransitWalletId,
  dueAt: Instant
): ScheduledJob => ({ kind: transitJobs.watch, partnerId, subjectId: walletId, dueAt })
