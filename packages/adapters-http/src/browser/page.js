// @ts-check
/**
 * The script of the hosted pages.
 *
 * It never renders a fact itself. When the stream reports something that differs from what is shown it fetches the
 * page again and swaps `<main>`; beyond that it counts down, copies, and takes a visitor who is done back to where they
 * came from. Without a stream it fetches the page at intervals, and without the script the page reloads by itself.
 *
 * A script beside it can set `data-busy` on `<main>`, which puts looks off, and dispatch `look` on the document to ask
 * for one; it is told of every new `<main>` by `shown`, and of a look that failed by `unseen`.
 */
"use strict"
;(() => {
  const quietPollMillis = 60_000
  const reopenMillis = 60_000
  const copiedMillis = 2_000
  /** A server that does not answer for so long is away. */
  const answerMillis = 20_000

  /**
   * @param {string} selector
   * @param {Document | HTMLElement} within
   * @returns {HTMLElement}
   */
  const one = (selector, within = document) => {
    const found = within.querySelector(selector)
    if (found instanceof HTMLElement) return found
    throw new Error(`the page has no ${selector}`)
  }

  const announcer = one("#announcer")
  let main = one("main")
  /** @type {EventSource | null} */
  let stream = null
  let reopenAt = 0
  let openedBefore = false
  /** The stream told of every change until now. */
  let wasStreaming = false
  /** @type {unknown} */
  let version = null
  /** @type {number | null} */
  let deadline = null
  let pollAt = Infinity
  /** @type {number | null} */
  let returnAt = null
  /** When what is shown was last known to be what the server has. */
  let trueAt = new Date()
  let asking = new AbortController()
  let askedAt = 0
  let fetching = false
  let fetchAgain = false

  const now = () => performance.now()
  const isStreaming = () => stream !== null && stream.readyState === EventSource.OPEN

  /** @param {string} text */
  const announce = (text) => {
    announcer.textContent = ""
    // A live region is only read out when its text changes after it was empty.
    setTimeout(() => {
      announcer.textContent = text
    }, 100)
  }

  /**
   * Whether what is shown is known to be what the server has. Said once, when it changes.
   * @param {boolean} isFresh
   */
  const setFresh = (isFresh) => {
    const { classList } = document.documentElement
    if (isFresh) trueAt = new Date()
    if (classList.contains("stale") === !isFresh) return
    classList.toggle("stale", !isFresh)
    if (!isFresh) announce(writeStale())
  }

  /** Says since when nothing is known. */
  const writeStale = () => {
    const note = document.getElementById("stale")
    if (note === null) return ""
    const time = trueAt.toLocaleTimeString(document.documentElement.lang, {
      hour: "2-digit",
      minute: "2-digit"
    })
    note.textContent = (note.dataset.said ?? note.textContent).replace("{time}", time)
    return note.textContent
  }

  /**
   * As the server writes it: `m:ss`, or `h:mm:ss` from one hour on.
   * @param {number} millis
   */
  const clockText = (millis) => {
    const total = Math.max(0, Math.ceil(millis / 1000))
    /** @param {number} value */
    const pad = (value) => String(value).padStart(2, "0")
    const hours = Math.floor(total / 3600)
    const minutes = Math.floor((total % 3600) / 60)
    const seconds = pad(total % 60)
    return hours === 0 ? `${minutes}:${seconds}` : `${hours}:${pad(minutes)}:${seconds}`
  }

  const scheduleLook = () => {
    const seconds = Number(main.dataset.pollSeconds)
    pollAt = seconds > 0 ? now() + (isStreaming() ? quietPollMillis : seconds * 1000) : Infinity
  }

  /** @param {MessageEvent<string>} event */
  const receive = (event) => {
    /** @type {{ readonly version: unknown, readonly [fact: string]: unknown }} */
    let change
    try {
      change = JSON.parse(event.data)
    } catch {
      return
    }
    // The facts come in the order in which the page has them.
    const { version: newest, ...facts } = change
    const shown = Object.values(facts).join("|")
    trueAt = new Date()
    const isNewer = version !== null && newest !== version
    version = newest
    if (isNewer || shown !== main.dataset.shown) look()
  }

  const openStream = () => {
    if (stream !== null || !main.dataset.events || !("EventSource" in window) || now() < reopenAt) return
    stream = new EventSource(main.dataset.events)
    stream.onmessage = receive
    stream.onopen = () => {
      // Whatever happened while the connection was down was not reported.
      if (openedBefore) look()
      openedBefore = true
      wasStreaming = true
      scheduleLook()
    }
    stream.onerror = () => {
      if (wasStreaming) trueAt = new Date()
      wasStreaming = false
      if (stream !== null && stream.readyState === EventSource.CLOSED) closeStream()
      scheduleLook()
    }
  }

  const closeStream = () => {
    if (stream !== null) stream.close()
    stream = null
    reopenAt = now() + reopenMillis
  }

  /** @returns {HTMLElement | null} */
  const timerShown = () => main.querySelector("[data-remaining-millis]")

  /**
   * Takes over what the server has rendered.
   * @param {boolean} mayReturn
   */
  const adopt = (mayReturn) => {
    const remaining = Number(timerShown()?.dataset.remainingMillis ?? 0)
    // At zero the server decides when the page says "expired"; asking every second would not hurry it.
    deadline = remaining > 0 ? now() + remaining : null
    // In a frame it is the page around it that goes on.
    const mayLeave = mayReturn && window.parent === window
    returnAt = mayLeave && main.dataset.return ? now() + Number(main.dataset.returnSeconds) * 1000 : null
    const returning = document.getElementById("returning")
    if (returning !== null) returning.hidden = returnAt === null
    if (main.dataset.events) openStream()
    else closeStream()
    scheduleLook()
  }

  /** @param {HTMLElement} fresh */
  const swap = (fresh) => {
    const { activeElement } = document
    const focused = activeElement !== null && main.contains(activeElement) ? activeElement.id : null
    const before = main.dataset.announcement
    for (const { id } of main.querySelectorAll("details[open]")) {
      const same = fresh.querySelector(`#${id}`)
      if (same instanceof HTMLDetailsElement) same.open = true
    }
    main.replaceWith(fresh)
    main = fresh
    if (document.documentElement.classList.contains("stale")) writeStale()
    if (focused !== null) (document.getElementById(focused) || main).focus({ preventScroll: true })
    const { announcement = "" } = main.dataset
    if (announcement !== before) announce(announcement)
  }

  /**
   * Another release has other files.
   * @param {Document} page
   */
  const filesOf = (page) =>
    [...page.querySelectorAll('link[rel="stylesheet"]')].map((link) => link.getAttribute("href")).join()

  // Fetches the page and shows it if it says something else; one request at a time, the last one wins.
  const look = async () => {
    if (main.dataset.busy !== undefined) return
    if (fetching) {
      fetchAgain = true
      return
    }
    fetching = true
    pollAt = Infinity
    try {
      asking = new AbortController()
      askedAt = now()
      const { signal } = asking
      const response = await fetch(location.href, { cache: "no-store", credentials: "same-origin", signal })
      // 410: what the page was about is over, which it says.
      const isPage = response.ok || response.status === 410
      setFresh(isPage)
      if (isPage) {
        const page = new DOMParser().parseFromString(await response.text(), "text/html")
        const fresh = one("main", page)
        const { shown } = fresh.dataset
        // What the visitor has put in is not thrown away for a page that says the same.
        const isHeld = main.dataset.busy !== undefined || (main.dataset.holds && shown === main.dataset.shown)
        if (!isHeld && filesOf(page) !== filesOf(document)) location.reload()
        else if (!isHeld && shown !== undefined) {
          const wasReturning = returnAt
          swap(document.adoptNode(fresh))
          document.title = page.title
          adopt(true)
          if (wasReturning !== null && returnAt !== null) returnAt = wasReturning
          document.dispatchEvent(new Event("shown"))
        }
      }
    } catch {
      // Offline or the server is away: what is shown stays, and the next look comes by itself.
      setFresh(false)
    }
    if (document.documentElement.classList.contains("stale")) document.dispatchEvent(new Event("unseen"))
    fetching = false
    scheduleLook()
    if (fetchAgain) {
      fetchAgain = false
      look()
    }
  }

  const tick = () => {
    if (deadline !== null) {
      const timer = timerShown()
      const text = clockText(deadline - now())
      if (timer !== null && timer.textContent !== text) timer.textContent = text
      if (now() >= deadline) {
        deadline = null
        look()
      }
    }
    if (returnAt !== null && now() >= returnAt) {
      returnAt = null
      location.assign(main.dataset.return ?? "")
    }
    if (fetching && now() >= askedAt + answerMillis) asking.abort()
    if (now() >= pollAt && document.visibilityState === "visible") look()
    openStream()
  }

  /** @param {string} text */
  const selectText = (text) => {
    const field = document.createElement("textarea")
    field.value = text
    field.readOnly = true
    field.className = "visually-hidden"
    document.body.append(field)
    field.select()
    const copied = document.execCommand("copy")
    field.remove()
    return copied
  }

  /** @param {HTMLElement} button */
  const copy = async (button) => {
    const { copied: said = "", copy: text = "" } = button.dataset
    let copied = false
    try {
      // The clipboard is missing on plain http, as on a phone that looks at a developer's machine.
      await navigator.clipboard.writeText(text)
      copied = true
    } catch {
      copied = selectText(text)
      button.focus()
    }
    if (!copied) return
    const label = one("span", button)
    const before = label.textContent
    if (before === said) return
    label.textContent = said
    // Of a button whose name is not seen.
    button.classList.add("done")
    announce(said)
    setTimeout(() => {
      label.textContent = before
      button.classList.remove("done")
    }, copiedMillis)
  }

  /** Instants that the server wrote in UTC are told in the reader's own time too. */
  const tellLocalTimes = () => {
    const format = new Intl.DateTimeFormat(document.documentElement.lang, {
      year: "numeric",
      month: "short",
      day: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      timeZoneName: "short"
    })
    for (const place of main.querySelectorAll("[data-instant]"))
      place.append(format.format(new Date(place.getAttribute("data-instant") ?? "")))
  }

  const stay = () => {
    returnAt = null
    one("#returning").hidden = true
    one("#return").focus()
  }

  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null
    if (button === null) return
    if (button.dataset.copy !== undefined) copy(button)
    if (button.dataset.stay !== undefined) stay()
    if (button.dataset.print !== undefined) print()
  })
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && main.dataset.events) look()
  })
  document.addEventListener("look", look)
  // The connection may come back long before the next look.
  window.addEventListener("online", () => {
    if (main.dataset.events) look()
  })
  window.addEventListener("offline", () => {
    if (isStreaming()) trueAt = new Date()
    setFresh(false)
  })
  // A selected amount goes to wallets and banks as they read it, not as the page groups it.
  document.addEventListener("copy", (event) => {
    const selection = getSelection()
    if (selection === null) return
    const text = selection.toString().trim()
    /** @type {NodeListOf<HTMLElement>} */
    const figures = document.querySelectorAll(".figure")
    const figure = [...figures].find(
      (each) => each.textContent === text && selection.containsNode(each, true)
    )
    if (figure === undefined || event.target instanceof HTMLTextAreaElement) return
    event.clipboardData?.setData("text/plain", figure.dataset.plain ?? text)
    event.preventDefault()
  })
  // Someone who comes back by the back button wants to see this page.
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return
    adopt(false)
    if (main.dataset.events) look()
  })
  window.addEventListener("pagehide", () => {
    closeStream()
    reopenAt = 0
  })

  document.documentElement.classList.add("scripted")
  tellLocalTimes()
  /** @type {ReadonlyArray<PerformanceEntry & { readonly type?: string }>} */
  const [visit] = performance.getEntriesByType("navigation")
  adopt(visit === undefined || visit.type !== "back_forward")
  setInterval(tick, 1000)
})()
