import { jobKind } from "../../kernel/ports/Job.ts"

/** The names under which stores keep what belongs to networks. */
export const chainJobs = {
  read: jobKind("chain.read"),
  send: jobKind("chain.send"),
  sweep: jobKind("chain.sweep"),
  check: jobKind("chain.check")
}
