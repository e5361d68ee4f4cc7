import type { Screen } from "../../screen/Screen.ts"
import type { Words } from "../../words/Words.ts"
import { accountScreens } from "./accountScreens.ts"
import { memberScreens } from "./memberScreens.ts"
import { userScreens } from "./userScreens.ts"

/** The people of a partner, those of the deployment, and one's own account. */
export const peopleScreens = (words: Words): ReadonlyArray<Screen> => [
  ...memberScreens(words),
  ...userScreens(words),
  ...accountScreens(words)
]
