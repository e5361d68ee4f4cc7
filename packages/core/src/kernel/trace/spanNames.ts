/** The names of spans. */
export const spanNames = {
  command: (tag: string): string => `command ${tag}`,
  transact: "transact",
  commit: "commit",
  job: (kind: string): string => `job ${kind}`,
  call: (port: string, name: string): string => `call ${port} ${name}`,
  /** A call of a host, such as `payouts.create`. */
  operation: (name: string): string => `operation ${name}`,
  /** A request to a node of a network. */
  rpc: (method: string): string => `rpc ${method}`
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
  rpcMethod: "rpc.method",
  /** How many calls a request to a node carries. */
  rpcCalls: "quittance.rpc_calls",
  /** The host and port of a node, and nothing else of its URL. */
  node: "server.address",
  /** The error code of an answer, the kind of failure of a node, or the tag of an error. */
  errorType: "error.type"
} as const
