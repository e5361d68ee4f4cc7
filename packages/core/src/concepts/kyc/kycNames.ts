import { jobKind } from "../../kernel/ports/Job.ts"

/** The names under which stores keep what belongs to KYC sessions. */
export const kycJobs = {
  check: jobKind("kyc.check"),
  expire: jobKind("kyc.expire"),
  erase: jobKind("kyc.erase"),
  retain: jobKind("kyc.retain")
}
