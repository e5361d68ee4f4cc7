/** How statuses are called where their own word is not what a person would say. */
export const statuses: { readonly [status: string]: string } = {
  tron: "Tron",
  ethereum: "Ethereum",
  bsc: "BNB Smart Chain",
  polygon: "Polygon",
  awaiting: "Waits for approval",
  awaiting_approval: "Waits for approval",
  in_review: "To be decided",
  reserved: "To be sent",
  submitting: "Being sent",
  unknown: "Outcome unknown",
  matched: "Paid an invoice",
  reversed: "Taken back",
  not_confirmed: "Not sent",
  "payout.reserved": "Payout with its fee",
  "payout.returned": "Failed payout returned",
  "payout.settled_late": "Payout settled late",
  "crypto.invoice.credited": "Invoice credited",
  "crypto.invoice.reversed": "Invoice reversed",
  "transit.credited": "Deposit credited",
  "transit.reversed": "Deposit reversed",
  "balance.adjusted": "Correction"
}
