/**
 * The mark beside a bank's name: the initials of the name on one of a few tones of the stylesheet. Nobody's trademark,
 * no picture from elsewhere, and the same for a bank wherever the same banks are listed.
 */
import { type Html, html } from "./Html.ts"

interface NamedBank {
  readonly id: string
  readonly name: string
}

export interface BankMark {
  readonly initials: string
  /** `mark-0` and so on in `bank.css`. */
  readonly tone: number
}

export const toneCount = 8

/** Two Arabic letters join, and would read as a word. */
const joins = /\p{Script=Arabic}/u

/** The first letters of the first two words; a dot where a name has no letter. */
export const initialsOf = (name: string): string => {
  const [first = "•", second = ""] = [...name.matchAll(/([\p{L}\p{N}]\p{M}*)[\p{L}\p{N}\p{M}]*/gu)].map(
    ([, initial]) => initial
  )
  return joins.test(first) ? first : `${first}${second}`.toUpperCase()
}

const toneOf = (id: string): number =>
  [...id].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521, 7) % toneCount

/**
 * The marks of one list: banks with the same initials get different tones while there are any, and so do neighbours.
 */
export const bankMarks = (banks: ReadonlyArray<NamedBank>): ReadonlyMap<string, BankMark> => {
  const taken = new Set<string>()
  const marks = new Map<string, BankMark>()
  let before = -1
  for (const { id, name } of banks) {
    const initials = initialsOf(name)
    const own = toneOf(id)
    const tones = Array.from({ length: toneCount }, (_, step) => (own + step) % toneCount)
    const free = tones.filter((each) => !taken.has(`${initials} ${each}`))
    const tone = free.find((each) => each !== before) ?? free[0] ?? own
    before = tone
    taken.add(`${initials} ${tone}`)
    marks.set(id, { initials, tone })
  }
  return marks
}

/** Decoration: the initials are drawn by the stylesheet, so that nobody hears, copies or finds them. */
export const markElement = ({ initials, tone }: BankMark): Html =>
  html`<span class="mark mark-${tone}" data-mark="${initials}" aria-hidden="true"></span>`
