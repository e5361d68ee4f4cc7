/** Payloads read by the standards' own words, so that what is written can be compared with what was meant. */

/** The lines of an EPC code, by place; undefined where they are not those of a SEPA credit transfer. */
export const readEpc = (payload: string) => {
  const lines = payload.split("\n")
  const [tag, version, charset, id, bic, name, iban, amount, purpose, reference, ...more] = lines
  const isOne = tag === "BCD" && version === "002" && charset === "1" && id === "SCT"
  const figure = /^EUR(\d{1,9})\.(\d\d)$/.exec(amount ?? "")
  if (!isOne || figure === null || purpose !== "" || more.length > 0) return undefined
  return { bic, name, iban, amountMinor: BigInt(`${figure[1]}${figure[2]}`), reference }
}

/** The fields of a GOST code by name, in their order. */
export const readGost = (payload: string): ReadonlyMap<string, string> | undefined => {
  const mark = /^ST00012(.)/u.exec(payload)?.[1]
  if (mark === undefined) return undefined
  const fields = payload.split(mark).slice(1)
  return new Map(
    fields.map((field) => [field.slice(0, field.indexOf("=")), field.slice(field.indexOf("=") + 1)])
  )
}
