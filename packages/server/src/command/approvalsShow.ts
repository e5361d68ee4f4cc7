import { type RosterChangeView, type RosterView, rosterView } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import { readServicesLayer } from "../start/services.ts"
import { onStore } from "./onStore.ts"
import { printJson, printLine, printTable } from "./print.ts"
import { readRoster } from "./rosterOf.ts"
import { timeText } from "./timeText.ts"

/** `quittance approvals show`: reads only. */
export const run: RunCommand = (input) => {
  const show = Effect.gen(function* () {
    const { at, name, roster } = yield* readRoster(input.required("--partner"))
    const view = rosterView(roster, at, "operator")
    if (input.has("--json")) printJson({ partner: name, ...view })
    else printRoster(name, view)
    return 0
  })
  return onStore(readServicesLayer, show)
}

const time = (at: string): string => timeText(Date.parse(at))

/** The people, the rules, the book and what waits, as far as there is any of them; and what is wrong with the rules. */
export const printRoster = (
  name: string,
  { addressBook, members, pending, rules, warnings }: RosterView
): void => {
  const lines = rules.flatMap(ruleLines)
  if (lines.length === 0) printLine(`Payouts of ${name} need no approval.`)
  for (const line of lines) printLine(line)
  if (members.length > 0) {
    printLine("\nPeople (owner and finance approve):")
    printTable(
      ["USER", "ROLE", "SINCE (UTC)"],
      members.map(({ role, since, user }) => [user, role, time(since)])
    )
  }
  if (addressBook.length > 0) {
    printLine("\nAddress book:")
    printTable(
      ["NETWORK", "ADDRESS", "LABEL", "BY", "HOLDS FROM (UTC)"],
      addressBook.map(({ address, by, holdsFrom, label, network }) => [
        network,
        address,
        label,
        by,
        time(holdsFrom)
      ])
    )
  }
  if (pending.length > 0) {
    printLine("\nChanges that wait:")
    printTable(
      ["ID", "CHANGE", "BY", "AGREED", "HOLDS FROM (UTC)"],
      pending.map(({ agreedBy, by, change, holdsFrom, id }) => [
        id,
        changeWords(change),
        by,
        agreedBy ?? "waits for a second person",
        holdsFrom === null ? "" : time(holdsFrom)
      ])
    )
  }
  for (const warning of warnings) printLine(`\nWarning: ${warning}.`)
}

const ruleLines = ({ addressBook, currency, tiers }: RosterView["rules"][number]): ReadonlyArray<string> => [
  ...tiers.map(
    ({ approvers, from }) =>
      `From ${from} ${currency}: ${approvers} ${approvers === 1 ? "approver" : "approvers"}`
  ),
  ...(addressBook === "on" ? [`${currency} to an address that is not in the book: 1 approver at least`] : [])
]

/** A change in a few words. */
export const changeWords = (change: RosterChangeView): string => {
  const { address, addressBook, currency, label, network, role, tiers = [], user } = change
  switch (change.kind) {
    case "set_tiers":
      return tiers.length === 0
        ? `no approvers of amounts in ${currency}`
        : `${currency} ${tiers.map(({ approvers, from }) => `from ${from}: ${approvers}`).join(", ")}`
    case "set_address_book":
      return `address book ${addressBook} for ${currency}`
    case "add_address":
      return `add ${address} on ${network}, ${label}`
    case "remove_address":
      return `remove ${address} on ${network}`
    case "add_member":
      return `add ${user} as ${role}`
    case "change_role":
      return `make ${user} ${role}`
    case "remove_member":
      return `remove ${user}`
  }
}
