// @ts-check
/**
 * The script of `page.html`: it asks the server of the page for the state, each second and at each button, and shows
 * it.
 *
 * @typedef {object} Invoice
 * @property {string} id
 * @property {string} address
 * @property {number} expectedAmount
 * @property {string} status
 * @property {number} confirmations
 * @property {number} requiredConfirmations
 * @property {string} paymentLink
 *
 * @typedef {object} State
 * @property {number} available
 * @property {number} block
 * @property {Invoice} [invoice]
 * @property {{ status: string, amount: number, fee: number }} [payout]
 */

/**
 * @template {HTMLElement} E
 * @param {string} id
 * @param {new () => E} kind
 * @returns {E}
 */
const at = (id, kind) => {
  const found = document.getElementById(id)
  if (found instanceof kind) return found
  throw new Error(`the page has no ${id}`)
}

const error = at("error", HTMLElement)
const pay = at("pay", HTMLButtonElement)
/** @type {string | undefined} */
let paidId

/** @param {string} status */
const emphasized = (status) => {
  const strong = document.createElement("strong")
  strong.textContent = status
  return strong
}

/** @param {Invoice} invoice */
const showInvoice = (invoice) => {
  const { address, confirmations, expectedAmount, paymentLink, requiredConfirmations, status } = invoice
  const link = Object.assign(document.createElement("a"), {
    href: paymentLink,
    target: "_blank",
    textContent: "the payment page"
  })
  const depth = status === "confirming" ? `, ${confirmations} of ${requiredConfirmations} confirmations` : ""
  at("invoice", HTMLOutputElement).replaceChildren(
    emphasized(status),
    depth,
    document.createElement("br"),
    `The customer pays ${expectedAmount} USDT to ${address}, or opens `,
    link,
    "."
  )
}

/** @param {State} state */
const show = ({ available, block, invoice, payout }) => {
  at("block", HTMLElement).textContent = String(block)
  at("available", HTMLElement).textContent = String(available)
  if (invoice) showInvoice(invoice)
  pay.disabled = invoice?.status !== "pending" || paidId === invoice.id
  if (payout)
    at("payout", HTMLOutputElement).replaceChildren(
      emphasized(payout.status),
      `, ${payout.amount} USDT and a fee of ${payout.fee}`
    )
  return invoice
}

/**
 * @param {string} path
 * @param {object} [body] sent by POST where it is given
 */
const ask = async (path, body) => {
  const request = body && {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body)
  }
  try {
    const response = await fetch(path, request)
    const answer = await response.json()
    if (body || !response.ok) error.textContent = response.ok ? "" : answer.error
    return response.ok ? show(answer) : undefined
  } catch {
    error.textContent = "The demo has stopped."
  }
}

/**
 * Asks for the amount of a form when it is sent.
 * @param {string} id
 * @param {string} path
 */
const sendForm = (id, path) => {
  const form = at(id, HTMLFormElement)
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    ask(path, { amount: Number(new FormData(form).get("amount")) })
  })
}

sendForm("create", "/invoices")
sendForm("payout-form", "/payouts")
pay.addEventListener("click", async () => {
  pay.disabled = true
  const invoice = await ask("/payments", {})
  paidId = invoice?.id
  if (paidId) pay.disabled = true
})
for (;;) {
  await ask("/state")
  await new Promise((resolve) => setTimeout(resolve, 1000))
}
