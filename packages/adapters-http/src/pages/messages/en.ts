import type { Messages } from "../Messages.ts"

/** English. */
export const en: Messages = {
  languageName: "English",
  languageSwitcher: "Language",
  pageTitle: "Crypto payment",
  testMode: "Test mode: do not send real money",

  example: "Example",
  contact: "Contact",
  terms: "Terms",
  privacy: "Privacy",
  site: "Website",

  saying: {
    pending: {
      headline: "Waiting for your payment",
      explanation: "Send exactly this amount."
    },
    confirming: {
      headline: "Payment is being confirmed",
      explanation: "We see your transfer. You do not need to do anything while the network confirms it."
    },
    part: {
      headline: "Part of the payment received",
      explanation: "Please send the rest to the same address."
    },
    vanished: {
      headline: "The network took your transfer back",
      explanation:
        "We saw a transfer, but the network dropped it before it was confirmed. Look at it in your wallet first. While it is on its way there, wait: it often arrives after all, and this page will show it. Send again only if the money is back in your wallet."
    },
    paid: { headline: "Payment received", explanation: "Thank you! Your payment has been confirmed." },
    takenBack: {
      headline: "The network took a payment back",
      explanation: "The payment was received, and the network reversed it after that. Contact the seller."
    },
    expired: {
      headline: "The time to pay has run out",
      explanation: "The payment did not arrive in time."
    },
    underpaid: {
      headline: "Payment is incomplete",
      explanation: "The time to pay has run out, and only part of the amount has arrived."
    },
    gone: {
      headline: "The network took your transfer back, and the time to pay has run out",
      explanation: "Look at the transfer in your wallet. If the money is not back there, contact the seller."
    },
    cancelled: {
      headline: "Invoice cancelled",
      explanation: "This invoice no longer has to be paid. Please do not send any money."
    }
  },
  remark: {
    overpaid: "You sent more than the invoice asked for. Contact the seller about the difference.",
    late: "The payment arrived after the time limit. It has been credited to the seller.",
    lateOnItsWay:
      "The payment arrived after the time limit. It will be credited to the seller when the network has confirmed it.",
    moneyOnClosed:
      "Money has arrived for this invoice, although it is closed. The seller is credited with what the network confirms. Contact the seller.",
    covered:
      "The network took a transfer back, but what else has arrived pays the invoice. You do not need to send more.",
    reorganised: "The network has reversed a transfer for this invoice. Contact the seller."
  },
  sendAgain: "The money is back: send it again",
  lateMoney:
    "Please do not send any more money. A transfer that is already on its way will still be credited. If you have questions, contact the seller.",

  amountToSend: "Amount to send",
  amountStillToSend: "Still to send",
  invoiceAmount: "Invoice amount",
  received: "Received",
  missing: "Missing",
  description: "Description",
  network: "Network",
  networkWarning: (currency, networkLabel) =>
    `Send only ${currency} on ${networkLabel}. Anything else that you send is lost.`,
  address: "Address",
  qrCode: (networkLabel) => `QR code of the payment address on the ${networkLabel} network`,
  timeLeft: "Time left",
  confirmations: "Network confirmations",
  confirmationsOf: (seen, required) => `${seen} of ${required}`,

  transfers: "Transfers",
  transferState: {
    credited: "Confirmed",
    dropped: "Taken back by the network before it was confirmed",
    reversed: "Taken back by the network after it was confirmed"
  },
  moreTransfers: (count) => `Earlier transfers: ${count}`,
  transfersOmitted: (count) => `Still earlier transfers that are not shown: ${count}`,
  explorer: "Look it up",

  openWallet: "Open in wallet",
  qrRequest: (currency, networkLabel) =>
    `QR code of the payment in ${currency} on ${networkLabel}, for wallets`,
  checkInWallet: (end) =>
    `Before you confirm, check in your wallet that the money goes to the address that ends with ${end}.`,
  otherWallet: "My wallet shows another address, or cannot read the code",
  addressAlone: "This code holds the address alone. Enter the amount in your wallet yourself.",

  copyAmount: { name: "Copy the amount", done: "The amount is copied" },
  copyAddress: { name: "Copy the address", done: "The address is copied" },
  copyHash: (place) => ({
    name: `Copy the hash of transfer ${place}`,
    done: `The hash of transfer ${place} is copied`
  }),

  backToShop: "Back to the shop",
  cancelAndReturn: "Cancel and return",
  goBack: "Return to the seller",
  returningSoon: "You will be taken back to the seller in a few seconds.",
  stayHere: "Stay on this page",
  updatesByItself: "This page updates by itself.",
  cannotUpdate: (time) =>
    `No connection. What this page shows was true at ${time}. It updates by itself when the connection is back.`,
  asOf: (time) => `This was true on ${time}.`,
  reloadNow: "Reload now",
  updatesByReload: (seconds) => `This page reloads every ${seconds} seconds.`,

  home: {
    headline: "This is a payment server",
    explanation:
      "To pay or to verify yourself, open the link that you were sent. It leads to a page of its own."
  },
  homeModes: { sandbox: "Sandbox: no real money moves", live: "Live" },
  homeLinks: {
    console: "For staff: the console",
    docs: "For developers: the API reference",
    health: "For operators: the state of the server"
  },
  notFoundHeadline: "Page not found",
  notFoundExplanation: "Check that the link was copied in full, or ask the seller for a new one.",
  errorHeadline: "Something went wrong",
  errorExplanation: "Please try again in a few minutes. Money that you have already sent is not lost.",
  requestId: "Request number"
}
