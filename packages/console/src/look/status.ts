import { type Html, html } from "@quittance/adapters-http/pages"
import { scaleOf } from "@quittance/core/adapter"
import type { Look } from "./Look.ts"

/** What a status means for who looks: each has a colour and a shape of its own. */
type Tone = "good" | "open" | "warn" | "bad" | "quiet"

const tones: { readonly [status: string]: Tone } = {
  ...{ paid: "good", completed: "good", delivered: "good", verified: "good", credited: "good", sent: "good" },
  ...{
    active: "good",
    enabled: "good",
    approved: "good",
    confirmed: "good",
    ready: "good",
    settled: "good",
    accepted: "good",
    matched: "good",
    assigned: "good"
  },
  ...{ failed: "bad", declined: "bad", refused: "bad", rejected: "bad", dead: "bad", reversed: "bad" },
  ...{ unknown: "warn", underpaid: "warn", awaiting: "warn", unresolved: "warn", disabled: "warn" },
  ...{
    late: "warn",
    overpaid: "warn",
    reorganised: "warn",
    in_review: "warn",
    paused: "warn",
    held: "warn",
    partially_completed: "warn"
  },
  ...{ expired: "quiet", cancelled: "quiet", revoked: "quiet", returned: "quiet", redacted: "quiet" },
  ...{ withdrawn: "quiet", ended: "quiet", ignored: "quiet" }
}

const said = (status: string): string => {
  const words = status.toLowerCase().replaceAll("_", " ")
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Names of programs, which programmers look for: currencies, and events such as `invoice.paid`. */
const isName = (status: string): boolean => status.includes(".") || Object.hasOwn(scaleOf, status)

/** A status as a word. */
export const statusWord = (status: string, { words }: Pick<Look, "words">): string =>
  words.statuses[status.toLowerCase()] ?? (isName(status) ? status : said(status))

/** A status as a word with its shape. What is not in the table is open. */
export const statusBadge = (status: string, look: Look): Html =>
  html`<span class="status ${tones[status.toLowerCase()] ?? "open"}">${statusWord(status, look)}</span>`
