import type { Screen } from "../../screen/Screen.ts"
import type { Words } from "../../words/Words.ts"

export const operatorScreens = (_words: Words): ReadonlyArray<Screen> => []
