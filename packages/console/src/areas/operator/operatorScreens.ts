import { Effect } from "effect"
import { text } from "../../look/Cell.ts"
import { empty, facts } from "../../look/parts.ts"
import { pageScreen, type Screen } from "../../screen/Screen.ts"
import type { Words } from "../../words/Words.ts"
import { adjustScreen } from "./adjustScreen.ts"
import { booksScreens } from "./booksScreens.ts"
import { holdScreens } from "./holdScreens.ts"
import { moneyScreens } from "./moneyScreens.ts"
import { networkScreens } from "./networkScreens.ts"
import { partnerScreens } from "./partnerScreens.ts"
import { termsScreen } from "./termsScreen.ts"

/** What only operators see: all partners, and the deployment. */
export const operatorScreens = (words: Words): ReadonlyArray<Screen> => [
  ...partnerScreens(words),
  termsScreen(words),
  adjustScreen(words),
  ...moneyScreens(words),
  ...holdScreens(words),
  ...networkScreens(words),
  ...booksScreens(words),
  pageScreen({
    ...{ scope: "operator", path: "/versions", operation: null },
    ...{ title: words.operator.versions, tab: words.operator.versions },
    show: (seen) =>
      Effect.succeed({
        body:
          seen.deployment === undefined
            ? empty(words.operator.noVersions)
            : facts(
                seen.deployment.versions.map(([name, value]) => [name, text(value)] as const),
                seen
              )
      })
  })
]
