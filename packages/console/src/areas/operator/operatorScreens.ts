import { text } from "../../look/Cell.ts"
import { empty, type Fact, facts } from "../../look/parts.ts"
import { pageScreen, type Screen, screensOf } from "../../screen/Screen.ts"
import type { Words } from "../../words/Words.ts"
import { booksScreens } from "./booksScreens.ts"
import { holdScreens } from "./holdScreens.ts"
import { moneyScreens } from "./moneyScreens.ts"
import { networkScreens } from "./networkScreens.ts"
import { partnerScreens } from "./partnerScreens.ts"

const versionsScreen = screensOf("operator", (said) => [
  pageScreen({
    ...{ scope: "operator", path: "/versions", operation: null, title: said.versions, tab: said.versions },
    show: (seen) => {
      const told = seen.deployment?.versions.map(([name, value]): Fact => [name, text(value)])
      return { body: told === undefined ? empty(said.noVersions) : facts(seen, told) }
    }
  })
])

/** What only operators see: all partners, and the deployment. */
export const operatorScreens = (words: Words): ReadonlyArray<Screen> =>
  [partnerScreens, moneyScreens, holdScreens, networkScreens, booksScreens, versionsScreen].flatMap(
    (screens) => screens(words)
  )
