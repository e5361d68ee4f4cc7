import {
  isLoopbackAddress,
  publicUrlFault,
  Setting,
  SettingKind,
  withoutEndSlash
} from "@quittance/core/adapter"
import { Schema } from "effect"

const expected =
  "must be an https URL without a query, such as https://explorer.example.com, or an http URL of this machine"

const isHere = (hostname: string): boolean =>
  hostname === "localhost" || isLoopbackAddress(hostname.replace(/^\[|\]$/g, ""))

/** Browsers are led there, so it is a place of the web that nobody between can change. */
const explorerFault = (text: string): string | undefined => {
  if (publicUrlFault(text) !== undefined) return expected
  const { hostname, protocol } = new URL(text)
  return protocol === "https:" || isHere(hostname) ? undefined : expected
}

const url = Schema.String.annotate({
  description:
    "Where people look transactions up: links of the console, of payment pages and of receipts go to /tx/HASH below it. Default: in live mode the explorer of a main chain that is known."
}).check(
  SettingKind.rule((text: string) => {
    const fault = explorerFault(text)
    return fault === undefined ? undefined : `invalid_url:${fault}`
  })
)

export const explorerUrl = Setting.optional<string>({ given: url, written: url, standard: "" })

/** What the links of an explorer begin with. */
export const explorerStart = (explorer: string): string => `${withoutEndSlash(explorer)}/tx/`
