// @ts-check
/**
 * Sends requests from the reference of a sandbox. Keys are in the two fields of the page and nowhere else: they are
 * stored nowhere, and the secret of a signed request never leaves this browser.
 */
"use strict"
;(() => {
  /** Absent where no operation of the page needs a key. */
  const keys = document.getElementById("keys")

  /**
   * What was put into a field; empty if there is none.
   * @param {Element | null} form
   * @param {string} name
   */
  const written = (form, name) => {
    const found = form === null ? null : form.querySelector(`[name="${name}"]`)
    return found instanceof HTMLInputElement ||
      found instanceof HTMLSelectElement ||
      found instanceof HTMLTextAreaElement
      ? found.value
      : ""
  }

  /** @param {ArrayBuffer} bytes */
  const hex = (bytes) =>
    Array.from(new Uint8Array(bytes), (byte) => `0${byte.toString(16)}`.slice(-2)).join("")

  /** Where an answer leads to a page for people, such as the one that takes an identity document. */
  const pageLink = /"(paymentLink|paymentUrl|verificationUrl)": "(https?:[^"\s]+)"/

  const utf8 = new TextEncoder()

  /** @param {string} body */
  const hashOf = async (body) =>
    body === "" ? "" : hex(await crypto.subtle.digest("SHA-256", utf8.encode(body)))

  /**
   * @param {string} secret
   * @param {string} text
   */
  const signatureOf = async (secret, text) => {
    const algorithm = { name: "HMAC", hash: "SHA-256" }
    const key = await crypto.subtle.importKey("raw", utf8.encode(secret), algorithm, false, ["sign"])
    return hex(await crypto.subtle.sign("HMAC", key, utf8.encode(text)))
  }

  /** The fields of a form in one place of the request, those without a value left out. */
  const given = (/** @type {HTMLFormElement} */ form, /** @type {string} */ place) =>
    Array.from(form.querySelectorAll(`[data-in="${place}"]`)).flatMap((each) =>
      each instanceof HTMLInputElement && each.type !== "file" && each.value !== ""
        ? [/** @type {[string, string]} */ ([each.name, each.value])]
        : []
    )

  /**
   * The form with its file: the chosen one, or else what was written in its place.
   * @param {HTMLFormElement} form
   */
  const filledOf = (form) => {
    const filled = new FormData()
    const file = form.querySelector('input[type="file"]')
    if (!(file instanceof HTMLInputElement)) return null
    const chosen = (file.files || [])[0]
    filled.append(file.name, chosen || new File([written(form, "written")], form.dataset.file || "file"))
    for (const [name, value] of given(form, "form")) filled.append(name, value)
    return filled
  }

  /**
   * What the key binds of this request, as it was made.
   * @param {Headers} headers
   * @param {string} query
   */
  const boundPart = (headers, query) => {
    const bind = written(keys, "bind")
    if (bind === "query") return query
    return bind === "idempotency"
      ? headers.get("x-idempotency-key") || headers.get("idempotency-key") || ""
      : ""
  }

  /** @param {HTMLFormElement} form */
  const requestOf = async (form) => {
    const { method = "GET", path: template = "", proof = "" } = form.dataset
    const inPath = new Map(given(form, "path"))
    const path = template.replace(/\{(\w+)\}/g, (_whole, name) => encodeURIComponent(inPath.get(name) || ""))
    const query = new URLSearchParams(given(form, "query")).toString()
    // As it was written, or a number could become another one.
    const body = written(form, "body").trim()
    if (body !== "") JSON.parse(body)
    const headers = new Headers(given(form, "header"))
    const publicKey = written(keys, "publicKey").trim()
    const secret = written(keys, "secret").trim()
    if (body !== "") headers.set("content-type", "application/json")
    if (proof !== "none") headers.set("x-api-key", proof === "secret" ? secret : publicKey)
    if (proof === "pair") headers.set("x-api-secret", secret)
    if (proof === "signed") {
      const timestamp = String(Date.now())
      const toSign = method + path + timestamp + (await hashOf(body)) + boundPart(headers, query)
      headers.set("x-timestamp", timestamp)
      headers.set("x-signature", await signatureOf(secret, toSign))
    }
    return new Request(path + (query === "" ? "" : `?${query}`), {
      method,
      headers,
      credentials: "omit",
      body: filledOf(form) || (body === "" ? null : body)
    })
  }

  /** @param {string} text */
  const readable = (text) => {
    try {
      return JSON.stringify(JSON.parse(text), null, 2)
    } catch (_notJson) {
      return text
    }
  }

  /**
   * @param {HTMLFormElement} form
   * @param {string} headline
   * @param {string} text
   */
  const show = (form, headline, text) => {
    const answered = form.querySelector(".answered")
    if (!(answered instanceof HTMLElement)) return
    answered.hidden = false
    const [line, code] = [answered.querySelector("p"), answered.querySelector("code")]
    if (line !== null) {
      line.textContent = headline
      const found = pageLink.exec(text)
      if (found !== null) {
        const [, name, href] = found
        const link = document.createElement("a")
        Object.assign(link, { href, target: "_blank", textContent: `Open ${name}` })
        line.append(" · ", link)
      }
    }
    if (code !== null) code.textContent = text
  }

  /** @param {HTMLFormElement} form */
  const send = async (form) => {
    const startedAt = performance.now()
    const response = await fetch(await requestOf(form))
    const text = await response.text()
    const millis = Math.round(performance.now() - startedAt)
    const told = ["idempotent-replayed", "x-quittance-ignored", "x-quittance-hint", "retry-after"]
      .map((name) => (response.headers.has(name) ? ` · ${name}: ${response.headers.get(name)}` : ""))
      .join("")
    show(form, `${response.status} in ${millis} ms${told}`, readable(text))
  }

  for (const form of document.querySelectorAll("form[data-try]")) {
    if (!(form instanceof HTMLFormElement)) continue
    form.addEventListener("submit", (event) => {
      event.preventDefault()
      const { proof } = form.dataset
      const needed = proof === "none" ? [] : proof === "secret" ? ["secret"] : ["publicKey", "secret"]
      const missing = needed.find((name) => written(keys, name) === "")
      if (missing) {
        show(form, "A sandbox key is missing", "Put it in at the top of this page.")
        const input = document.querySelector(`#keys [name="${missing}"]`)
        if (input instanceof HTMLElement) input.focus()
        return
      }
      send(form).catch((error) =>
        show(form, "Not sent", String(error instanceof Error ? error.message : error))
      )
    })
  }

  if (keys !== null) keys.addEventListener("submit", (event) => event.preventDefault())
})()
