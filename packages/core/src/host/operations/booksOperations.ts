import { Effect, Option } from "effect"
import { ProviderMissing } from "../../kernel/input/Refusals.ts"
import { BooksVerifier } from "../../store/audit/BooksVerifier.ts"

/** The verification of the books, apart from this process. */
export const makeBooksOperations = Effect.gen(function* () {
  const found = yield* Effect.serviceOption(BooksVerifier)
  const verifier = Option.match(found, {
    onNone: () => Effect.fail(new ProviderMissing({ provider: "BooksVerifier" })),
    onSome: Effect.succeed
  })
  return {
    books: {
      get: () => Effect.flatMap(verifier, ({ standing }) => standing),
      verify: () => Effect.flatMap(verifier, ({ begin }) => begin)
    }
  }
})
