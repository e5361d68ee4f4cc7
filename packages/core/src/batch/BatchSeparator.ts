import { batchColumnNamed } from "./BatchHeader.ts"

const separatorNames = new Map([
  [";", "semicolons"],
  ["\t", "tabs"],
  ["|", "vertical bars"]
])

/**
 * What separates the columns, if it is not a comma: what a first line `sep=` says, or what separates more known columns of the
 * header than a comma does, or all of a header of unknown ones without a comma. It is looked for in the first lines alone,
 * so that it is found before anything else in the file could be wrong, and not in lines of more than `lengthMax`
 * characters.
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

/** The next line that is more than empty cells; a quoted name may have several. Empty if it is too long. */
const lineFrom = (
  text: string,
  from: number,
  lengthMax: number
): { readonly line: string; readonly end: number } => {
  const written = matchFrom(/[^\s\p{Cf},;|"]/gu, text, from)
  const start = Math.max(from, text.lastIndexOf("\n", written) + 1, text.lastIndexOf("\r", written) + 1)
  let isQuoted = false
  let end = start
  for (;;) {
    end = matchFrom(/["\r\n]/g, text, end)
    if (end - start > lengthMax) return { line: "", end }
    if (text[end] !== '"' && !(isQuoted && end < text.length)) return { line: text.slice(start, end), end }
    if (text[end] === '"') isQuoted = !isQuoted
    end += 1
  }
}

/** Where the expression matches next, or the end of the text. */
const matchFrom = (expression: RegExp, text: string, from: number): number => {
  expression.lastIndex = from
  return expression.exec(text)?.index ?? text.length
}
