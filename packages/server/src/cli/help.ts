import type { Command } from "./Command.ts"
import { commands } from "./commands.ts"

/** Two columns; the right one starts where the longest left one ends. */
const columns = (rows: ReadonlyArray<readonly [string, string]>): string => {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join("\n")
}

const call = ({ operand, words }: Command): string =>
  ["quittance", ...words, ...(operand === undefined ? [] : [operandName(operand)])].join(" ")

const operandName = ({ many, name, optional }: NonNullable<Command["operand"]>): string =>
  optional === true ? `[${name}]` : many === true ? `${name}…` : name

const list = (some: ReadonlyArray<Command>): string =>
  columns(some.map((command) => [call(command).slice("quittance ".length), command.summary]))

export const overview = (): string => `Quittance, the payments core.

Usage: quittance COMMAND [FLAGS]

${list(commands)}

quittance COMMAND --help explains one command; quittance --version prints the version.
Commands work on the store that QUITTANCE_DB names (./data/quittance.db), also while servers run on it;
config and signature check need none.
`

/** Explains the commands that begin with one word, such as `keys`. */
export const groupHelp = (group: ReadonlyArray<Command>): string => `Usage: quittance COMMAND [FLAGS]

${list(group)}

quittance COMMAND --help explains one command.
`

export const commandHelp = (command: Command): string => {
  const required = command.flags
    .filter(({ required }) => required)
    .map(({ name, value }) => ` ${name} ${value}`)
  const optional = command.flags.length > required.length ? " [FLAGS]" : ""
  const rows = [
    ...(command.operand === undefined ? [] : [[operandName(command.operand), command.operand.help] as const]),
    ...command.flags.map(
      ({ help, name, value }) => [`${name}${value === undefined ? "" : ` ${value}`}`, help] as const
    )
  ]
  const details = rows.length === 0 ? "" : `\n${columns(rows)}\n`
  const summary = `${command.summary.charAt(0).toUpperCase()}${command.summary.slice(1)}.`
  return `${summary}\n\nUsage: ${call(command)}${required.join("")}${optional}\n${details}${more(command)}`
}

const more = ({ words }: Command): string => {
  switch (words.join(" ")) {
    case "serve":
      return `\n${serveSettings}`
    case "analytics":
      return "\nWithout --from: the last 7 days by hour, 30 days by day, 26 weeks by week, 12 months by month.\n"
    case "keys create":
      return `\n${keyScopes}`
    case "kyc decide":
      return `\n${kycReasons}`
    default:
      return ""
  }
}

const keyScopes = `Scopes. In live mode a key takes scopes of one family; in a sandbox the default is * (all):
  crypto:read, crypto:write, payouts:write
  payments:read, payments:write, kyc:write, webhooks:write
  transit:read, transit:write
`

const kycReasons = `Reasons; the page explains them to the person. One that begins with a step asks for that step again:
  document_unreadable, document_incomplete, document_expired, document_unsupported, selfie_unclear,
  selfie_mismatch, proof_of_address_unreadable, proof_of_address_outdated, proof_of_address_mismatch,
  suspected_fraud, other
`

/** The server's environment variables, which are its configuration. */
const serveSettings = `Environment variables; an empty one counts as unset:
${columns([
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
  ["QUITTANCE_ROLE", "all (default), http or worker"],
  ["QUITTANCE_PROVIDERS", "ES module with a payoutProcessor, bankRail, mailer, kycChecker …"],
  ["QUITTANCE_DOCUMENTS", "folder of KYC documents, or s3://bucket/prefix; default: beside the store"],
  ["QUITTANCE_KYC_RETENTION_DAYS", "days until ended KYC sessions are redacted; never by default"],
  ["QUITTANCE_INVOICE_RETENTION_DAYS", "days until ended invoices are redacted; never by default"],
  ["QUITTANCE_SMTP_URL", "mail server for e-mails: smtp://user:password@host:port or smtps://…"],
  ["QUITTANCE_MAIL_FROM", "their sender, such as Shop <pay@shop.example>"],
  ["QUITTANCE_MAIL_LOCALE", "their language: en (default), ru or kk, or a longer tag"],
  ["QUITTANCE_TRUSTED_PROXIES", "CIDR list of proxies whose X-Forwarded-For is trusted"],
  ["QUITTANCE_SIGNATURE_ORIGINS", "origins that may call the signature operation from a browser: none"],
  ["QUITTANCE_RATE_LIMITS", "on (default) or off, never off in live"],
  ["QUITTANCE_WEBHOOK_ALLOW_PRIVATE", "1 allows webhooks to this machine and over http, never in live"],
  ["QUITTANCE_WEBHOOK_PORTS", "ports for webhooks in addition to 443 and 8443, such as 9443,10443"],
  ["QUITTANCE_WEBHOOK_RETENTION_DAYS", "days for which events and their delivery log are kept: 30"],
  ["QUITTANCE_METRICS_TOKEN", "bearer token; if set, every reader of /metrics must send it"],
  ["QUITTANCE_LOG_LEVEL", "trace, debug, info (default), warn, error or none"]
])}
`
