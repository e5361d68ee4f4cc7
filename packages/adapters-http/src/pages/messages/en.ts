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

  headline: {
    pending: "Waiting for your payment",
    confirming: "Payment is being confirmed",
    paid: "Payment received",
    expired: "The time to pay has run out",
    underpaid: "Payment is incomplete",
    cancelled: "Invoice cancelled"
  },
  explanation: {
    pending: "Send the exact amount to the address shown on this page.",
    confirming: "We see your transfer. You do not need to do anything while the network confirms it.",
    paid: "Thank you! Your payment has been confirmed.",
    expired: "The payment did not arrive in time.",
    underpaid: "The time to pay has run out, and only part of the amount has arrived.",
    cancelled: "This invoice no longer has to be paid. Please do not send any money."
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
  sendAgain: "The money is back: send it again",
  takenBack: {
    headline: "The network took a payment back",
    explanation: "The payment was received, and the network reversed it after that. Contact the seller."
  },
  exceptionNote: {
    underpaid: "Less money has arrived than the invoice asks for.",
    overpaid: "You sent more than the invoice asked for. Contact the seller about the difference.",
    late: "The payment arrived after the time limit. It has been credited to the seller.",
    reorganised: "The network has reversed a transfer for this invoice. Contact the seller."
  },
  lateOnItsWay:
    "The payment arrived after the time limit. It will be credited to the seller when the network has confirmed it.",
  moneyOnClosed:
    "Money has arrived for this invoice, although it is closed. The seller is credited with what the network confirms. Contact the seller.",
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
    `Send only ${currency}, and only over the ${networkLabel} network. Other tokens, or money sent over another network, will be lost.`,
  address: "Address",
  qrCode: (networkLabel) => `QR code of the payment address on the ${networkLabel} network`,
  timeLeft: "Time left",
  confirmations: "Network confirmations",
  confirmationsOf: (seen, required) => `${seen} of ${required}`,

  copy: "Copy",
  copied: "Copied",
  copyAmount: "Copy amount",
  copyAddress: "Copy address",

  goBack: "Return to the seller",
  returningSoon: "You will be taken back to the seller in a few seconds.",
  stayHere: "Stay on this page",
  updatesByItself: "This page updates by itself.",
  cannotUpdate:
    "No connection. What this page shows may be out of date; it goes on by itself when the connection is back.",
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
