// @ts-check
/**
 * The script of the verification page's form, beside `page.js`.
 *
 * It shows the chosen picture, which goes nowhere until it is sent, sends it with its progress in view, and says in
 * place why it was not taken. What comes next is the server's to say: `page.js` is asked to fetch the page again.
 */
"use strict"
;(() => {
  /**
   * @template {HTMLElement} E
   * @param {string} selector
   * @param {new () => E} kind
   * @param {ParentNode} within
   * @returns {E}
   */
  const one = (selector, kind, within = document) => {
    const found = within.querySelector(selector)
    if (found instanceof kind) return found
    throw new Error(`the page has no ${selector}`)
  }

  const announcer = one("#announcer", HTMLElement)
  /** @type {XMLHttpRequest | null} */
  let request = null
  /** @type {string | null} */
  let picture = null
  let unsaid = ""
  // The server has the file, and the page that says what comes next is not here yet.
  let hasArrived = false

  /** How long an answer may take after all was sent. */
  const answerMillis = 60_000

  const upload = () => one("#upload", HTMLFormElement)
  const sendButton = () => one(".primary", HTMLElement, upload())
  const choosers = () => {
    /** @type {NodeListOf<HTMLInputElement>} */
    const inputs = document.querySelectorAll(".chooser")
    return [...inputs]
  }
  const chosenFile = () => choosers().flatMap((input) => [...(input.files ?? [])])[0]

  /**
   * Below the form's choice, where it is looked for; an alert is read out by itself.
   * @param {string} text
   */
  const say = (text) => {
    const problem = document.getElementById("problem")
    if (problem === null) return
    problem.textContent = ""
    if (text === "") return
    const notice = document.importNode(one("#notice", HTMLTemplateElement).content, true)
    one("span", HTMLElement, notice).textContent = text
    problem.append(notice)
    problem.scrollIntoView({ block: "nearest" })
  }

  /** The button looks as if nothing could be sent where nothing can. It stays in reach, and says why. */
  const setSendable = () =>
    sendButton().setAttribute("aria-disabled", String(request !== null || fault(chosenFile()) !== ""))

  const forget = () => {
    if (picture !== null) URL.revokeObjectURL(picture)
    picture = null
  }

  /** @param {File} file */
  const nameOf = (file) => {
    const line = document.createElement("p")
    const name = document.createElement("bdi")
    name.textContent = file.name
    line.append(name)
    return line
  }

  /** @param {File | undefined} file */
  const show = (file) => {
    const chosen = one("#chosen", HTMLElement)
    forget()
    chosen.replaceChildren()
    chosen.hidden = file === undefined
    if (file === undefined) return
    chosen.append(nameOf(file))
    const goOn = () => sendButton().scrollIntoView({ block: "nearest" })
    if (!file.type.startsWith("image/")) return goOn()
    picture = URL.createObjectURL(file)
    const image = document.createElement("img")
    image.alt = upload().dataset.chosen ?? ""
    // What the browser cannot show may still be what the server can read.
    image.onerror = () => image.remove()
    // On a phone the picture would push what comes next out of sight.
    image.onload = goOn
    image.src = picture
    chosen.prepend(image)
  }

  /**
   * What is wrong with it, in words; "" where nothing is.
   * @param {File | undefined} file
   */
  const fault = (file) => {
    const { bytesMax, noFile = "", tooLarge = "" } = upload().dataset
    if (file === undefined || file.size === 0) return noFile
    return file.size > Number(bytesMax) ? tooLarge : ""
  }

  /** @param {HTMLInputElement} input */
  const choose = (input) => {
    if (request !== null) return
    // One file is sent: the last one chosen.
    if (input.files?.length) for (const other of choosers()) if (other !== input) other.value = ""
    const file = chosenFile()
    show(file)
    setSendable()
    say(file === undefined ? "" : fault(file))
  }

  /** What a browser keeps over a reload is shown. */
  const ready = () => {
    if (document.getElementById("upload") === null) return
    show(chosenFile())
    setSendable()
  }

  /** @param {boolean} busy */
  const setBusy = (busy) => {
    const main = one("main", HTMLElement)
    if (busy) main.dataset.busy = ""
    else delete main.dataset.busy
    upload().setAttribute("aria-busy", String(busy))
    one("#sending", HTMLElement).hidden = !busy
    for (const input of choosers()) input.disabled = busy
    setSendable()
  }

  /** @param {number} share of the bytes, from 0 to 1 */
  const progress = (share) => {
    const percent = Math.floor(share * 100)
    one("#sending progress", HTMLProgressElement).value = percent
    one("#sent", HTMLElement).textContent = `${percent} %`
  }

  /**
   * Whatever was answered, the page says what comes now.
   * @param {string} text
   * @param {string} later said of the page that comes
   */
  const finish = (text, later = text) => {
    request = null
    setBusy(false)
    say(text)
    unsaid = later
    document.dispatchEvent(new Event("look"))
  }

  /**
   * Why the server did not take it; `null` if it was not the server who said so.
   * @param {XMLHttpRequest} answered
   * @returns {string | null}
   */
  const refusal = ({ response, status }) => {
    const { away = "", tooLarge = "" } = upload().dataset
    /** @type {{ readonly message: string } | undefined} */
    const error = response !== null && typeof response === "object" ? response.error : undefined
    // A proxy in between answers in its own words, and may have passed the file on.
    if (error === undefined) return status === 413 ? tooLarge : null
    return status === 500 ? away : error.message
  }

  /**
   * @param {HTMLFormElement} form
   * @param {File} file
   */
  const send = (form, file) => {
    const { awaitingAnswer = "", lost = "", sending = "", stopped = "", unanswered = "" } = form.dataset
    const label = one("#sending-label", HTMLElement)
    const body = new FormData(form)
    // One file, by whichever way it was chosen.
    body.set("file", file)
    const sent = new XMLHttpRequest()
    request = sent
    sent.open("POST", form.action)
    sent.setRequestHeader("Accept", "application/json")
    sent.responseType = "json"
    sent.upload.onprogress = (event) => {
      if (event.lengthComputable) progress(event.loaded / event.total)
    }
    let isSent = false
    sent.upload.onload = () => {
      isSent = true
      label.textContent = awaitingAnswer
      // Does nothing to one that was answered.
      setTimeout(() => sent.abort(), answerMillis)
    }
    /**
     * A page that asks for something else by then says by that that the file arrived.
     * @param {string} text
     */
    const end = (text) => finish(isSent ? unanswered : text, "")
    sent.onload = () => {
      const { response, status } = sent
      hasArrived = status < 400 && response !== null && response.success === true
      const refused = hasArrived ? "" : refusal(sent)
      if (refused === null) end(unanswered)
      else finish(refused)
    }
    sent.onerror = () => end(lost)
    sent.onabort = () => end(stopped)
    label.textContent = sending
    progress(0)
    say("")
    announcer.textContent = sending
    setBusy(true)
    sent.send(body)
  }

  document.addEventListener("change", (event) => {
    const { target } = event
    if (target instanceof HTMLInputElement && target.matches(".chooser")) choose(target)
  })
  document.addEventListener("submit", (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || form.id !== "upload") return
    event.preventDefault()
    if (request !== null) return
    const file = chosenFile()
    const text = fault(file)
    if (file === undefined || text !== "") say(text)
    else send(form, file)
  })
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element && event.target.matches("#stop"))) return
    request?.abort()
    // The button is gone.
    sendButton().focus()
  })
  document.addEventListener("unseen", () => {
    if (hasArrived) say(upload().dataset.arrivedUnseen ?? "")
  })
  // The page was replaced: it is read from its top, but for what was said of the old one.
  document.addEventListener("shown", () => {
    forget()
    hasArrived = false
    one("main", HTMLElement).scrollIntoView()
    say(unsaid)
    unsaid = ""
    ready()
  })
  ready()
})()
