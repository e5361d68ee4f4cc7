/** The fields of a record of CSV (RFC 4180); undefined while a quoted field goes on in the next line. */
export const csvFields = (record: string, separator: string): ReadonlyArray<string> | undefined => {
  const fields: Array<string> = []
  let at = 0
  for (;;) {
    if (record[at] === '"') {
      const [value, next] = quoted(record, at + 1)
      if (value === undefined) return undefined
      const end = record.indexOf(separator, next)
      fields.push(value + record.slice(next, end < 0 ? record.length : end).trim())
      if (end < 0) return fields
      at = end + 1
    } else {
      const end = record.indexOf(separator, at)
      fields.push(record.slice(at, end < 0 ? record.length : end).trim())
      if (end < 0) return fields
      at = end + 1
    }
  }
}

/** The value of a quoted field, and where it ends. */
const quoted = (record: string, start: number): readonly [string | undefined, number] => {
  let value = ""
  for (let at = start; ; ) {
    const quote = record.indexOf('"', at)
    if (quote < 0) return [undefined, record.length]
    value += record.slice(at, quote)
    if (record[quote + 1] !== '"') return [value.trim(), quote + 1]
    value += '"'
    at = quote + 2
  }
}
