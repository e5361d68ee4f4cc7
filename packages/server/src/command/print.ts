/** What a command prints on standard output. */

export const printText = (text: string): void => {
  process.stdout.write(text)
}

export const printLine = (text = ""): void => printText(`${text}\n`)

export const linesText = (lines: ReadonlyArray<string>): string => lines.map((line) => `${line}\n`).join("")

export const jsonText = (value: unknown): string => linesText([JSON.stringify(value, undefined, 2)])

/** Text that came from outside, which must not steer the terminal. */
export const foreignText = (text: string): string => text.replace(/\p{C}/gu, "?")

export const printJson = (value: unknown): void => printText(jsonText(value))

/** Names and values below each other; what has no value is left out. */
export const factLines = (facts: ReadonlyArray<readonly [string, string]>): ReadonlyArray<string> => {
  const width = Math.max(...facts.map(([name]) => name.length))
  return facts.flatMap(([name, value]) => (value === "" ? [] : [`  ${name.padEnd(width)}  ${value}`]))
}

export const printFacts = (facts: ReadonlyArray<readonly [string, string]>): void => {
  for (const line of factLines(facts)) printLine(line)
}

/** Columns as wide as their widest value. */
export const tableLines = (
  heads: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>
): ReadonlyArray<string> => {
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0))
  )
  return [heads, ...rows].map((row) =>
    row
      .map((value, column) => value.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd()
  )
}

export const printTable = (
  heads: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>
): void => {
  for (const line of tableLines(heads, rows)) printLine(line)
}
