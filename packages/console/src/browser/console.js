// @ts-check
/**
 * The script of the console, beside that of the hosted pages. Without it everything works but passkeys: it makes the
 * proof of an act before its form is sent, and `/` leads to the search box.
 */
"use strict"
;(() => {
  const root = document.body.dataset.root ?? ""
  const told = document.getElementById("told")

  /** @param {string} text */
  const tell = (text) => {
    if (told === null) return
    told.textContent = text
    told.scrollIntoView({ block: "nearest" })
  }

  /**
   * @param {string} path
   * @param {object} fields
   */
  const send = async (path, fields) => {
    const sent = await fetch(`${root}/session/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(fields)
    })
    const answer = await sent.json()
    if (!answer.success) throw new Error(answer.error.message)
    return answer
  }

  /**
   * Proves an act with a passkey.
   * @param {string} act
   * @param {string} subject
   */
  const prove = async (act, subject) => {
    const { options, ticket } = await send("step-up/begin", { act, subject })
    if (options === null) throw new Error("type the code of your authenticator")
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
    const made = /** @type {PublicKeyCredential | null} */ (await navigator.credentials.get({ publicKey }))
    if (made === null) throw new Error("no passkey was chosen")
    await send("step-up/finish", { ticket, answer: made.toJSON() })
  }

  /** @param {unknown} error */
  const refused = (error) => {
    const words =
      error instanceof DOMException
        ? "the browser used no passkey: try again, or type a code"
        : error instanceof Error
          ? error.message
          : String(error)
    tell(`${words.charAt(0).toUpperCase()}${words.slice(1)}.`)
  }

  document.addEventListener("submit", (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement)) return
    const { prove: act, subject } = form.dataset
    if (act === undefined || subject === undefined) return
    const button = event.submitter
    const code = form.elements.namedItem("code")
    if (code instanceof HTMLInputElement && code.value.trim() !== "") return
    if (button instanceof HTMLButtonElement && button.name === "step") return
    event.preventDefault()
    tell("")
    // Without an event, so that this does not ask again.
    prove(act, subject).then(() => form.submit(), refused)
  })

  document.addEventListener("keydown", (event) => {
    const { target } = event
    const isTyping = target instanceof HTMLElement && target.matches("input, textarea, select")
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping) return
    const box = document.getElementById("q")
    if (box === null) return
    event.preventDefault()
    box.focus()
  })
})()
