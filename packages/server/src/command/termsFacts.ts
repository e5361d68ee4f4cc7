import { type TermsView, termsRows } from "@quittance/core/adapter"

/** The terms of a partner as facts. */
export const termsFacts = (terms: TermsView): ReadonlyArray<readonly [string, string]> =>
  termsRows(terms).map(({ isOwn, said, term }) => [term, isOwn === true ? `${said}   (its own)` : said])
