"use strict"
;(() => {
  const quietPollMillis = 60_000
  const reopenMillis = 60_000
  const copiedMillis = 2_000

  const announcer = document.getElementById("announcer")
  let main = document.querySelector("main")
  let stream = null
  let reopenAt = 0
  let openedBefore = false
  let version = null
  let deadline = null
  let pollAt = Infinity
  let returnAt = null
  let fetching = false
  let fetchAgain = false

  const now = () => performance.now()
  const isStreaming = () => stream !== null && stream.readyState === EventSource.OPEN

  const announce = (text) => {
    announcer.textContent = ""
    // A live region is only read out when its text changes after it was empty.
    setTimeout(() => { announcer.textContent = text }, 100)
  }

  // Whether what is shown is known to be what the server has. Said once, when it changes.
  const setFresh = (isFresh) => {
    const { classList } = document.documentElement
    if (classList.contains("stale") === !isFresh) return
    classList.toggle("stale", !isFresh)
    const note = document.getElementById("stale")
    if (!isFresh && note !== null) announce(note.textContent)
  }

  const clockText = (millis) => {
    const total = Math.max(0, Math.ceil(millis / 1000))
    const pad = (value) => String(value).padStart(2, "0")
    const hours = Math.floor(total / 3600)
    const minutes = Math.floor((total % 3600) / 60)
    const tail = ":" + pad(total % 60)
    return hours === 0 ? minutes + tail : hours + ":" + pad(minutes) + tail
  }

  const scheduleLook = () => {
    const seconds = Number(main.dataset.pollSeconds)
    pollAt = seconds > 0 ? now() + (isStreaming() ? quietPollMillis : seconds * 1000) : Infinity
  }

  const receive = (event) => {
    let change
    try { change = JSON.parse(event.data) } catch { return }
    // The facts come in the order in which the page has them.
    const { version: newest, ...facts } = change
    const shown = Object.values(facts).join("|")
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
      scheduleLook()
    }
    stream.onerror = () => {
      if (stream !== null && stream.readyState === EventSource.CLOSED) closeStream()
      scheduleLook()
    }
  }

  const closeStream = () => {
    if (stream !== null) stream.close()
    stream = null
    reopenAt = now() + reopenMillis
  }

  // Takes over what the server has rendered.
  const adopt = (mayReturn) => {
    const timer = main.querySelector("[data-remaining-millis]")
    const remaining = timer === null ? 0 : Number(timer.dataset.remainingMillis)
    // At zero the server decides when the page says "expired"; asking every second would not hurry it.
    deadline = remaining > 0 ? now() + remaining : null
    returnAt = mayReturn && main.dataset.return ? now() + Number(main.dataset.returnSeconds) * 1000 : null
    const returning = document.getElementById("returning")
    if (returning !== null) returning.hidden = returnAt === null
    if (main.dataset.events) openStream()
    else closeStream()
    scheduleLook()
  }

  const swap = (fresh) => {
    const focused = main.contains(document.activeElement) ? document.activeElement.id : null
    const before = main.dataset.announcement
    for (const { id } of main.querySelectorAll("details[open]")) {
      const same = fresh.querySelector("#" + id)
      if (same !== null) same.open = true
    }
    main.replaceWith(fresh)
    main = fresh
    if (focused !== null) (document.getElementById(focused) || main).focus({ preventScroll: true })
    if (main.dataset.announcement !== before) announce(main.dataset.announcement)
  }

  // Another release has other files.
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
      const response = await fetch(location.href, { cache: "no-store", credentials: "same-origin" })
      // 410: what the page was about is over, which it says.
      const isPage = response.ok || response.status === 410
      setFresh(isPage)
      if (isPage) {
        const page = new DOMParser().parseFromString(await response.text(), "text/html")
        const fresh = page.querySelector("main")
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
      const timer = main.querySelector("[data-remaining-millis]")
      const text = clockText(deadline - now())
      if (timer.textContent !== text) timer.textContent = text
      if (now() >= deadline) {
        deadline = null
        look()
      }
    }
    if (returnAt !== null && now() >= returnAt) {
      returnAt = null
      location.assign(main.dataset.return)
    }
    if (now() >= pollAt && document.visibilityState === "visible") look()
    openStream()
  }

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

  const copy = async (button) => {
    const text = button.dataset.copy
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
    const label = button.querySelector("span")
    const before = label.textContent
    if (before === button.dataset.copied) return
    label.textContent = button.dataset.copied
    announce(button.dataset.copied)
    setTimeout(() => { label.textContent = before }, copiedMillis)
  }

  const stay = () => {
    returnAt = null
    document.getElementById("returning").hidden = true
    document.getElementById("return").focus()
  }

  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null
    if (button === null) return
    if (button.dataset.copy !== undefined) copy(button)
    if (button.dataset.stay !== undefined) stay()
  })
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && main.dataset.events) look()
  })
  document.addEventListener("look", look)
  // The connection may come back long before the next look.
  window.addEventListener("online", () => { if (main.dataset.events) look() })
  window.addEventListener("offline", () => setFresh(false))
  // A selected amount goes to wallets and banks as they read it, not as the page groups it.
  document.addEventListener("copy", (event) => {
    const selection = getSelection()
    const text = selection.toString().trim()
    const figure = [...document.querySelectorAll(".figure")].find(
      (each) => each.textContent === text && selection.containsNode(each, true)
    )
    if (figure === undefined || event.target instanceof HTMLTextAreaElement) return
    event.clipboardData.setData("text/plain", figure.dataset.plain)
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
  const visit = performance.getEntriesByType("navigation")[0]
  adopt(visit === undefined || visit.type !== "back_forward")
  setInterval(tick, 1000)
})()
