/** The names of spans. */
export const spanNames = {
  command: (tag: string): string => `command ${tag}`,
  transact: "transact",
  commit: "commit",
  job: (kind: string): string => `job ${kind}`,
  call: (port: string, name: string): string => `call ${port} ${name}`
} as const

/**
 * The attributes of spans. A tracer that exports takes these and no others, so that what other code adds does not leave
 * the process.
 */
export const spanAttributes = {
  requestId: "quittance.request_id",
  partnerId: "quittance.partner_id",
  /** Of a command, a commit or a job: the payout, the invoice … */
  subjectId: "quittance.subject_id",
  jobKind: "quittance.job_kind",
  /** The kinds of events of a commit, with commas between them. */
  events: "quittance.events",
  method: "http.request.method",
  route: "http.route",
  status: "http.response.status_code",
  /** The error code of an answer, or the tag of an error. */
  errorType: "error.type"
} as const
