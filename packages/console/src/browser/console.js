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
    if (!answer.success) throw Object.assign(new Error(answer.error.message), { code: answer.error.code })
    return answer
  }

  /**
   * Lets the browser sign with a passkey.
   * @param {PublicKeyCredentialRequestOptionsJSON} options
   */
  const signed = async (options) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
    const made = /** @type {PublicKeyCredential | null} */ (await navigator.credentials.get({ publicKey }))
    if (made === null) throw new Error("no passkey was chosen")
    return made.toJSON()
  }

  /**
   * Proves an act with a passkey.
   * @param {string} act
   * @param {string} subject
   */
  const prove = async (act, subject) => {
    const { options, ticket } = await send("step-up/begin", { act, subject })
    if (options === null) throw new Error("type the code of your authenticator")
    await send("step-up/finish", { ticket, answer: await signed(options) })
  }

  /**
   * Makes a passkey with what this path begins and finishes.
   * @param {string} path
   * @param {object} fields
   * @param {string} name
   */
  const makePasskey = async (path, fields, name) => {
    const { options, ticket } = await send(`${path}/begin`, fields)
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
    const made = /** @type {PublicKeyCredential | null} */ (await navigator.credentials.create({ publicKey }))
    if (made === null) throw new Error("no passkey was made")
    await send(`${path}/finish`, { ...fields, ticket, name, answer: made.toJSON() })
  }

  /** @param {string | undefined} to */
  const go = (to) => location.assign(to ?? root)

  /**
   * What buttons do that only scripts can do.
   * @type {{ readonly [name: string]: (facts: DOMStringMap) => Promise<void> }}
   */
  const deeds = {
    signIn: async ({ form, to }) => {
      const { options, ticket } = await send("passkey/begin", {})
      await send("passkey/finish", { ticket, answer: await signed(options) })
      const kept = form === undefined ? null : document.getElementById(form)
      // A form whose session had ended comes back as it was typed.
      if (kept instanceof HTMLFormElement) kept.submit()
      else go(to)
    },
    makePasskey: async ({ proves, subject, to, token }) => {
      const box = document.getElementById("passkey-name")
      const name = (box instanceof HTMLInputElement && box.value.trim()) || "first passkey"
      if (token !== undefined) await makePasskey("link/passkey", { token }, name)
      else {
        if (proves !== undefined && subject !== undefined) await prove(proves, subject)
        await makePasskey("passkeys", { nonce: crypto.randomUUID() }, name)
      }
      go(to)
    }
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

  /**
   * Forms on their way. Two equal ones get one answer of the server, but a second click would ask for another passkey
   * proof, and be another form, whose refusal would come in place of the first answer.
   */
  const sent = new WeakSet()
  const sentMillis = 10_000

  document.addEventListener("submit", (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || form.method !== "post") return
    if (sent.has(form)) {
      event.preventDefault()
      return
    }
    sent.add(form)
    // Somebody may have stopped it, or come back to it.
    setTimeout(() => sent.delete(form), sentMillis)
    const { prove: act, subject } = form.dataset
    if (act === undefined || subject === undefined) return
    const button = event.submitter
    const code = form.elements.namedItem("code")
    if (code instanceof HTMLInputElement && code.value.trim() !== "") return
    if (button instanceof HTMLButtonElement && button.name === "step") return
    event.preventDefault()
    tell("")
    // Without an event, so that this does not ask again.
    prove(act, subject).then(
      () => form.submit(),
      (error) => {
        sent.delete(form)
        // The server then asks for a sign-in, and keeps what was typed.
        if (error.code === "not_signed_in") form.submit()
        else refused(error)
      }
    )
  })

  for (const each of document.querySelectorAll("[data-scripted]")) each.removeAttribute("hidden")
  for (const button of document.querySelectorAll("button[data-does]")) {
    if (!(button instanceof HTMLButtonElement)) continue
    button.addEventListener("click", () => {
      tell("")
      deeds[button.dataset.does ?? ""]?.(button.dataset).catch(refused)
    })
  }

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
