import {
  type StatementEntryCommand,
  type StatementEntryState,
  statementEntryTransitions
} from "../src/concepts/statementEntry/StatementEntry.ts"
import type { MachinePage } from "./renderMachine.ts"

export const statementEntryPage: MachinePage<StatementEntryState["_tag"], StatementEntryCommand["_tag"]> = {
  title: "Statement entry",
  source: "packages/core/src/concepts/statementEntry/StatementEntry.ts",
  around: [
    "A commit is of one owner, and an entry is the account's, while the invoice that it pays is a partner's. So money goes",
    "over in three commits: the entry says where it goes (`matching`), the partner has it as a",
    "[bank payment](bankPayment.md) under the entry's id, the entry says that it arrived. The importer makes all three; the job",
    "`statementEntry.match` of the account goes on ten seconds later with what an import left behind, and so does the next",
    "import that finds it. All of it can be done twice. Between the commits the money is in the account `clearing` of both",
    "books, which together sum to what is on its way. The job `statementEntry.follow` tells an entry what happened to its money",
    "at the partner."
  ].join("\n"),
  initial: "absent",
  transitions: statementEntryTransitions,
  states: {
    absent: "There is no such entry. The import of a statement leads on.",
    matching:
      "Its invoice is decided, and the invoice's partner may have the money already. The import leads here in the commit that records it, or a person who assigns it. The importer, the job or the next import leads on; a crash leaves it here, and nothing of its money is lost or booked twice, because the bank payment claims its id.",
    matched: "Its reference named the invoice that it paid. Only a reversal of the bank leads on.",
    assigned:
      "A person said which invoice it paid, with a reason. Only a reversal of the bank leads on. A crash changes nothing.",
    held: "The invoice could not take it (`fault`): its bank payment is unresolved and waits for an operator. Returning either of the two returns both. A crash between them leaves the job that tells the entry. What came too late can be assigned to this invoice, as `matching` again with its money where it is; if the invoice was paid or cancelled meanwhile, it is held again, with that fault.",
    unresolved:
      "It names no invoice that it could pay (`fault`), and waits for a person, who assigns, returns or ignores it. A crash changes nothing.",
    returned:
      "What waited for a person was sent back, with a reason, or taken back by the bank (`takenBackBy`).",
    sentBack:
      "What was held was sent back, with a reason, or taken back by the bank (`takenBackBy`). It keeps its invoice, its bank payment and why it was held. Shown as `returned`, too.",
    ignored:
      "A person said that it is no customer's money, or it was a sum whose payments are recorded by themselves.",
    reversing:
      "The bank took the money back, and the book of the account knows. The import of the reversal leads here, with the claim on it; the same importer or the job leads on after the partner's book knows too. After a crash the job is due.",
    reversed:
      "The bank took the money back after it had paid. The invoice stays paid and says that it is reversed; the partner's balance is less by it."
  },
  commands: {
    Record: "A statement has it for the first time: with the invoice that it names, or why it names none.",
    Assign:
      "A person says which invoice it pays. Of what is held, only its own, and only if it came too late.",
    Book: "The partner has the money, with the reason why the invoice could not take it, if any.",
    Refuse: "The partner cannot have the money: its invoice is gone.",
    Return: "The money was sent back.",
    Ignore: "It is no customer's money.",
    Reverse: "A statement says that the bank took it back. Each reversal takes back one entry.",
    Recall: "The partner's book knows that the bank took it back.",
    Redact: "Who paid and what they wrote is erased, because its invoice was."
  }
}
