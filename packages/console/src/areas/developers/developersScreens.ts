import type { Screen } from "../../screen/Screen.ts"
import type { Words } from "../../words/Words.ts"

export const developersScreens = (_words: Words): ReadonlyArray<Screen> => []
