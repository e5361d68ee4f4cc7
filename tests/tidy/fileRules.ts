import type { Finding, SourceFile } from "./SourceFile.ts"

const emptyNames = /^(?:utils?|helpers?|common|types?|misc)$/i
const linesWarn = 300
const linesMax = 400

const isCode = (file: SourceFile): boolean => /\.[jt]s$/.test(file.path)

/** Names that say nothing about what is inside, of files of code and of the folders they are in. */
export const nameFindings = (files: ReadonlyArray<SourceFile>): ReadonlyArray<Finding> =>
  files.filter(isCode).flatMap((file) =>
    file.path
      .split("/")
      .filter((part) => emptyNames.test(part.split(".")[0] ?? ""))
      .map((part) => ({
        path: file.path,
        line: 1,
        found: `the name ${part}`,
        instead: "name the concept; one concept a file"
      }))
  )

/** Sources too long to be one concept: `over` breaks the build, `near` is worth a look. */
export const lengthFindings = (files: ReadonlyArray<SourceFile>) => {
  const measured = files
    .filter((file) => isCode(file) && /^packages\/[^/]+\/src\//.test(file.path))
    // A list of names is as long as what it names.
    .filter(({ path }) => !/\/src\/(?:index|adapter)\.ts$/.test(path))
    .map((file) => ({ path: file.path, line: file.text.trimEnd().split("\n").length }))
    .map((end) => ({
      ...end,
      found: `${end.line} lines`,
      instead: `split by concept: ${linesWarn} is a smell, ${linesMax} the limit`
    }))
  return {
    over: measured.filter(({ line }) => line > linesMax),
    near: measured.filter(({ line }) => line > linesWarn && line <= linesMax)
  }
}

const commentWidth = 120
/** A line of a comment, unless it is set in columns. */
const longComment = /^\s*(?:\*|\/\*|\/\/)(?! {3,})(?!.*\S {3,}\S)/

/** Comments wider than the one width that all of them are wrapped at. */
export const commentFindings = (files: ReadonlyArray<SourceFile>): ReadonlyArray<Finding> =>
  files
    .filter(isCode)
    .flatMap(({ path, text }) =>
      text
        .split("\n")
        .flatMap((line, at) =>
          line.length > commentWidth && longComment.test(line)
            ? [{ path, line: at + 1, found: `${line.length} characters`, instead: `wrap at ${commentWidth}` }]
            : []
        )
    )
