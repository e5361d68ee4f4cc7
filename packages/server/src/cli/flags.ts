import type { Flag } from "./Command.ts"

/** Flags that several commands take. */

export const from: Flag = {
  name: "--from",
  value: "INSTANT",
  help: "created at or after this instant: ISO 8601, by default UTC"
}
export const to: Flag = { name: "--to", value: "INSTANT", help: "created before this instant" }
export const currency: Flag = {
  name: "--currency",
  value: "CODE",
  choices: ["USD", "EUR", "RUB", "KZT"],
  help: "USD, EUR, RUB or KZT; default all"
}
export const reason: Flag = {
  name: "--reason",
  value: "TEXT",
  charactersMax: 500,
  required: true,
  help: "kept in the audit log"
}

export const partner: Flag = { name: "--partner", value: "NAME", help: "only this partner's; default all" }
export const limit: Flag = { name: "--limit", value: "N", help: "how many are shown, up to 1000; default 50" }
export const page: Flag = {
  name: "--page",
  value: "N",
  help: "the next ones of that many; default 1, the newest"
}
/** Each of its status filters is `choices`. */
export const statusOf = (...choices: ReadonlyArray<string>): Flag => ({
  name: "--status",
  value: "STATUS",
  choices,
  help: `${choices.join(", ").replace(/, ([^,]*)$/, " or $1")}; default all`
})
