// @ts-check
/**
 * The search of a payment page's banks while one types. It hides what the server has listed and never adds to it.
 * Without it the form asks the server, whose rule is the same (`pages/bankSearch.ts`).
 */
"use strict"
;(() => {
  /** What was typed, for the next `<main>`. */
  let typed = ""

  /**
   * The words of a text, without case and accents.
   * @param {string} text
   * @returns {ReadonlyArray<string>}
   */
  const wordsOf = (text) =>
    text
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []

  const fieldShown = () => {
    const field = document.getElementById("bank-search")
    return field instanceof HTMLInputElement ? field : null
  }

  /** @returns {ReadonlyArray<HTMLElement>} */
  const banks = () =>
    [...document.querySelectorAll("main .bank-list li")].filter((item) => item instanceof HTMLElement)

  const search = () => {
    const main = document.querySelector("main")
    const field = fieldShown()
    const found = document.getElementById("banks-found")
    const all = document.getElementById("all-banks")
    if (main === null || field === null || found === null || all === null) return
    typed = field.value
    const words = wordsOf(typed)
    let count = 0
    for (const bank of banks()) {
      const name = wordsOf(bank.textContent).join("")
      bank.hidden = !words.every((word) => name.includes(word))
      if (!bank.hidden) count++
    }
    const { none = "", some = "" } = found.dataset
    found.textContent = count === 0 ? none : some.replace("{count}", String(count))
    all.hidden = count > 0
    // A look that finds nothing new does not come between somebody and what they type.
    if (words.length === 0) delete main.dataset.holds
    else main.dataset.holds = "input"
  }

  document.addEventListener("input", (event) => {
    if (event.target === fieldShown()) search()
  })
  document.addEventListener("submit", (event) => {
    const field = fieldShown()
    if (field === null || event.target !== field.form) return
    event.preventDefault()
    const first = banks().find(({ hidden }) => !hidden)
    if (first !== undefined) first.querySelector("button")?.focus()
  })
  document.addEventListener("click", (event) => {
    const field = fieldShown()
    if (field === null || !(event.target instanceof Element) || event.target.id !== "all-banks") return
    event.preventDefault()
    field.value = ""
    search()
    field.focus()
  })
  document.addEventListener("shown", () => {
    const field = fieldShown()
    if (field === null) return
    field.value = typed
    search()
  })
  search()
})()
