// @ts-check
/**
 * Sends requests from the reference of a sandbox. Keys are in the two fields of the page and nowhere else: they are
 * stored nowhere, and the secret of a signed request never leaves this browser.
 */
"use strict"
;(() => {
  const keys = document.getElementById("keys")
  if (!(keys instanceof HTMLFormElement)) return

  /**
   * @param {HTMLFormElement} form
   * @param {string} name
   */
  const field = (form, name) => {
    const found = form.elements.namedItem(name)
    return found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement ? found : null
  }

  /** @param {ArrayBuffer} bytes */
  const hex = (bytes) =>
    Array.from(new Uint8Array(bytes), (byte) => `0${byte.toString(16)}`.slice(-2)).join("")

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
      each instanceof HTMLInputElement && each.value !== ""
        ? [/** @type {[string, string]} */ ([each.name, each.value])]
        : []
    )

  /** @param {HTMLFormElement} form */
  const requestOf = async (form) => {
    const { method = "GET", path: template = "", proof = "" } = form.dataset
    const inPath = new Map(given(form, "path"))
    const path = template.replace(/\{(\w+)\}/g, (_whole, name) => encodeURIComponent(inPath.get(name) || ""))
    const query = new URLSearchParams(given(form, "query")).toString()
    const written = field(form, "body")
    const body = written === null ? "" : JSON.stringify(JSON.parse(written.value))
    const headers = new Headers(given(form, "header"))
    const publicKey = (field(keys, "publicKey") || { value: "" }).value.trim()
    const secret = (field(keys, "secret") || { value: "" }).value.trim()
    if (body !== "") headers.set("content-type", "application/json")
    headers.set("x-api-key", proof === "secret" ? secret : publicKey)
    if (proof === "pair") headers.set("x-api-secret", secret)
    if (proof === "signed") {
      const timestamp = String(Date.now())
      headers.set("x-timestamp", timestamp)
      headers.set("x-signature", await signatureOf(secret, method + path + timestamp + (await hashOf(body))))
    }
    return new Request(path + (query === "" ? "" : `?${query}`), {
      method,
      headers,
      credentials: "omit",
      ...(body === "" ? {} : { body })
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
    if (line !== null) line.textContent = headline
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
      const missing = ["publicKey", "secret"]
        .map((name) => field(keys, name))
        .find((each) => each !== null && each.value === "")
      if (missing) {
        show(form, "A sandbox key is missing", "Put it in at the top of this page.")
        missing.focus()
        return
      }
      send(form).catch((error) =>
        show(form, "Not sent", String(error instanceof Error ? error.message : error))
      )
    })
  }

  keys.addEventListener("submit", (event) => event.preventDefault())
})()
