import { type Flag, type FromCore, json } from "./Command.ts"

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
  choices: ({ fiatCurrencies }) => fiatCurrencies,
  help: "{choices}; default all"
}
export const reason: Flag = {
  name: "--reason",
  value: "TEXT",
  charactersMax: 500,
  required: true,
  help: "kept in the audit log"
}

export const partner: Flag = { name: "--partner", value: "NAME", help: "only this partner's; default all" }
/** For a command about one record, whose partner is known. `record` is with its article. */
export const partnerOf = (record: string): Flag => ({
  ...partner,
  help: `refuse ${record} of another partner`
})
export const limit: Flag = { name: "--limit", value: "N", help: "how many are shown, up to 1000; default 50" }
const page: Flag = {
  name: "--page",
  value: "N",
  help: "the next ones of that many; default 1, the newest"
}
export const cursor: Flag = {
  name: "--cursor",
  value: "CURSOR",
  help: "what follows: pagination.nextCursor of --json, with the same filters"
}
export const statusOf = (choices: FromCore<ReadonlyArray<string>>): Flag => ({
  name: "--status",
  value: "STATUS",
  choices,
  help: "{choices}; default all"
})

/** What every list takes besides its own filters. */
export const listed: ReadonlyArray<Flag> = [from, to, limit, page, cursor, json]
