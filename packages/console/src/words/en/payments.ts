/** How events of histories are told, by their types. */
const events: { readonly [type: string]: string } = {
  "invoice.created": "Created",
  invoice_created: "Created",
  mail_sent: "E-mail with the payment link sent",
  mail_failed: "E-mail with the payment link given up",
  receipt_sent: "E-mail with the receipt sent",
  receipt_failed: "E-mail with the receipt given up",
  "invoice.paid": "Paid",
  "invoice.expired": "Expired",
  "invoice.cancelled": "Cancelled",
  invoice_redacted: "Personal data erased",
  payment_requested: "Bank payment begun",
  payment_started: "Bank rail took the payment: the customer pays next",
  payment_declined: "Bank payment declined",
  payment_lapsed: "Bank payment no longer needed",
  payment_settled: "Bank took the money",
  "invoice.payment_unresolved": "Bank took money that the invoice cannot take",
  "invoice.payment_reversed": "Bank recalled the money",
  payment_returned: "Operator returned the money",
  transfer_seen: "Transfer seen on the network",
  "crypto.invoice.credited": "Transfer credited",
  "crypto.invoice.reorganised": "Transfer vanished before it was credited",
  "crypto.invoice.reversed": "Credited transfer taken back by the network",
  "crypto.invoice.confirming": "Money seen: waiting for confirmations",
  invoice_reopened: "Money gone: waiting again",
  "crypto.invoice.paid": "Paid",
  "crypto.invoice.overpaid": "Overpaid",
  "crypto.invoice.underpaid": "Expired with too little money",
  "crypto.invoice.expired": "Expired",
  "crypto.invoice.cancelled": "Cancelled"
}

/** Why an invoice could not take money. */
const faults: { readonly [fault: string]: string } = {
  wrongAmount: "Wrong amount",
  alreadyPaid: "Already paid",
  tooLate: "Too late",
  cancelled: "Cancelled"
}

/** What a search finds. */
const kinds: { readonly [type: string]: string } = {
  invoice: "Fiat invoice",
  crypto_invoice: "Crypto invoice",
  batch: "Batch",
  kyc_session: "KYC session",
  payout: "Payout",
  wallet: "Transit wallet",
  bank_payment: "Bank payment",
  delivery: "Webhook delivery"
}

