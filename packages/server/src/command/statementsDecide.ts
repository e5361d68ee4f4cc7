import { Operations } from "@quittance/core"
import type { StatementEntryView } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { RunCommand } from "../cli/Command.ts"
import type { CommandInput } from "../cli/CommandInput.ts"
import { servicesLayer } from "../start/services.ts"
import { viewedAmount } from "./entryWords.ts"
import { onStore } from "./onStore.ts"
import { printFacts, printJson, printLine } from "./print.ts"

type Statements = Operations["Service"]["statements"]

/** `quittance statements assign`: an unresolved entry pays the invoice that an operator names. */
export const assignEntry: RunCommand = (input) =>
  decide(input, (statements) =>
    statements.assign(input.operand, input.required("--invoice"), input.required("--reason"))
  )

/** `quittance statements return`: its money was sent back. It moves no money itself. */
export const returnEntry: RunCommand = (input) =>
  decide(input, (statements) => statements.return(input.operand, input.required("--reason")))

/** `quittance statements ignore`: it is no customer's money. */
export const ignoreEntry: RunCommand = (input) =>
  decide(input, (statements) => statements.ignore(input.operand, input.required("--reason")))

const decide = <E>(
  input: CommandInput,
  decided: (statements: Statements) => Effect.Effect<StatementEntryView, E>
): Promise<number> =>
  onStore(
    (configuration) => servicesLayer(configuration, { vault: "none" }),
    Effect.gen(function* () {
      const entry = yield* decided((yield* Operations).statements)
      if (input.has("--json")) printJson(entry)
      else {
        printLine(
          `Recorded: ${entry.id}, ${viewedAmount(entry.amount, entry.currency)}, is ${entry.status}.\n`
        )
        printFacts([
          ["Account", entry.account],
          ["Booked on", entry.bookedOn],
          ["Payer", entry.payer ?? ""],
          ["Text", entry.text ?? ""],
          ["Invoice", entry.invoiceId ?? ""],
          ["Payment", entry.paymentId ?? ""]
        ])
      }
      return 0
    })
  )
