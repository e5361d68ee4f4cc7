// @ts-check
/**
 * What shops load to show a payment on their own page: `Quittance.open(address, { container, onClose, onPaid })`.
 *
 * The payment page is in a frame: over everything, in a modal dialog, or within a `container`. It tells the shop's page
 * how it stands (`frame.js`); a message counts if it comes from that very frame while it shows the payment's origin. A
 * payment page that a browser does not show in a frame, because the partner does not list this origin, is opened
 * instead of the shop's.
 *
 * It is loaded by pages with policies of their own, so it makes no markup out of text and sets styles by their objects.
 * It stays below 2 KB as it is built.
 */
"use strict"
;(() => {
  /** A page that is shown has told so by then. */
  const silenceMillis = 3_000

  /** @type {{ readonly [language: string]: readonly [payment: string, close: string] }} */
  const namesIn = { ru: ["Оплата", "Закрыть"], kk: ["Төлем", "Жабу"] }

  /**
   * The address, if it may be one of a payment: nothing else is trusted with what a customer puts in.
   * @param {string} address
   */
  const paymentUrl = (address) => {
    try {
      const url = new URL(address)
      const { hostname, protocol } = url
      const isHere = protocol === "http:" && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
      if (protocol === "https:" || isHere) return url
    } catch (_notUrl) {}
    throw new TypeError(`Quittance.open needs the https URL of a payment and not ${address}`)
  }

  /**
   * @template {keyof HTMLElementTagNameMap} Tag
   * @param {Tag} tag
   * @param {string} style
   */
  const element = (tag, style) => {
    const made = document.createElement(tag)
    made.style.cssText = style
    return made
  }

  /**
   * Shows the payment of that address, and returns what closes it. `onPaid` is called once, when the page says that it
   * is paid, which proves nothing; `onClose` once, when the frame is gone for whatever reason, with what the page said
   * last.
   * @param {string} address
   * @param {{
   *   readonly container?: Element
   *   readonly onPaid?: () => void
   *   readonly onClose?: (status: string | undefined) => void
   * }} [options]
   */
  const open = (address, { container, onClose, onPaid } = {}) => {
    const { href, origin } = paymentUrl(address)
    const [payment, closing] = namesIn[document.documentElement.lang.slice(0, 2)] || ["Payment", "Close"]
    /** @type {string | undefined} */
    let status
    let isPaid = false
    let isOpen = true

    const frame = element(
      "iframe",
      "display:block;flex:1;width:100%;max-width:60rem;height:40rem;min-height:0;border:0"
    )
    frame.title = payment
    frame.allow = "clipboard-write"
    frame.src = href

    const end = () => {
      if (!isOpen) return
      isOpen = false
      removeEventListener("message", hear)
      shown.remove()
      if (onClose) onClose(status)
    }

    /** @param {MessageEvent} message */
    const hear = (message) => {
      const { data, source } = message
      if (source !== frame.contentWindow || message.origin !== origin) return
      if (data?.type !== "quittance") return
      // Keys that are pressed within the frame are the frame's.
      if (data.status === "close") {
        if (!container) close()
        return
      }
      status = data.status
      if (container && data.height > 0) frame.style.height = `${data.height}px`
      if (status !== "paid" || isPaid) return
      isPaid = true
      if (onPaid) onPaid()
    }

    frame.onload = () => {
      setTimeout(() => {
        if (status || !isOpen) return
        console.error(`${origin} does not list ${location.origin} among the origins that embed payments`)
        location.assign(href)
      }, silenceMillis)
    }

    /** @type {HTMLElement} */
    let shown = frame
    let close = end
    addEventListener("message", hear)
    if (container) container.append(frame)
    else {
      const dialog = element(
        "dialog",
        "display:flex;flex-direction:column;align-items:center;position:fixed;inset:0;width:100%;height:100%;max-width:none;max-height:none;box-sizing:border-box;margin:0;padding:0;border:0;background:#000b"
      )
      const button = element(
        "button",
        "align-self:flex-end;width:3rem;height:3rem;padding:0;border:0;background:none;color:#fff;font:2rem/1 sans-serif;cursor:pointer"
      )
      button.textContent = "×"
      button.setAttribute("aria-label", closing)
      dialog.setAttribute("aria-label", payment)
      dialog.append(button, frame)
      shown = dialog
      // Escape closes a dialog too; what was focused before is focused again.
      dialog.onclose = end
      close = () => dialog.close()
      button.onclick = close
      document.body.append(dialog)
      dialog.showModal()
    }
    return { close }
  }

  Object.assign(window, { Quittance: { open } })
})()
