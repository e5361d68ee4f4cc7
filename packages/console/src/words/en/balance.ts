export const balance = {
  area: "Balance",
  pages: {
    entries: {
      title: "Balance",
      tab: "Balance and entries",
      empty: "Nothing has changed the balance yet. The first credited invoice or deposit does."
    },
    statement: { title: "Statement", tab: "Statement" }
  },
  figures: "What you have",
  entries: "What changed the balance in USDT",
  currency: "Currency",
  available: "Available",
  pending: "In payouts",
  received: "Received",
  paidOut: "Paid out",
  adjustments: "Corrections",
  at: "When",
  kind: "What",
  subject: "Of",
  entry: "Entry",
  amount: "Change",
  after: "Available after",
  row: "Row",
  count: "Entries",
  ask: "Show the statement",
  thisMonth: "This month",
  lastMonth: "Last month",
  hint: "Choose the days of a statement. It has the opening balance, every entry, the sum of each kind and the closing balance.",
  partner: "Partner",
  period: "Period",
  zone: "Time zone",
  made: "Made",
  opening: "Opening balance",
  closing: "Closing balance",
  sums: "Sums",
  lines: "Entries of the period",
  printHint: "Print this page for a statement on A4.",
  tooLong: (most: string) =>
    `This period has more than ${most} entries, too many for a page. The CSV file has all of them; or choose fewer days.`
}
