import { Schema } from "effect"
import { CreatedAt } from "../../kernel/concept/wire.ts"
import { component } from "../../kernel/description/component.ts"
import { instantView } from "../../kernel/money/Money.ts"
import type { SearchHit } from "../../kernel/search/Searched.ts"

/** The record that a search found. */
export const searchResultView = (types: ReadonlyArray<string>, name: string) =>
  Schema.Struct({
    type: Schema.Literals(types).annotate(component(`${name}Type`, "What was found.")),
    id: Schema.String.annotate({
      description: "As in the record: a UUID, or a prefix and one without dashes.",
      examples: ["019bc1a8-5d2e-7b3c-9f10-4a6b8c2d7e91"]
    }),
    status: Schema.NullOr(Schema.String).annotate({
      description: "As reading the record shows it now; null where such a record has none.",
      examples: ["pending"]
    }),
    createdAt: CreatedAt
  }).annotate(component(name, "A record that was found. Read it by its id."))

export interface SearchResultView extends Schema.Schema.Type<ReturnType<typeof searchResultView>> {}

export const searchResultOf = ({ createdAt, id, status, type }: SearchHit): SearchResultView => ({
  type,
  id,
  status,
  createdAt: instantView(createdAt)
})
