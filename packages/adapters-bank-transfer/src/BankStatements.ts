import { NotFound } from "@quittance/core"
import { StatementReader } from "@quittance/core/adapter"
import { Layer, Stream } from "effect"
import type { BankAccount } from "./account/BankAccount.ts"
import { readStatement } from "./statement/readStatement.ts"

/** Reads the statements of these accounts, by the names that operators call them. */
export const layer = (accounts: { readonly [name: string]: BankAccount }): Layer.Layer<StatementReader> =>
  Layer.succeed(StatementReader, {
    read: (name, bytes) => {
      const account = Object.hasOwn(accounts, name) ? accounts[name] : undefined
      return account === undefined
        ? Stream.fail(new NotFound({ what: "bank account", id: name }))
        : readStatement(bytes, account)
    }
  })
