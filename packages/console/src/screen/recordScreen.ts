import type { Html } from "@quittance/adapters-http/pages"
import type { OperationName } from "@quittance/core/adapter"
import { Effect } from "effect"
import { beside } from "../look/parts.ts"
import { pageScreen, type Screen } from "./Screen.ts"
import type { ScreenFailure, Seen } from "./Seen.ts"
import { type History, storyOf, type Telling } from "./story.ts"

/** What a page tells of a record. */
interface RecordTold {
  /** By default the screen's. */
  readonly title?: string
  /** What it is, and what can be done with it. */
  readonly body: Html
  readonly history: History
  readonly telling: Telling
  /** What becomes of it: where one of these changes, the page is shown anew. */
  readonly course: readonly [status: string, updatedAt: string]
  /** What is announced then. */
  readonly nowIs: string
}

interface RecordDefinition extends Pick<Screen, "path" | "title"> {
  readonly operation: OperationName
  readonly read: (seen: Seen) => Effect.Effect<RecordTold, ScreenFailure>
}

/** The page of a partner's record: what it is, beside what became of it. */
export const recordScreen = ({ read, ...definition }: RecordDefinition): Screen =>
  pageScreen({
    ...definition,
    show: Effect.fnUntraced(function* (seen) {
      const { body, course, history, nowIs, telling, title = definition.title } = yield* read(seen)
      const story = yield* storyOf(seen, history, telling, seen.id)
      return {
        title,
        body: beside(body, story.shown),
        live: { shown: [...course, story.length].join(" "), announcement: nowIs }
      }
    })
  })
