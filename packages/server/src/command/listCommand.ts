import { Settings, type SettingsShape } from "@quittance/core"
import type { List, ListFilter, ListOwner } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import type { CommandInput } from "../cli/CommandInput.ts"
import type { UsageError } from "../cli/UsageError.ts"
import { readServicesLayer } from "../start/services.ts"
import { listJson, pageIn, partnerIn, printPlace } from "./listInput.ts"
import { type Listed, newestOf } from "./newestOf.ts"
import { onStore } from "./onStore.ts"
import { printJson, printLine, printTable } from "./print.ts"

/** A list as a command prints it. */
interface PrintedList<Item, Filter extends ListFilter> {
  /** The list and the filter that the flags ask for. May throw a `UsageError`. */
  readonly asked: (input: CommandInput) => {
    readonly list: List<Item, ListOwner, Filter>
    readonly filter: Filter
  }
  /** What the API calls the items. */
  readonly named: string
  /** Where nothing was found: what may be wrong with the flags. */
  readonly wrong?: (input: CommandInput, settings: SettingsShape) => UsageError | undefined
  readonly shown: (item: Item, settings: SettingsShape, now: number) => object
  readonly headers: ReadonlyArray<string>
  /** Of numbers. */
  readonly rightAligned: ReadonlyArray<string>
  readonly rowOf: (listed: Listed<Item>, now: number) => ReadonlyArray<string>
  /** The last line for people. */
  readonly hint: string
}

/** A command that only reads: the items of one partner or of all, the newest first. */
export const listCommand =
  <Item, Filter extends ListFilter>({
    asked,
    headers,
    hint,
    named,
    rightAligned,
    rowOf,
    shown,
    wrong
  }: PrintedList<Item, Filter>): RunCommand =>
  (input) => {
    const page = pageIn(input)
    const { filter, list } = asked(input)
    const print = Effect.gen(function* () {
      const only = yield* partnerIn(input)
      const settings = yield* Settings
      const found = yield* newestOf(list, only, filter, page)
      const { asOf: now } = found
      const fault = found.items.length === 0 ? wrong?.(input, settings) : undefined
      if (fault !== undefined) return yield* Effect.fail(fault)
      if (input.has("--json")) {
        const { items, pagination } = listJson(found, page, only, (each: Item) => shown(each, settings, now))
        printJson({ [named]: items, pagination })
      } else if (found.items.length === 0 && !found.total) printLine("There are none.")
      else {
        if (found.items.length > 0)
          printTable(
            headers,
            found.items.map((each) => rowOf(each, now)),
            rightAligned
          )
        printPlace(found, page)
        printLine(`\n${hint}`)
      }
      return 0
    })
    return onStore(readServicesLayer, print)
  }
