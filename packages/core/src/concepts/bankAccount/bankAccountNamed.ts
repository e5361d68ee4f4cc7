import { Effect } from "effect"
import { NotFound } from "../../kernel/input/Refusals.ts"
import type { BankAccount } from "./BankAccount.ts"

/** The account of this name; a refusal names those that there are. */
export const bankAccountNamed = (
  accounts: ReadonlyArray<BankAccount>,
  name: string
): Effect.Effect<BankAccount, NotFound> => {
  const found = accounts.find((account) => account.name === name)
  if (found !== undefined) return Effect.succeed(found)
  const names = accounts.map((account) => account.name).join(", ")
  const hint = names === "" ? "name one under banks in the configuration" : `the accounts are ${names}`
  // Programs without types may ask for anything.
  return Effect.fail(new NotFound({ what: "bank account", id: String(name), hint }))
}