export const payments = {
  area: "Payments",
  ...{ events, faults, kinds },
  lists: {
    invoices: {
      title: "Fiat invoices",
      tab: "Fiat",
      empty: "There are no fiat invoices yet. Make the first, or import a file of them."
    },
    cryptoInvoices: {
      title: "Crypto invoices",
      tab: "Crypto",
      empty: "There are no crypto invoices yet. Make the first."
    },
    batches: {
      title: "Batches of fiat invoices",
      tab: "Batches",
      empty: "No file was imported yet. A file makes up to 1000 fiat invoices at once."
    },
    batch: { title: "Batch of fiat invoices", empty: "This batch has no invoices." },
    wallets: {
      title: "Transit wallets",
      tab: "Wallets",
      empty: "There are no transit wallets yet. They are made with the API."
    }
  },
  making: {
    invoice: { title: "New fiat invoice", verb: "Make invoice", said: "The invoice was made." },
    cryptoInvoice: { title: "New crypto invoice", verb: "Make invoice", said: "The invoice was made." },
    batch: { title: "Import a file", verb: "Import file", said: "Every row of the file became an invoice." }
  },
  kindOf: { invoices: "Fiat invoice", cryptoInvoices: "Crypto invoice" },
  invoices: "Fiat invoices",
  invoice: "Invoice",
  batch: "Batch",
  wallet: "Wallet",
  status: "Status",
  exception: "Irregularity",
  amount: "Amount",
  toPay: "To be paid",
  received: "Received",
  credited: "Credited",
  fee: "Fee",
  currency: "Currency",
  network: "Network",
  networkChoice: (label: string, min: string, max: string) => `${label}: ${min} to ${max}`,
  address: "Address",
  description: "Description",
  externalId: "External id",
  reference: "Transfer reference",
  metadata: "Metadata",
  created: "Created",
  expires: "Expires",
  paid: "Paid",
  late: "Paid after the expiry",
  reversed: "Taken back by the bank",
  yes: "Yes",
  redacted: "Erased",
  payerBank: "Payer's bank",
  customerName: "Customer",
  customerEmail: "Customer's e-mail",
  mail: "E-mail with the link",
  mailReason: "Why it was not sent",
  redirectUrl: "Return URL",
  cancelUrl: "Return URL when not paid",
  confirmations: "Confirmations",
  ofNeeded: (count: number, needed: number) => `${count} of ${needed}`,
  transaction: "Transaction",
  transfers: "Transfers",
  transfersOmitted: (count: number) => `${count} older transfers are not shown.`,
  seen: "Seen",
  bankPayments: "Bank payments",
  payment: "Payment",
  bank: "Bank",
  operation: "Operation",
  ofStatement: "From a bank statement",
  fault: "Fault",
  nowIs: (what: string, status: string) => `${what}: ${status}`,
  forCustomer: "For the customer",
  link: "Payment link",
  copyLink: "Copy link",
  openLink: "Open payment page",
  payHere: "Pay it in the sandbox",
  showQr: "Show QR code",
  qrLabel: "QR code of the payment link",
  showAddressQr: "Show QR code of the address",
  amountUsdt: "Amount in USDT",
  hints: {
    amount: "A number such as 1250.5, without separators.",
    description: "Shown to the customer.",
    externalId: "Your own name of it. The same one never makes a second invoice.",
    redirectUrl: "Where the payment page leads when it is paid.",
    successUrl: "Where the payment page leads when it is paid.",
    cancelUrl: "Where the payment page leads when nothing was paid.",
    defaultRedirectUrl: "Where the payment page leads when it is paid.",
    defaultCancelUrl: "Where the payment page leads when nothing was paid.",
    expiresAt: "Until its end, by the clock of the partner. Without one it can be paid for a day.",
    expiresInMinutes: "An hour unless given.",
    file: "UTF-8, separated by commas, at most 1000 rows and 5 MB."
  },
  expiresAt: "Last day to pay",
  expiresInMinutes: "Minutes to pay",
  successUrl: "Return URL",
  cancel: "Cancel invoice…",
  redact: "Erase personal data…",
  ends: {
    cancel: {
      title: "Cancel invoice",
      verb: "Cancel invoice",
      said: "The invoice was cancelled.",
      follows:
        "It cannot be paid any more, and not be opened again. Money that is under way stays unresolved."
    },
    redact: {
      title: "Erase personal data",
      verb: "Erase personal data",
      said: "The personal data was erased.",
      follows:
        "Description, names, e-mail address and links are erased for ever, also from webhooks and e-mails. An open invoice is cancelled first."
    }
  },
  file: "CSV file",
  fileHint: "One invoice a row, with the columns amount and currency at least.",
  fileGuide: "All columns and rules",
  defaultCurrency: "Currency of rows without one",
  noDefault: "None",
  defaultRedirectUrl: "Return URL, for rows without one",
  defaultCancelUrl: "Cancel URL, for rows without one",
  sendEmails: "Send the payment links to the e-mail addresses in the file",
  nothingImported: "Nothing was imported",
  partlyImported: "Imported in part",
  importedSome: (created: number, failed: number) =>
    `${created} rows became invoices, ${failed} did not. Correct those in a file of their own.`,
  rowFaults: "Rows that became no invoice",
  row: "Row",
  header: "Header",
  about: "Column or external id",
  moreFaults: (count: number) => `There are ${count} more.`,
  anotherFile: "Choose another file",
  showBatch: "Show the batch",
  rows: "Rows",
  refusedRows: "Refused",
  paidInvoices: "Paid",
  label: "Label",
  walletBalance: "Arrived so far",
  search: "Search",
  record: "Record",
  kind: "Kind",
  nothingFound: (sought: string) =>
    `Nothing was found for “${sought}”. Ids, addresses and transactions must be whole.`,
  whatIsSearched: "What can be searched",
  searched: [
    "Payouts by id, idempotency key, address and transaction",
    "Crypto invoices by id, external id, address and transaction",
    "Fiat invoices by id, external id, idempotency key and transfer reference",
    "Batches and KYC sessions by id and idempotency key",
    "Transit wallets by id, address and transaction",
    "Bank payments by id and the bank's operation",
    "Webhook deliveries by id"
  ]
}
