/** Characters that a terminal shows in two columns: East Asian wide and fullwidth ones, and emoji. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u

const plain = /^[\x20-\x7e]*$/

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" })

/** How many columns of a terminal a visible text takes. A mark that combines with a letter takes none. */
export const shownWidth = (text: string): number => {
  if (plain.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemes.segment(text)) width += wide.test(segment) ? 2 : 1
  return width
}
