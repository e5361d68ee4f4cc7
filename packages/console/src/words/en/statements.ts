/** Why an entry pays no invoice by itself. */
const why: { readonly [fault: string]: string } = {
  unknown_reference:
    "It names no invoice that it could pay: not the payer's text, and not the field for references.",
  ambiguous: "It names several invoices, so it is not known which of them it is for.",
  wrong_amount: "It has another amount than its invoice.",
  wrong_currency: "Its invoice is in another currency.",
  wrong_account: "The customer of its invoice was told another account.",
  too_late: "It came when its invoice had been expired for too long.",
  already_paid: "Its invoice was paid before it came.",
  cancelled: "Its invoice was cancelled before it came.",
  possible_duplicate:
    "A payment of this amount, day and reference is recorded already, from another kind of file: it may be the same.",
  reversed: "The bank took the money back."
}

export const statements = {
  why,
  missing: (amount: string) => `${amount} is missing.`,
  tooMuch: (amount: string) => `${amount} is too much.`,
  held: "The money is kept as a bank payment of its invoice. It can be returned to its payer.",
  heldLate:
    "The money is kept as a bank payment of its invoice. It can pay that invoice all the same, or be returned to its payer.",
  lists: {
    entries: {
      title: "Bank statements",
      tab: "Bank statements",
      empty: "No money came in yet. Import a statement of an account: each payment in it is listed here."
    }
  },
  noAccounts:
    "No bank account is configured. The configuration file names them (banks.NAME): customers then pay by transfer.",
  sought: "Id or reference",
  entry: "Entry of a statement",
  id: "Id",
  bookedOn: "Booked on",
  account: "Account",
  amount: "Amount",
  currency: "Currency",
  payer: "Payer",
  payerBank: "Payer's bank",
  text: "What the payer wrote",
  reference: "Reference",
  status: "Status",
  fault: "Fault",
  invoice: "Invoice",
  payment: "Bank payment",
  reason: "Reason",
  recorded: "Recorded",
  partner: "Partner",
  description: "Description",
  itsInvoice: "Its invoice",
  suggested: "Invoices that it may be for",
  because: "Why this one",
  becauseOf: {
    amount: "It waits for this amount",
    reference: "The payer wrote its reference, or one with a wrong character"
  },
  invoiceId: "Invoice",
  file: "File",
  hints: {
    invoiceId: "Its id. It must be over the amount that came in, and neither paid nor cancelled.",
    reason: "It is kept with the entry.",
    file: "As the bank exported it: camt.053, camt.054, MT940, 1CClientBankExchange or CSV, of at most 3 MB. A larger one is imported on the server: quittance statements import FILE --account NAME."
  },
  noInvoice: "is of no invoice: copy it from the invoice's page",
  assigning: {
    title: "Assign to an invoice",
    verb: "Assign to the invoice",
    link: "Assign…",
    said: "The invoice has the money."
  },
  returning: {
    title: "Mark as returned",
    verb: "Mark as returned",
    link: "Mark as returned…",
    said: "The money counts as returned.",
    warning: "Do this when the money was sent back to its payer. It is booked out of what is unresolved."
  },
  ignoring: {
    title: "Ignore",
    verb: "Ignore it",
    link: "Ignore…",
    said: "The entry is ignored.",
    warning:
      "Do this when it is no customer's money, such as interest. It is booked out of what is unresolved."
  },
  importing: {
    title: "Import a statement",
    verb: "Import the statement",
    reviewVerb: "Check the file first",
    said: "The statement was imported."
  },
  tooLarge: (max: string) =>
    `is larger than ${max} MB: import it on the server with quittance statements import FILE --account NAME`,
  refused: (where: string, message: string) => `is refused${where}: ${message}. Nothing of it was booked`,
  atLine: (line: string) => ` at line ${line}`,
  checked: "Nothing is booked yet. An import would do this:",
  entries: "Entries",
  new: "New",
  knownEntries: "Known already",
  skipped: "Skipped",
  matched: "New, paid an invoice",
  unresolved: "New, wait for a person",
  warnings: "Warnings",
  warning: "Warning",
  line: "Line",
  lines: "Lines",
  count: "Entries",
  showEntries: "Show what came in",
  showUnresolved: "Show what waits for a person",
  anotherFile: "Import another file"
}
