/** What a command prints on standard output. */

export const printLine = (text = ""): void => {
  process.stdout.write(`${text}\n`)
}

export const printJson = (value: unknown): void => printLine(JSON.stringify(value, undefined, 2))

/** Names and values below each other; what has no value is left out. */
export const printFacts = (facts: ReadonlyArray<readonly [string, string]>): void => {
  const width = Math.max(...facts.map(([name]) => name.length))
  for (const [name, value] of facts) if (value !== "") printLine(`  ${name.padEnd(width)}  ${value}`)
}

/** Columns as wide as their widest value. */
export const printTable = (
  heads: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>
): void => {
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0))
  )
  for (const row of [heads, ...rows]) {
    printLine(
      row
        .map((value, column) => value.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd()
    )
  }
}
