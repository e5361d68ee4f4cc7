import { jobKind } from "../../kernel/ports/Job.ts"

/** The names under which stores keep what belongs to transit wallets. */
export const transitJobs = {
  watch: jobKind("transit.watch")
}
