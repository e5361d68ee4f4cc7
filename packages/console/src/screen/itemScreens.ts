import { type Html, html } from "@quittance/adapters-http/pages"
import { NotFound } from "@quittance/core"
import type { OperationName } from "@quittance/core/adapter"
import { Effect } from "effect"
import { actLink, actLinks, type Column, factsOf, notice } from "../look/parts.ts"
import { type ActShown, actScreen, type Doing } from "./actScreen.ts"
import { type OfSeen, pieceFor, type Told, toldHtml } from "./OfSeen.ts"
import { pageScreen, type Screen, type ScreenHead, type Shown } from "./Screen.ts"
import type { ScreenFailure, Seen } from "./Seen.ts"

/** The way from the page of an item to another screen. */
interface ItemWay {
  /** Its path below the item's. */
  readonly end: string
  readonly operation: OperationName | null
  readonly verb: string
  /** What the link says; by default the verb. */
  readonly link?: string
}

/** What is done with an item, on a page that by default repeats what it is. */
export type ItemAct<Item> = Omit<ActShown, "scope" | "path" | "verb"> &
  ItemWay &
  Doing<unknown> & {
    /** Whether it can be done; by default it can. */
    readonly isFor?: (item: Item) => boolean
    /** What is to be known before it is done. */
    readonly warning?: string | ((item: Item) => string)
    /** More of it. */
    readonly also?: OfSeen<Told>
  }

/** An item as its page tells it. */
interface ItemParts {
  readonly facts: Html
  /** The ways to what can be done with it by who looks. */
  readonly acts: ReadonlyArray<Html>
}

interface ItemDefinition<Item> extends Omit<ScreenHead, "operation" | "title"> {
  /** The one that the path names. */
  readonly read: (seen: Seen) => Effect.Effect<Item, ScreenFailure>
  /** Its facts are those of a list. */
  readonly columns: ReadonlyArray<Column<Item>>
  readonly acts: ReadonlyArray<ItemAct<Item>>
}

/** The one of them that the path names. */
export const namedIn = <Item>(
  all: Effect.Effect<ReadonlyArray<Item>, ScreenFailure>,
  { id }: Seen,
  what: string,
  idOf: (item: Item) => string
): Effect.Effect<Item, ScreenFailure> =>
  Effect.flatMap(all, (items): Effect.Effect<Item, ScreenFailure> => {
    const found = items.find((each) => idOf(each) === id)
    return found === undefined ? new NotFound({ what, id }) : Effect.succeed(found)
  })

/** The acts on items that have no page. */
export const itemActs = <Item>(definition: ItemDefinition<Item>): ReadonlyArray<Screen> => {
  const { acts, columns, path, read, scope = "partner" } = definition
  return acts.map(({ also = [], end, warning, ...act }) =>
    actScreen({
      about: Effect.fnUntraced(function* (seen: Seen) {
        const item = yield* read(seen)
        const more = toldHtml(yield* pieceFor(also, seen), seen)
        const warned = typeof warning === "function" ? warning(item) : warning
        return html`${factsOf(seen, columns, item)}${warned === undefined ? null : notice(warned)}${more}`
      }),
      ...{ ...act, scope, path: `${path}/${end}` }
    })
  )
}

interface ItemPage<Item> extends ItemDefinition<Item>, ScreenHead {
  /** Other ways, before those to its acts. */
  readonly ways?: ReadonlyArray<ItemWay>
  /** By default its facts, and the ways below them. */
  readonly show?: (item: Item, parts: ItemParts, seen: Seen) => Shown | Effect.Effect<Shown, ScreenFailure>
}

const plainPage = (_item: unknown, { acts, facts }: ItemParts): Shown => ({
  body: html`${facts}${actLinks(acts)}`
})

/** The page of an item, which leads to its acts; and these. */
export const itemScreens = <Item>(definition: ItemPage<Item>): ReadonlyArray<Screen> => {
  const { acts, columns, read, show = plainPage, ways = [] } = definition
  /** What cannot be undone comes last. */
  const last = ({ isFinal }: ItemAct<Item>): number => (isFinal === true ? 1 : 0)
  const linksOf = (item: Item, { may, path }: Seen) => {
    const open = acts.filter(({ isFor }) => isFor?.(item) !== false)
    return [...ways, ...open.toSorted((one, other) => last(one) - last(other))]
      .filter(({ operation }) => operation === null || may(operation))
      .map(({ end, link, verb }: ItemWay) => actLink(`${path}/${end}`, link ?? verb))
  }
  return [
    pageScreen({
      ...definition,
      show: (seen) =>
        Effect.flatMap(read(seen), (item) => {
          const parts = { facts: factsOf(seen, columns, item), acts: linksOf(item, seen) }
          return pieceFor(() => show(item, parts, seen), seen)
        })
    }),
    ...itemActs(definition)
  ]
}
