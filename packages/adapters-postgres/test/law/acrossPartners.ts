/**
 * Every statement that is about no one partner, or that looks at all of them, each with why it may. Requests and jobs
 * send none but those of `background`.
 */
export interface Across {
  /** The whole name of a statement; the first words of one without a name. */
  readonly statement: RegExp
  readonly because: string
}

/** Tables whose rows belong to no partner. They are not spread: see `schema/distribution.ts`. */
export const tablesOfNoPartner: { readonly [table: string]: string } = {
  meta: "one row, of the store",
  store_hold: "one row, of the store",
  data_keys: "keys of the deployment, few",
  rate_buckets: "limits of client addresses and of the whole server are among them",
  seen_signatures: "every signed request asks, and a group of them is one transaction",
  refused_requests: "a help for developers, the newest of all partners, written many partners at a time",
  sandbox_records: "the simulated outside knows no partners"
}

/** How the workers of a store that is spread find what is due. */
export const background: ReadonlyArray<Across> = [
  { statement: /^jobs\.findDue$/, because: "jobs are due of any partner; each is then taken within its own" },
  { statement: /^jobs\.nextDueOfEach$/, because: "a worker sleeps until the next job of any partner is due" }
]

/** Sent by requests of operators, and by the suites that walk the index. */
const invoicesThatWait: Across = {
  statement: /^invoices by awaited [\w<> ]+$/,
  because:
    "an operator looks at money of a statement, which may be for an invoice of any partner; the first few"
}

/** What requests look at across networks, whose rows are few and belong to no partner, or for an operator. */
export const requests: ReadonlyArray<Across> = [
  {
    statement: /^first of chain_(setups|wallets)$/,
    because: "no payout goes to a wallet or a factory of any network; read once a second at most"
  },
  {
    statement: /^subscribers that listen$/,
    because: "subscribers of the host get the events of all partners; they are few, and many commits ask once"
  },
  invoicesThatWait
]

/** Beside jobs and requests: operators, audits, the start and the end of a process. */
const beside: ReadonlyArray<Across> = [
  {
    statement: /^(first|next) of [\w ]+$/,
    because: "an audit, a copy or an operator walks over everything, a page at a time"
  },
  { statement: /^partner of \w+$/, because: "an operator names a thing by its id alone" },
  {
    statement: /^\w+ by (unresolved|in_check|disabled) [\w<> ]+$/,
    because: "operators look at what waits for them"
  },
  {
    statement: /^(count of \w+|partners by created 0[<>] all)$/,
    because: "operators list partners, a page at a time; the suites count other tables too"
  },
  {
    statement:
      /^(count of disabled webhooks|events that wait|(payouts|deliveries) that wait|open payouts|jobs\.countDue)$/,
    because: "the metrics of the deployment"
  },
  {
    statement: /^(rows that lost what they belong to|events that are missing|entries without their event)$/,
    because: "the audit"
  },
  { statement: /^counts of \w+ that are wrong$/, because: "the audit" },
  { statement: /^jobs\.owners$/, because: "a process that starts looks for leases of dead ones" }
]

/** What a server on which partners lie together sends as well. */
const together: ReadonlyArray<Across> = [
  {
    statement: /^listeners$/,
    because: "as `subscribers that listen`, in one question with the partner's webhooks"
  },
  { statement: /^jobs\.claim$/, because: "as `jobs.findDue`, and takes them in the same statement" },
  { statement: /^jobs\.nextDue$/, because: "as `jobs.nextDueOfEach`" },
  { statement: /^jobs\.shorten of many$/, because: "a clock was set back, and leases end too late" },
  { statement: /^jobs\.freeAllOf of many$/, because: "the leases of a dead process, as `jobs.owners`" }
]

/** What only the suites of the storage ports send. */
const bySuites: ReadonlyArray<Across> = [
  invoicesThatWait,
  { statement: /^-- One row: what this store is\./, because: "the schema" },
  {
    statement:
      /^(CREATE TABLE IF NOT EXISTS \w+|ALTER TABLE \w+ (ADD COLUMN|DROP CONSTRAINT|VALIDATE CONSTRAINT)|CREATE INDEX \w+ ON) /,
    because: "steps of the schema"
  },
  {
    statement: /^\w+ by \w+ 0 (all|limited)( backwards)?$/,
    because: "an index as a whole, by which the suites prove its order; nothing else asks for one"
  }
]

export const bySuitesTogether: ReadonlyArray<Across> = [...beside, ...together, ...bySuites]
