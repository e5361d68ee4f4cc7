import type { DocsPage } from "./DocsFrame.ts"

/** What a search finds: a page, or a place within one. */
export interface Findable {
  readonly title: string
  /** Where it is, below the mount path. */
  readonly address: string
  /** More words that lead to it, shown below the title. */
  readonly words: string
  /** Words that lead to it and are not shown. */
  readonly unseen?: string
}

/** A page of the documents, in both forms. */
export interface Page extends DocsPage {
  readonly markdown: string
  /** Those that it shows, below the path of the guides. */
  readonly pictures?: ReadonlyArray<string>
  readonly findable: ReadonlyArray<Findable>
}
