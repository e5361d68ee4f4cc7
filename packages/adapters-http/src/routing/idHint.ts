/** What the ids of the API look like, by what they name. Told by form alone: nothing is looked up. */
const kinds: ReadonlyArray<readonly [form: RegExp, named: string]> = [
  [/^inv_/, "a fiat invoice"],
  [/^bat_/, "a batch"],
  [/^kyc_/, "a KYC session"],
  [/^whk_/, "a webhook"],
  [/^dlv_/, "a delivery"],
  [/^evt_/, "an event"],
  [/^wal_/, "a transit wallet"],
  [/^prt_/, "a partner"],
  [/^key_/, "a key"],
  [/^[pso]k_(?:test|live)_/, "an API key"],
  [/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i, "a payout or a crypto invoice"]
]

/** For a text that has not the form of the id that was asked for: what it is instead, or what would be right. */
export const idHint = (id: string, right: string): string => {
  if (/^[{<:].*/.test(id)) return "put the id itself in the place of the braces"
  const found = kinds.find(([form]) => form.test(id))
  // Of the right kind it is only cut off or mistyped, which the right form tells.
  const isOfKind = found !== undefined && right.includes(` ${id.slice(0, id.indexOf("_") + 1)} `)
  const named = isOfKind ? undefined : found?.[1]
  return named === undefined ? right : `this looks like the id of ${named}; ${right}`
}
