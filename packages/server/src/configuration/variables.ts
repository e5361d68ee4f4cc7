import { nearest } from "@quittance/core/nearest"

/** The variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The server's environment variables, which are its configuration, each with what the help says of it. */
export const variables: ReadonlyArray<readonly [names: string, help: string]> = [
  ["QUITTANCE_CONFIG", "configuration file: quittance.config.json if it exists; see config check"],
  ["PORT, HOST", "where to listen: 3000, 127.0.0.1"],
  ["QUITTANCE_DB", "path of the SQLite file (./data/quittance.db), or a postgres:// URL"],
  ["QUITTANCE_DATA", "folder of the other files if QUITTANCE_DB is a URL: ./data"],
  ["QUITTANCE_MODE", "sandbox (default) or live; a store never changes its mode"],
  ["QUITTANCE_MASTER_KEY", "32 bytes in base64; generated beside the database in sandbox"],
  ["QUITTANCE_MASTER_KEY_PREVIOUS", "earlier master keys, for keys reseal"],
  ["QUITTANCE_MASTER_KEY_FILE", "a file with the master key instead; earlier keys in the lines below"],
  ["QUITTANCE_MASTER_KEY_COMMAND", "a program that wraps data keys instead, for example for a KMS"],
  ["QUITTANCE_PUBLIC_URL", "base of payment and verification links: http://HOST:PORT"],
  ["QUITTANCE_CONSOLE_URL", "where people sign in, below /console: https, or http://localhost"],
  ["QUITTANCE_ROLE", "all (default), http or worker"],
  ["QUITTANCE_PROVIDERS", "ES module with a payoutProcessor, bankRail, mailer, kycChecker …"],
  ["QUITTANCE_DOCUMENTS", "folder of KYC documents, or s3://bucket/prefix; default: beside the store"],
  ["QUITTANCE_STATEMENTS", "watched folder: a statement in its folder NAME is imported into NAME"],
  ["QUITTANCE_KYC_RETENTION_DAYS", "days until ended KYC sessions are redacted; never by default"],
  ["QUITTANCE_INVOICE_RETENTION_DAYS", "days until ended invoices are redacted; never by default"],
  ["QUITTANCE_SMTP_URL", "mail server for e-mails: smtp://user:password@host:port or smtps://…"],
  ["QUITTANCE_MAIL_FROM", "their sender, such as Shop <pay@shop.example>"],
  ["QUITTANCE_MAIL_LOCALE", "their language: en (default), ru or kk, or a longer tag"],
  ["QUITTANCE_MAIL_RECEIPTS", "on (default) or off: whether receipts of paid invoices are mailed"],
  ["QUITTANCE_TRUSTED_PROXIES", "CIDR list of proxies whose X-Forwarded-For is trusted"],
  ["QUITTANCE_SIGNATURE_ORIGINS", "origins that may call the signature operation from a browser: none"],
  ["QUITTANCE_DOCS", "on (default) or off: whether /docs and /openapi.json are served"],
  ["QUITTANCE_RATE_LIMITS", "on (default) or off, never off in live"],
  ["QUITTANCE_WEBHOOK_ALLOW_PRIVATE", "1 allows webhooks to this machine and over http, never in live"],
  ["QUITTANCE_WEBHOOK_PORTS", "ports for webhooks in addition to 443 and 8443, such as 9443,10443"],
  ["QUITTANCE_WEBHOOK_RETENTION_DAYS", "days for which events and their delivery log are kept: 30"],
  ["QUITTANCE_METRICS_TOKEN", "bearer token; if set, every reader of /metrics must send it"],
  ["QUITTANCE_ALERT_WEBHOOK_URL", "where operators are told what needs them: a signed POST"],
  ["QUITTANCE_ALERT_WEBHOOK_SECRET", "the secret that signs it: whsec_…"],
  ["QUITTANCE_ALERT_MAIL", "the address of operators, over QUITTANCE_SMTP_URL"],
  ["QUITTANCE_TRACES_URL", "exports traces to a collector over OTLP/HTTP, such as …:4318/v1/traces"],
  ["QUITTANCE_TRACES_HEADERS", "headers for it: authorization=Bearer abc,x-team=pay"],
  ["QUITTANCE_TRACES_RATIO", "the part of all traces that is exported: 1 (default) down to 0.000001"],
  ["QUITTANCE_LOG_LEVEL", "trace, debug, info (default), warn, error or none"]
]

/** Read by the example client, which may run in the same shell. */
const ofClients = ["QUITTANCE_URL", "QUITTANCE_CREDENTIALS", "QUITTANCE_BIND"]

const prefix = "QUITTANCE_"
const own = variables.map(([names]) => names).filter((name) => name.startsWith(prefix))
const known: ReadonlySet<string> = new Set([...own, ...ofClients])

/** What Kubernetes sets in every container beside a service that is called quittance. */
const ofService = /^QUITTANCE_(?:PORT|SERVICE)_/

const editsMax = 2

/** A variable that is not known, and the one that was probably meant. */
export interface Misspelt {
  readonly name: string
  readonly meant: string
}

export interface UnknownVariables {
  /** Within two edits of a known variable: what it should set would be at its default. */
  readonly misspelt: ReadonlyArray<Misspelt>
  /** The others. They have no effect. */
  readonly strange: ReadonlyArray<string>
}

/**
 * The variables `QUITTANCE_…` that nothing reads. One whose prefix itself is misspelt is recognised by the variable
 * that it resembles. An empty variable counts as unset.
 */
export const unknownVariables = (environment: Environment): UnknownVariables => {
  const misspelt: Array<Misspelt> = []
  const strange: Array<string> = []
  const given = Object.keys(environment).filter((name) => environment[name]?.trim() && !known.has(name))
  for (const name of given.sort()) {
    const meant = ofService.test(name) ? undefined : nearest(name, own, editsMax)
    if (meant !== undefined) misspelt.push({ name, meant })
    else if (name.startsWith(prefix)) strange.push(name)
  }
  return { misspelt, strange }
}

export const misspeltSentence = ({ meant, name }: Misspelt): string =>
  `${name} is not a variable of Quittance: ${meant} was probably meant; rename or unset it.`

/** One sentence for all of them; undefined if there are none. */
export const strangeSentence = (strange: ReadonlyArray<string>): string | undefined => {
  if (strange.length === 0) return undefined
  const [verb, it] = strange.length === 1 ? ["is", "it has"] : ["are", "they have"]
  const nouns = strange.length === 1 ? "not a variable" : "not variables"
  return `${strange.join(", ")} ${verb} ${nouns} of Quittance: ${it} no effect; quittance help serve lists the variables`
}
