import { Operations } from "@quittance/core"
import {
  allSearches,
  component,
  exampleId,
  exampleTexts,
  invoicePrefix,
  type SearchFamily,
  searchResultView,
  soughtLengthMax
} from "@quittance/core/adapter"
import { Effect, Schema } from "effect"
import type { PartnerOperation } from "../routing/ApiOperation.ts"
import { readQuery } from "../routing/QueryParameters.ts"

const common = { group: "Search", caller: "partner", method: "GET", request: undefined } as const

/** What is found by the example of what is looked for. */
const found = {
  fiat: { type: "invoice", id: exampleId(invoicePrefix) },
  crypto: { type: "crypto_invoice", id: "019bc1a8-5d2e-7b3c-9f10-4a6b8c2d7e91" }
}
const foundAlike = { status: "pending", createdAt: "2026-01-15T12:00:00.000Z" }

/** What a search of a family answers. */
const resultsOf = (family: SearchFamily) => {
  const types = allSearches.filter((each) => each.family === family).map(({ type }) => type)
  const name = family === "fiat" ? "SearchResult" : "CryptoSearchResult"
  return Schema.Struct({ results: Schema.Array(searchResultView(types, name)) }).annotate(
    component(`${name}List`, "What was found, newest first.")
  )
}

/** Records by exact value: each family has its own, because a key may read one of them only. */
export const makeSearchOperations = Effect.gen(function* () {
  const { search } = yield* Operations

  const searching = (
    family: SearchFamily,
    foundBy: string
  ): Pick<PartnerOperation, "parameters" | "success" | "answerExample" | "errors" | "handle"> => ({
    parameters: [
      {
        in: "query",
        name: "q",
        required: true,
        description: `The whole value: ${foundBy}. Blanks around it do not count.`,
        schema: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(soughtLengthMax)).annotate({
          examples: [exampleTexts.externalId]
        })
      }
    ],
    success: resultsOf(family),
    answerExample: { results: [{ ...found[family], ...foundAlike }] },
    errors: [],
    handle: Effect.fnUntraced(function* ({ caller, request }) {
      const q = yield* readQuery(request.query, (query) => query.text("q") ?? "")
      return { fields: yield* search(caller.partnerId, { q, family }) }
    })
  })

  const fiat: PartnerOperation = {
    ...common,
    ...searching("fiat", "an id, an externalId, an idempotency key, or the bank's id of an operation"),
    id: "search",
    path: "/api/v1/search",
    summary:
      "Find invoices, batches, KYC sessions and bank payments by exact value: at most 20, newest first",
    proof: "secret",
    scope: "payments:read",
    recordStatus: 200
  }

  const crypto: PartnerOperation = {
    ...common,
    ...searching(
      "crypto",
      "an id, an externalId, an idempotency key, an address, or the hash of a transaction; an EVM address and a hash in any letters, a hash also without 0x"
    ),
    id: "searchCrypto",
    path: "/api/v2/crypto/search",
    summary: "Find payouts, invoices and wallets by exact value: at most 20, newest first",
    proof: "signed",
    scope: "crypto:read"
  }

  return [fiat, crypto]
})
