import { batchColumnNamed } from "./BatchHeader.ts"

const separatorNames = new Map([
  [";", "semicolons"],
  ["\t", "tabs"],
  ["|", "vertical bars"]
])

/**
 * What separates the columns, if it is not a comma: what a first line `sep=` says, or what separates more known columns
 * of the header than a comma does, or all of a header of unknown ones without a comma. It is looked for in the first
 * lines alone, at most `lengthMax` characters of each, so that it is found before anything else in the file could be
 * wrong.
 */
export const otherSeparator = (text: string, lengthMax: number): string | undefined => {
  const first = lineFrom(text, 0, lengthMax)
  const said = separatorSaid(first.line)
  const { line } = said === undefined ? first : lineFrom(text, first.end, lengthMax)
  const counts = new Map([",", ...separatorNames.keys()].map((each) => [each, columnsIn(line, each)]))
  const most = Math.max(...counts.values())
  const found =
    most > 0
      ? [...counts].find(([, count]) => count === most)?.[0]
      : [...counts.keys()].find((each) => line.includes(each))
  const separator = found === undefined || found === "," ? (said ?? ",") : found
  return separator === "," ? undefined : (separatorNames.get(separator) ?? `“${separator}”`)
}

/** The separator that a line for Excel names. Spreadsheets may have added empty cells to it. */
export const separatorSaid = (line: string): string | undefined =>
  /^"?sep="?([^"])"?[,"\s]*$/iu.exec(line)?.[1]

const columnsIn = (line: string, separator: string): number =>
  line
    .split(separator)
    .filter((name) => batchColumnNamed(name.replace(/^\s*"([^"]*)"\s*$/, "$1")) !== undefined).length

/**
 * The next line that is more than empty cells, or its first `lengthMax` characters. A quoted name may have several
 * lines.
 */
const lineFrom = (
  text: string,
  from: number,
  lengthMax: number
): { readonly line: string; readonly end: number } => {
  const written = matchFrom(/[^\s\p{Cf},;|"]/gu, text, from)
  const start = Math.max(from, text.lastIndexOf("\n", written) + 1, text.lastIndexOf("\r", written) + 1)
  const part = text.slice(start, start + lengthMax)
  let isQuoted = false
  for (const { 0: found, index } of part.matchAll(/["\r\n]/g)) {
    if (found === '"') isQuoted = !isQuoted
    else if (!isQuoted) return { line: part.slice(0, index), end: start + index }
  }
  // A quote that never closes leaves the line as it looks.
  const end = isQuoted ? matchFrom(/[\r\n]/g, part, 0) : part.length
  return { line: part.slice(0, end), end: start + end }
}

/** Where the expression matches next, or the end of the text. */
const matchFrom = (expression: RegExp, text: string, from: number): number => {
  expression.lastIndex = from
  return expression.exec(text)?.index ?? text.length
}
