/**
 * Texts of other people, made fit to stand among ours.
 *
 * Unicode's explicit directional formatting (UAX 9, 2.1 and 2.2). A text that closes an isolation it did not open would
 * escape its own; without these characters right-to-left letters still read as they should.
 */
const directionControls = /[\u202a-\u202e\u2066-\u2069]/g

const lineBreaks = /\r\n?|[\u0085\u2028\u2029]/g

/** Without control characters, and with one kind of line ends. */
export const calm = (text: string): string =>
  text
    .toWellFormed()
    .replace(directionControls, "")
    .replace(lineBreaks, "\n")
    .replace(/(?!\n)\p{Cc}/gu, " ")

/** First-strong isolate … pop directional isolate: what is between does not reorder what is around it. */
export const isolated = (line: string): string => `\u2068${line}\u2069`

const subjectPartMax = 60

/** A part of a subject: one line, not too long, and with its own direction; none of a blank text. */
export const subjectPart = (text: string): ReadonlyArray<string> => {
  const line = text.replace(/\s+/g, " ").trim()
  if (line === "") return []
  const characters = [...line]
  const kept =
    characters.length > subjectPartMax ? `${characters.slice(0, subjectPartMax - 1).join("")}…` : line
  return [isolated(kept)]
}
