import { Effect, Option } from "effect"
import { visibleLines, visibleText } from "../cli/visibleText.ts"

/**
 * Output of commands. Names, notes, reasons and URLs come from clients, banks and files: all output passes
 * through `visibleText`, only here, so that none of it controls the terminal.
 */

export const linesText = (lines: ReadonlyArray<string>): string =>
  visibleLines(lines.map((line) => `${line}\n`).join(""))

export const printLine = (text = ""): void => printLines([text])

export const printLines = (lines: ReadonlyArray<string>): void => {
  process.stdout.write(linesText(lines))
}

export const jsonText = (value: unknown): string => linesText([JSON.stringify(value, undefined, 2)])

export const printJson = (value: unknown): void => {
  process.stdout.write(jsonText(value))
}

/** CSV: unmodified for programs, and made visible for people. */
export const csvOutput = (text: string): string => (process.stdout.isTTY ? visibleLines(text) : text)

/** A sentence on standard error, with its details, one per line: what is quoted in them stays in its line. */
export const printError = (sentence: string, details: ReadonlyArray<string> = []): void => {
  const lines = [`quittance: ${sentence}`, ...details.map((detail) => `  ${detail}`)]
  process.stderr.write(linesText(lines.map(visibleText)))
}

/** A line about the progress of a command, apart from its answer. */
export const printProgress = (text: string): void => {
  process.stderr.write(linesText([text]))
}

/** The same, as an effect. */
export const tellProgress = (text: string): Effect.Effect<void> => Effect.sync(() => printProgress(text))

/** Names and values, one pair per line; empty values are omitted. */
export const factLines = (facts: ReadonlyArray<readonly [string, string]>): ReadonlyArray<string> => {
  const width = Math.max(...facts.map(([name]) => name.length))
  return facts.flatMap(([name, value]) =>
    value === "" ? [] : [`  ${name.padEnd(width)}  ${visibleText(value)}`]
  )
}

/** A fact that may be missing, in words: facts without words are left out. */
export const optional = <A>(value: Option.Option<A>, shown: (value: A) => string): string =>
  Option.match(value, { onNone: () => "", onSome: shown })

export const printFacts = (facts: ReadonlyArray<readonly [string, string]>): void =>
  printLines(factLines(facts))

/** Columns as wide as their widest value. Those whose heads are in `figures` end at the right. */
export const tableLines = (
  heads: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>,
  figures: ReadonlyArray<string> = []
): ReadonlyArray<string> => {
  const lines = [heads, ...rows.map((row) => row.map(visibleText))].map((line) =>
    line.map((value) => ({ value, width: shownWidth(value) }))
  )
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]?.width ?? 0)))
  return lines.map((line) =>
    line
      .map(({ value, width }, column) => {
        const blanks = " ".repeat((widths[column] ?? width) - width)
        return figures.includes(heads[column] ?? "") ? blanks + value : value + blanks
      })
      .join("  ")
      .trimEnd()
  )
}

export const printTable = (
  heads: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>,
  figures: ReadonlyArray<string> = []
): void => printLines(tableLines(heads, rows, figures))

/** Characters that a terminal shows in two columns: East Asian wide and fullwidth ones, and emoji. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u

const plain = /^[\x20-\x7e]*$/

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" })

/** How many columns of a terminal a visible text takes. A mark that combines with a letter takes none. */
const shownWidth = (text: string): number => {
  if (plain.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemes.segment(text)) width += wide.test(segment) ? 2 : 1
  return width
}
