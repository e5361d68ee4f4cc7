// @ts-check
/**
 * The script of the documents: copies samples, searches, and opens the list of pages where there is room beside the
 * text. Without it all text is there.
 */
"use strict"
;(() => {
  const copiedMillis = 2_000
  const shownMax = 12

  document.documentElement.classList.add("scripted")

  const wide = matchMedia("(min-width: 60rem)")
  const menu = document.getElementById("menu")
  /** Beside the text the list of pages is open; above it, closed until somebody asks for it. */
  const openWhereWide = () => {
    if (menu instanceof HTMLDetailsElement && wide.matches) menu.open = true
  }
  openWhereWide()
  wide.addEventListener("change", openWhereWide)
  const current = document.querySelector(".menu [aria-current]")
  if (current !== null && wide.matches) current.scrollIntoView({ block: "nearest" })

  // One listener for the buttons of all samples, also of those within closed parts of the page.
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-copy]") : null
    if (button === null) return
    const figure = button.closest("figure")
    const code = figure === null ? null : figure.querySelector("code")
    if (code === null) return
    navigator.clipboard.writeText(code.textContent || "").then(
      () => {
        button.textContent = "Copied"
        setTimeout(() => {
          button.textContent = "Copy"
        }, copiedMillis)
      },
      () => {
        button.textContent = "Select the text to copy it"
      }
    )
  })

  const box = document.querySelector("[data-search]")
  const input = document.getElementById("search")
  const list = document.getElementById("found")
  if (!(box instanceof HTMLElement) || !(input instanceof HTMLInputElement) || list === null) return
  const { base = "", search = "" } = box.dataset

  /**
   * What can be found: title, address, more words; and all of it in lower case.
   * @type {Promise<Array<{ title: string, address: string, words: string, shown: string, text: string }>> | undefined}
   */
  let index
  /** Loads the index when the search is first used, once; a load that failed is tried again with the next letter. */
  const load = () => {
    if (index === undefined)
      index = fetch(search)
        .then((response) => response.json())
        .then((/** @type {Array<[string, string, string, string]>} */ rows) =>
          rows.map(([title, address, words, unseen]) => ({
            title,
            address,
            words,
            shown: `${title} ${words}`.toLowerCase(),
            text: `${title} ${words} ${unseen}`.toLowerCase()
          }))
        )
        .catch(() => {
          index = undefined
          return []
        })
    return index
  }

  /** Which of the places that were found Enter goes to; -1 for none. The input keeps the focus all the time. */
  let chosen = -1

  /**
   * Marks a place as the one to go to. Beyond either end of the list it goes on at the other one.
   * @param {number} at
   */
  const choose = (at) => {
    const options = [...list.children]
    chosen = options.length === 0 ? -1 : (at + options.length) % options.length
    for (const [each, option] of options.entries())
      option.setAttribute("aria-selected", String(each === chosen))
    const option = options[chosen]
    if (option === undefined) input.removeAttribute("aria-activedescendant")
    else {
      input.setAttribute("aria-activedescendant", option.id)
      option.scrollIntoView({ block: "nearest" })
    }
  }

  const close = () => {
    list.hidden = true
    input.setAttribute("aria-expanded", "false")
    choose(-1)
  }

  /**
   * Goes to a place that was found.
   * @param {Element | undefined} option
   */
  const go = (option) => {
    const address = option === undefined ? null : option.getAttribute("data-address")
    if (address !== null) location.assign(base + address)
    close()
  }

  /**
   * Shows the places that have all words of the input: first those with the words in their title, last those which have
   * them only in their text. Nothing is shown
   * where the input has changed while the index was loaded, because that change shows its own.
   */
  const show = async () => {
    const asked = input.value.trim().toLowerCase()
    const words = asked.split(/\s+/)
    const entries = await load()
    if (input.value.trim().toLowerCase() !== asked) return
    const hits = entries
      .filter(({ text }) => asked !== "" && words.every((word) => text.includes(word)))
      .map((entry) => {
        const title = entry.title.toLowerCase()
        const isShown = words.every((word) => entry.shown.includes(word))
        const rank =
          title === asked
            ? 0
            : title.startsWith(asked)
              ? 1
              : title.includes(words[0] || "")
                ? 2
                : isShown
                  ? 3
                  : 4
        return { entry, rank }
      })
      .sort((one, other) => one.rank - other.rank)
      .slice(0, shownMax)
    list.replaceChildren(
      ...hits.map(({ entry: { address, title, words: more } }, at) => {
        const option = document.createElement("li")
        option.id = `found-${at}`
        option.setAttribute("role", "option")
        option.setAttribute("data-address", address)
        const strong = document.createElement("strong")
        strong.textContent = title
        const span = document.createElement("span")
        span.textContent = more
        option.append(strong, span)
        return option
      })
    )
    list.hidden = hits.length === 0
    input.setAttribute("aria-expanded", String(hits.length > 0))
    choose(hits.length === 0 ? -1 : 0)
  }

  input.addEventListener("focus", load)
  input.addEventListener("input", show)
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault()
      choose(chosen + (event.key === "ArrowDown" ? 1 : -1))
    } else if (event.key === "Enter") go(list.children[chosen])
    else if (event.key === "Escape") close()
  })
  input.addEventListener("blur", close)
  // Before the input loses the focus, which would close the list.
  list.addEventListener("mousedown", (event) => {
    const option = event.target instanceof Element ? event.target.closest("li") : null
    if (option === null) return
    event.preventDefault()
    go(option)
  })
  // A stroke leads to the search from anywhere, unless it is typed into something.
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof Element && event.target.closest("input, textarea") !== null
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    input.focus()
  })
})()
