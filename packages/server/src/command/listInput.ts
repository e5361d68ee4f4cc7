import { type Page, type PageRequest, Partners } from "@quittance/core"
import type { List, ListFilter, ListOwner, Partner } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { CommandInput } from "../cli/CommandInput.ts"
import { instantIn } from "../cli/instantIn.ts"
import { UsageError } from "../cli/UsageError.ts"
import type { Listed } from "./newestOf.ts"
import { printLine } from "./print.ts"

const limitDefault = 50
const limitMax = 1_000

/** So much is held to find a page among all partners. */
const heldMax = 10_000

/** The part that `--page` or `--cursor`, and `--limit` ask for. Throws a `UsageError`. */
export const pageIn = (input: CommandInput): PageRequest => {
  const limit = limitIn(input)
  const asked = wholeNumber(input, "--page", heldMax)
  const cursor = input.text("--cursor")
  if (cursor !== undefined) {
    if (asked !== undefined) throw new UsageError("--cursor and --page exclude each other: give one of them.")
    return { cursor, limit }
  }
  const page = asked ?? 1
  if (page * limit > heldMax)
    throw new UsageError(
      `--page ${page} is too far: pages reach the newest ${heldMax}; older ones are found with --cursor or --to.`
    )
  return { page, limit }
}

/** How many `--limit` asks for. Throws a `UsageError`. */
export const limitIn = (input: CommandInput): number =>
  wholeNumber(input, "--limit", limitMax) ?? limitDefault

const wholeNumber = (input: CommandInput, flag: "--limit" | "--page", max: number): number | undefined => {
  const text = input.text(flag)
  if (text === undefined) return undefined
  const number = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0
  if (number === 0 || number > max)
    throw new UsageError(`${flag} must be a whole number from 1 to ${max}, not "${text}".`)
  return number
}

/** The filter of a list that `--status`, `--from`, `--to` and the flag of its kind ask for. Throws a `UsageError`. */
export const filterIn = <Item, Owner extends ListOwner, Filter extends ListFilter>(
  input: CommandInput,
  { kind }: List<Item, Owner, Filter>
): Filter => {
  const [from, to] = [instantIn(input, "--from"), instantIn(input, "--to")]
  if (from !== undefined && to !== undefined && from >= to)
    throw new UsageError("--from must be before --to.")
  const status = input.text("--status")
  const asked = kind && input.text(`--${kind.filter}`)
  const filter = {
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(status === undefined ? {} : { status }),
    ...(asked === undefined ? {} : { [kind?.filter ?? ""]: asked })
  }
  // The flags' choices are the declaration's.
  return filter as ListFilter as Filter
}

/** The partner that `--partner` names; undefined for all. */
export const partnerIn = Effect.fnUntraced(function* (input: CommandInput) {
  const name = input.text("--partner")
  return name === undefined ? undefined : yield* Effect.flatMap(Partners, (partners) => partners.find(name))
})

/** The API's form of a list. In a list of all partners each item also names its own. */
export const listJson = <Item, View extends object>(
  found: Page<Listed<Item>>,
  asked: PageRequest,
  only: Partner | undefined,
  view: (item: Item) => View
) => ({
  items: found.items.map(({ item, partner }) =>
    only === undefined ? { partner: partner.name, ...view(item) } : view(item)
  ),
  pagination: paginationIn(found, asked)
})

/** The API's form of where a part lies in its list. */
export const paginationIn = ({ nextCursor, total }: Page<unknown>, { limit, page }: PageRequest) => ({
  page: page ?? null,
  limit,
  total,
  totalPages: total === null ? null : Math.ceil(total / limit),
  nextCursor
})

/** Says how much of the list was shown, and how the rest is seen. */
export const printPlace = (
  { items: { length: shown }, nextCursor, total }: Page<unknown>,
  { limit, page }: PageRequest
): void => {
  if (page === undefined || total === null) {
    if (nextCursor !== null) printLine(`\nThe next are on --cursor ${nextCursor}`)
    return
  }
  if (shown === total) return
  const first = (page - 1) * limit + 1
  const last = first - 1 + shown
  const rest = total > last ? `; the next are on --page ${page + 1}` : ""
  const place =
    shown === 0
      ? `There are ${total}, and none on page ${page}.`
      : `\n${first} to ${last} of ${total}, the newest first${rest}.`
  printLine(place)
}
