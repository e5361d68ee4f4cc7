import type { en } from "./en/en.ts"

/** The words of a language: the same in every language as in English, which is the first. */
export type Words = {
  readonly [Area in keyof typeof en]: WordsOf<(typeof en)[Area]>
}

type WordsOf<Said> = {
  readonly [Name in keyof Said]: Said[Name] extends string
    ? string
    : Said[Name] extends (...given: infer Given) => string
      ? (...given: Given) => string
      : WordsOf<Said[Name]>
}
