export const analytics = {
  area: "Analytics",
  screens: {
    invoices: {
      title: "Analytics of fiat invoices",
      tab: "Fiat invoices",
      completed: "Paid",
      group: "Bank",
      groupTitle: "By bank"
    },
    cryptoInvoices: {
      title: "Analytics of crypto invoices",
      tab: "Crypto invoices",
      completed: "Paid",
      group: "Network",
      groupTitle: "By network"
    },
    payouts: {
      title: "Analytics of payouts",
      tab: "Payouts",
      completed: "Completed",
      group: "Network",
      groupTitle: "By network"
    }
  },
  groupBy: "By",
  groupings: { day: "Day", week: "Week", month: "Month" },
  currency: "Currency",
  show: "Show",
  zone: "Time zone",
  period: "Period",
  created: "Created",
  paid: "Paid",
  conversion: "Conversion",
  volume: "Volume",
  fees: "Fees",
  share: "Share of the volume",
  byCurrency: "By currency",
  byPeriod: "By period",
  whole: "The whole range",
  range: "Range",
  emptyLeftOut: "Periods without any are left out here; the CSV file has them.",
  none: "Nothing was created in this range. Choose other days.",
  countsTitle: "Created and completed",
  volumeDescription: (most: string, at: string) =>
    `The volume of each period. The largest is ${most}, of ${at}.`,
  countsDescription: (created: string, completed: string) =>
    `How many were created and how many of them were completed: ${completed} of ${created}.`
}
