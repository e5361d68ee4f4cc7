import type { Screen } from "../../screen/Screen.ts"
import type { Words } from "../../words/Words.ts"
import { entriesScreen } from "./entriesScreen.ts"
import { statementScreen } from "./statementScreen.ts"

/** What a partner has, what changed it, and the statement of a period. */
export const balanceScreens = (words: Words): ReadonlyArray<Screen> => [
  entriesScreen(words.balance),
  statementScreen(words.balance)
]
