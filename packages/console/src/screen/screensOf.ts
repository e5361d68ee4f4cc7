import type { Words } from "../words/Words.ts"
import type { Screen } from "./Screen.ts"

/** Screens of an area, which say what its words say. */
export const screensOf =
  <Area extends keyof Words>(
    area: Area,
    screens: (said: Words[Area], words: Words) => ReadonlyArray<Screen>
  ) =>
  (words: Words): ReadonlyArray<Screen> =>
    screens(words[area], words)
