import { type Command, type Flag, json, type Operand } from "./Command.ts"
import { cursor, limit, reason, statusOf } from "./flags.ts"

const entry: ReadonlyArray<Operand> = [{ name: "ENTRY", help: "its id: ste_…" }]
const account: Flag = { name: "--account", value: "NAME", help: "only of this bank account; default all" }

const from: Flag = { name: "--from", value: "DAY", help: "booked on this day or later, such as 2026-03-01" }
const to: Flag = { name: "--to", value: "DAY", help: "booked before this day" }

const sought: Flag = {
  name: "--find",
  value: "VALUE",
  help: "only that of this id, or those with this reference"
}

/** The commands for what banks' statements say. */
export const statementCommands: ReadonlyArray<Command> = [
  {
    words: ["statements", "import"],
    summary: "record what a bank's statement says came in, and pay invoices",
    example: "quittance statements import statement.xml --account main",
    operands: [
      {
        name: "FILE",
        help: "camt.053, camt.054, MT940, 1C or CSV, at most 100 MB; - is standard input"
      }
    ],
    flags: [
      { name: "--account", value: "NAME", required: true, help: "the bank account that it is of" },
      { name: "--dry-run", help: "record nothing, and say what an import would do" },
      json
    ],
    more: "A file may be imported again, in part or in another format: each credit is recorded once.\n",
    load: () => import("../command/statementsImport.ts")
  },
  {
    words: ["statements", "list"],
    summary: "list what came in on bank accounts, the newest first",
    example: "quittance statements list --account main --status matched",
    flags: [account, statusOf(({ entryStatuses }) => entryStatuses), from, to, sought, limit, cursor, json],
    load: async () => ({ run: (await import("../command/statementsList.ts")).listEntries })
  },
  {
    words: ["statements", "unresolved"],
    summary: "list money that waits for you, also other bank payments, oldest first",
    example: "quittance statements unresolved",
    flags: [account, json],
    load: async () => ({ run: (await import("../command/statementsList.ts")).listUnresolved })
  },
  {
    words: ["statements", "assign"],
    summary: "say which invoice an unresolved entry pays",
    example: 'quittance statements assign ste_0199 --invoice inv_0199 --reason "the customer called"',
    operands: entry,
    flags: [
      { name: "--invoice", value: "ID", required: true, help: "of the same amount and currency: inv_…" },
      reason,
      json
    ],
    load: async () => ({ run: (await import("../command/statementsDecide.ts")).assignEntry })
  },
  {
    words: ["statements", "return"],
    summary: "record that the money of an unresolved entry was sent back",
    example: 'quittance statements return ste_0199 --reason "sent back"',
    operands: entry,
    flags: [reason, json],
    load: async () => ({ run: (await import("../command/statementsDecide.ts")).returnEntry })
  },
  {
    words: ["statements", "ignore"],
    summary: "record that an unresolved entry is no customer's money",
    example: 'quittance statements ignore ste_0199 --reason "our own transfer"',
    operands: entry,
    flags: [reason, json],
    load: async () => ({ run: (await import("../command/statementsDecide.ts")).ignoreEntry })
  },
  {
    words: ["statements", "redact"],
    summary: "erase who paid and what they wrote, of an entry that is decided",
    example: "quittance statements redact ste_0199",
    operands: entry,
    flags: [json],
    load: () => import("../command/statementsRedact.ts")
  }
]
