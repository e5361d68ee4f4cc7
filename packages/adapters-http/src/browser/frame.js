// @ts-check
/**
 * What a payment page runs beside `page.js` where its partner lists origins that may show it in a frame: it tells the
 * page around it how the payment stands, `{ type: "quittance", status, height }`.
 *
 * Only the listed origins are told, each by name. The page does not trust who is around it, so it takes no message.
 */
"use strict"
;(() => {
  const { parent } = window
  if (parent === window) return
  const { currentScript: own } = document
  const { ancestorOrigins } = location
  const listed = (own?.dataset.origins ?? "").split(" ")
  // A browser that tells who is around it needs to try no other.
  const told = ancestorOrigins ? listed.filter((origin) => origin === ancestorOrigins[0]) : listed

  /** @param {string} status */
  const tell = (status) => {
    // What is only read out is a pixel below it.
    const height = Math.ceil(document.body.getBoundingClientRect().height) + 1
    for (const origin of told) parent.postMessage({ type: "quittance", status, height }, origin)
  }

  // A page without a standing is one of a failure.
  const tellStanding = () => {
    const main = document.querySelector("main")
    tell(main?.dataset.standing ?? "failed")
  }

  document.documentElement.classList.add("framed")
  tellStanding()
  document.addEventListener("shown", tellStanding)
  window.addEventListener("pageshow", tellStanding)
  new ResizeObserver(tellStanding).observe(document.body)
  document.addEventListener("keydown", ({ defaultPrevented, key }) => {
    if (key === "Escape" && !defaultPrevented) tell("close")
  })
  // A bank's page or app is beside this page, which then shows what came of it.
  document.addEventListener("click", ({ target }) => {
    const link = target instanceof Element ? target.closest("a") : null
    if (link !== null && link.id === "open-bank") link.target = "_blank"
  })
})()
