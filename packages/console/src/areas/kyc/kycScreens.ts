import type { Screen } from "../../screen/Screen.ts"
import type { Words } from "../../words/Words.ts"
import { decideScreen } from "./decideScreen.ts"
import { documentsScreen } from "./documentsScreen.ts"
import { redactScreen } from "./redactScreen.ts"
import { allSessions, operatorQueue, partnerQueue } from "./sessionLists.ts"
import { sessionPage } from "./sessionPage.ts"

/** Who verifies people: what waits, what was shown, and what was decided. */
export const kycScreens = (words: Words): ReadonlyArray<Screen> => [
  partnerQueue(words),
  allSessions(words),
  sessionPage(words),
  documentsScreen(words),
  decideScreen(words),
  redactScreen(words),
  operatorQueue(words)
]
