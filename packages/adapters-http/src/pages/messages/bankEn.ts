import type { BankMessages } from "../BankMessages.ts"

/** English. */
export const bankEn: BankMessages = {
  pageTitle: "Bank payment",
  headline: {
    choosing: "Waiting for your payment",
    contacting: "Contacting the bank",
    awaiting: "Confirm the payment at your bank",
    waiting: "Waiting for your bank",
    transferring: "Make the transfer in your bank",
    declined: "The bank declined the payment",
    paid: "Payment received",
    takenBack: "The bank took the payment back",
    expired: "The time to pay has run out",
    cancelled: "Invoice cancelled"
  },
  explanation: {
    choosing: () => "Choose your bank, then confirm the payment there.",
    contacting: (bank) => `We are asking ${bank} to start the payment. This usually takes a few seconds.`,
    awaiting: (bank) => `Go to ${bank} and confirm the payment there.`,
    waiting: (bank) => `${bank} has the payment. If the bank's app asks you to confirm it, do so there.`,
    transferring: () => "This page updates by itself when the money is seen in the bank's statement.",
    declined: (bank) => `No money was taken. Try ${bank} again, or choose another bank.`,
    paid: () => "Thank you! Your payment has been confirmed.",
    takenBack: () =>
      "The payment was received, and the bank of the payer took it back after that. Contact the seller.",
    expired: () => "The payment did not arrive in time.",
    cancelled: () => "This invoice no longer has to be paid. Please do not send any money."
  },
  choosingWithoutBanks: "This invoice is not paid yet.",
  declinedWithoutBanks: "No money was taken. This invoice is not paid yet.",
  expiredWithMoney: "Please do not pay any more. This invoice can no longer be paid.",
  lateNote: "The payment arrived after the time limit. It has been credited to the seller.",
  unmatchedNote: {
    held: "A payment arrived that could not be counted for this invoice. Contact the seller to get it back.",
    returned: "A payment that could not be counted for this invoice has been returned."
  },
  furtherNote: {
    held: "Another payment arrived that could not be counted for this invoice. Contact the seller to get it back.",
    returned: "Another payment that could not be counted for this invoice has been returned."
  },
  problem: {
    unknownBank: "Please choose one of the banks shown here.",
    tooManyPayments:
      "This invoice was tried too many times. Ask the seller for a new one, or finish the payment that was begun.",
    banksAway: "The banks cannot be reached at the moment. Please try again in a few minutes.",
    noBanks:
      "No bank takes payments in this currency at the moment. Contact the seller to pay in another way."
  },
  lateMoney:
    "Please do not pay any more. If your bank has already taken the money, the payment will still be recognised. If you have questions, contact the seller.",
  lateTransfer: (day) =>
    `Please do not pay any more. If your bank has already taken the money, the payment will still be recognised. A bank transfer counts if it arrives by the end of ${day}. If you have questions, contact the seller.`,

  amountToPay: "Amount to pay",
  payUntil: "Pay until",
  bank: "Bank",
  chooseBank: "Choose your bank",
  chooseAnotherBank: "Choose another bank",
  bankSearch: "Search for your bank",
  findBank: "Find",
  banksFound: (count) => `Banks found: ${count}`,
  noBankFound: "No bank in the list has this name. Check the spelling.",
  allBanks: "Show all banks",
  openBank: (bank) => `Pay with ${bank}`,
  bankQrCode: (bank) => `QR code to pay with ${bank}`,
  scanWithPhone: "Scan the code with your phone to pay there.",
  continueOnPhone: "Continue on your phone: scan this code.",
  pageQrCode: "QR code of this page",
  simulationLabel: "Test mode only",
  simulate: "Simulate the payment",
  simulateTransfer: "Transfer at the simulated bank",

  transfer: {
    name: "Bank transfer",
    choose: "Choose how to pay",
    choosing: "Choose the bank transfer to see what to transfer.",
    preparing: {
      headline: "Preparing the transfer",
      explanation: "You will see in a few seconds what to transfer."
    },
    duration: (days) => `That may take up to ${days}.`,
    exactly:
      "Transfer exactly this amount, and write the reference exactly as it is here: the payment is recognised by it.",
    details: "What to transfer",
    beneficiary: "Beneficiary",
    iban: "Account (IBAN)",
    account: "Account number",
    amount: "Amount",
    reference: "Reference",
    purpose: "Purpose of the transfer",
    referenceAsPurpose: "Reference (as the purpose of the transfer)",
    bankIds: {
      bank: "Bank of the beneficiary",
      bic: "BIC",
      correspondentAccount: "Correspondent account",
      inn: "INN (tax number)",
      kpp: "KPP (tax registration code)",
      bin: "BIN or IIN",
      kbe: "KBe (beneficiary code)",
      knp: "KNP (payment purpose code)",
      routing: "Routing number (ABA)"
    },
    copy: (what) => ({ name: `Copy: ${what}`, done: `Copied: ${what}` }),
    qrCode: "QR code of this transfer",
    scan: "Scan this code with the app of your bank. It fills in the transfer."
  },

  simulatedBank: {
    ribbon: "Test mode: a simulated bank that moves no real money",
    open: { headline: "Do you approve this payment?", explanation: "Nothing is paid until you approve." },
    approved: { headline: "The payment is approved", explanation: "The bank has taken the money." },
    declined: { headline: "The payment is declined", explanation: "The bank has taken no money." },
    closed: {
      headline: "This payment can no longer be made",
      explanation:
        "The time to pay has run out, or the invoice was cancelled or paid in another way. The bank has taken no money."
    },
    transfer: {
      form: {
        headline: "Transfer the money",
        explanation:
          "The bank books whatever you send. The invoice is paid once a statement of the account is imported."
      },
      made: {
        headline: "The money is transferred",
        explanation: "The invoice is paid once a statement of the account is imported."
      },
      wrong: {
        headline: "This cannot be transferred",
        explanation:
          "The amount must be above zero with at most two decimals, and the reference at most 35 characters."
      },
      amount: "Amount",
      reference: "Reference",
      send: "Transfer"
    },
    approve: "Approve",
    decline: "Decline",
    back: "Back to the invoice"
  },

  refusedHeadline: "This request was not accepted",
  refusedExplanation: "It came from another website. Open the payment link yourself and try again."
}
