import { jobKind } from "../../kernel/ports/Job.ts"

/** Names that stores keep of networks. */

export const chainJobs = {
  read: jobKind("chain.read"),
  send: jobKind("chain.send"),
  sweep: jobKind("chain.sweep"),
  check: jobKind("chain.check")
}
