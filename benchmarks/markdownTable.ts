/**
 * A Markdown table, padded so that it also reads well in a terminal; the first column is text, the others are figures.
 */
export const markdownTable = (
  header: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>
): string => {
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0))
  )
  const line = (cells: ReadonlyArray<string>): string =>
    `| ${widths
      .map((width, column) =>
        column === 0 ? (cells[column] ?? "").padEnd(width) : (cells[column] ?? "").padStart(width)
      )
      .join(" | ")} |`
  const rule = `|${widths
    .map((width, column) => (column === 0 ? "-".repeat(width + 2) : `${"-".repeat(width + 1)}:`))
    .join("|")}|`
  return [line(header), rule, ...rows.map(line)].join("\n")
}
