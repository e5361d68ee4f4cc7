import { text } from "../../look/Cell.ts"
import { empty, type Fact, facts } from "../../look/parts.ts"
import { pageScreen, screensOf } from "../../screen/Screen.ts"

/** What runs here. */
export const versionsScreen = screensOf("operator", (said) => [
  pageScreen({
    ...{ scope: "operator", path: "/versions", operation: null, title: said.versions, tab: said.versions },
    show: (seen) => {
      const told = seen.deployment?.versions.map(([name, value]): Fact => [name, text(value)])
      return { body: told === undefined ? empty(said.noVersions) : facts(seen, told) }
    }
  })
])
