import { Effect, Option } from "effect"
import type { Area } from "../areas/areas.ts"
import type { Screen } from "../screen/Screen.ts"
import type { Seen } from "../screen/Seen.ts"
import type { Frame, NavLink } from "./frame.ts"
import { eventsPath } from "./liveEvents.ts"
import type { SeenParts } from "./makeSeen.ts"
import { scopePath } from "./screenPaths.ts"

const waitingMillisMax = 250

/** What a screen's act is called where it led. */
export const nameOf = ({ operation, path }: Screen): string => operation ?? path

/** Whether it can be reached from where somebody looks, by a path without parameters of its own. */
const isOpen = ({ operation, path, scope }: Screen, { may, partner, person }: Seen): boolean => {
  const isThere = { partner: partner.id !== "", operator: person.isOperator, person: true }
  return isThere[scope] && !path.includes("{") && (operation === null || may(operation))
}

const linkTo = ({ path, scope }: Screen, { partner, root }: Seen): string =>
  `${root}${scopePath(scope, partner.id)}${path}`

/** The tabs of an area, for who may look at them. */
const tabLinks = (seen: Seen, { screens }: Area, current: Screen): ReadonlyArray<NavLink> => {
  const tabs = screens.filter((screen) => screen.tab !== undefined && isOpen(screen, seen))
  const isAbove = ({ path, scope }: Screen): boolean =>
    scope === current.scope && (path === current.path || current.path.startsWith(`${path}/`))
  if (tabs.length < 2) return []
  // A page below several tabs is below the longest; one with a path of its own is below the tab that it follows.
  const [longest] = tabs.filter(isAbove).toSorted((one, other) => other.path.length - one.path.length)
  const before = screens.slice(0, screens.indexOf(current))
  const at = longest ?? before.findLast((each) => tabs.includes(each))
  return tabs.map((screen) => ({
    ...{ to: linkTo(screen, seen), title: screen.tab ?? screen.title, isCurrent: screen === at }
  }))
}

/** What stands around pages for who is signed in: the areas, tabs and partners that they may look at. */
export const makeFrames = (
  areas: ReadonlyArray<Area>,
  bare: Pick<Frame, "words" | "root" | "isSandbox">,
  { memberships, partnerName }: Pick<SeenParts, "memberships" | "partnerName">
) => {
  /** Who looks at a partner sees the areas of partners, and an operator those of operators too. */
  const openAreas = (seen: Seen) =>
    areas.flatMap((area) => {
      const first = area.screens.find((screen) => isOpen(screen, seen) && screen.tab !== undefined)
      return first === undefined ? [] : [{ area, first, to: linkTo(first, seen) }]
    })

  const areaLinks = (seen: Seen, current: Area) =>
    Effect.forEach(openAreas(seen), ({ area, first, to }) => {
      const waiting = first.waiting?.(seen) ?? Effect.succeed(0)
      // A page is shown without the figure rather than late, or not at all.
      return Effect.map(Effect.option(Effect.timeout(waiting, waitingMillisMax)), (found) => ({
        ...{ to, title: area.title, isCurrent: area === current },
        waiting: Option.getOrElse(found, () => 0)
      }))
    })

  const partnerLinks = Effect.fnUntraced(function* ({ partner, person }: Seen) {
    const { root, words } = bare
    const mine = yield* Effect.forEach(yield* memberships(person.id), ({ partnerId }) =>
      Effect.map(
        partnerName(partnerId),
        (title): NavLink => ({ to: `${root}/p/${partnerId}`, title, isCurrent: partnerId === partner.id })
      )
    )
    const all = { to: `${root}/operator`, title: words.frame.operator, isCurrent: partner.id === "" }
    return person.isOperator ? [...mine, all] : mine
  })

  const frameOf = Effect.fnUntraced(function* (seen: Seen, area: Area, screen: Screen) {
    const { base, may, partner, person, query } = seen
    const done = query.get("done")
    const led = areas.flatMap(({ screens }) => screens).find((each) => each.said && nameOf(each) === done)
    const search = { to: `${base}/search`, sought: query.get("q") ?? "" }
    return {
      ...{ ...bare, events: eventsPath(seen), said: led?.said },
      visitor: {
        ...{ name: person.name, partner: partner.name, partners: yield* partnerLinks(seen) },
        ...{ areas: yield* areaLinks(seen, area), tabs: tabLinks(seen, area, screen) },
        search: partner.id !== "" && may("search") ? search : undefined
      }
    }
  })

  return { openAreas, partnerLinks, frameOf }
}
