"use strict"
;(() => {
  const announcer = document.getElementById("announcer")
  let request = null
  let picture = null
  let untold = ""
  // The server has the file, and the page that says what comes next is not here yet.
  let hasArrived = false

  const part = (id) => document.getElementById(id)
  const choosers = () => [...document.querySelectorAll(".chooser")]
  const chosenFile = () => choosers().flatMap((input) => [...input.files])[0]

  // Below the form's choice, where it is looked for; an alert is read out by itself.
  const say = (text) => {
    const problem = part("problem")
    if (problem === null) return
    problem.textContent = ""
    if (text === "") return
    const notice = part("notice").content.cloneNode(true)
    notice.querySelector("span").textContent = text
    problem.append(notice)
    problem.scrollIntoView({ block: "nearest" })
  }

  const forget = () => {
    if (picture !== null) URL.revokeObjectURL(picture)
    picture = null
  }

  const nameOf = (file) => {
    const line = document.createElement("p")
    const name = document.createElement("bdi")
    name.textContent = file.name
    line.append(name)
    return line
  }

  const show = (file) => {
    const chosen = part("chosen")
    forget()
    chosen.replaceChildren()
    chosen.hidden = file === undefined
    if (file === undefined) return
    chosen.append(nameOf(file))
    const goOn = () => part("upload").querySelector(".primary").scrollIntoView({ block: "nearest" })
    if (!file.type.startsWith("image/")) return goOn()
    picture = URL.createObjectURL(file)
    const image = document.createElement("img")
    image.alt = part("upload").dataset.chosen
    // What the browser cannot show may still be what the server can read.
    image.onerror = () => image.remove()
    // On a phone the picture would push what comes next out of sight.
    image.onload = goOn
    image.src = picture
    chosen.prepend(image)
  }

  const fault = (file) => {
    const { bytesMax, noFile, tooLarge } = part("upload").dataset
    if (file === undefined || file.size === 0) return noFile
    return file.size > Number(bytesMax) ? tooLarge : ""
  }

  const choose = (input) => {
    if (request !== null) return
    // One file is sent: the last one chosen.
    if (input.files.length > 0) for (const other of choosers()) if (other !== input) other.value = ""
    const file = chosenFile()
    show(file)
    say(file === undefined ? "" : fault(file))
  }

  const setBusy = (busy) => {
    const main = document.querySelector("main")
    const form = part("upload")
    if (busy) main.dataset.busy = ""
    else delete main.dataset.busy
    form.setAttribute("aria-busy", String(busy))
    part("sending").hidden = !busy
    for (const input of choosers()) input.disabled = busy
    // Not disabled, because the focus would be lost.
    form.querySelector(".primary").setAttribute("aria-disabled", String(busy))
  }

  const progress = (share) => {
    const percent = Math.floor(share * 100)
    part("sending").querySelector("progress").value = percent
    part("sent").textContent = percent + " %"
  }

  // Whatever was answered, the page says what comes now.
  const finish = (text, later = text) => {
    request = null
    setBusy(false)
    say(text)
    untold = later
    document.dispatchEvent(new Event("look"))
  }

  const refusal = ({ response, status }) => {
    const { away, tooLarge } = part("upload").dataset
    const error = response !== null && typeof response === "object" ? response.error : undefined
    // A proxy in between answers in its own words.
    if (error === undefined) return status === 413 ? tooLarge : away
    return status === 500 ? away : error.message
  }

  const send = (form, file) => {
    const body = new FormData()
    body.append("file", file)
    request = new XMLHttpRequest()
    request.open("POST", form.action)
    request.setRequestHeader("Accept", "application/json")
    request.responseType = "json"
    request.upload.onprogress = (event) => { if (event.lengthComputable) progress(event.loaded / event.total) }
    let isSent = false
    request.upload.onload = () => { isSent = true }
    request.onload = () => {
      hasArrived = request.status < 400
      finish(hasArrived ? "" : refusal(request))
    }
    // A page that asks for something else by then says by that that the file arrived.
    request.onerror = () => finish(isSent ? form.dataset.unanswered : form.dataset.lost, "")
    progress(0)
    say("")
    announcer.textContent = form.dataset.sending
    setBusy(true)
    request.send(body)
  }

  document.addEventListener("change", (event) => {
    if (event.target.matches(".chooser")) choose(event.target)
  })
  document.addEventListener("submit", (event) => {
    const form = event.target
    if (form.id !== "upload") return
    event.preventDefault()
    if (request !== null) return
    const file = chosenFile()
    const text = fault(file)
    if (text === "") send(form, file)
    else say(text)
  })
  document.addEventListener("unseen", () => {
    if (hasArrived) say(part("upload").dataset.arrivedUnseen)
  })
  // The page was replaced: it is read from its top, but for what was said of the old one.
  document.addEventListener("shown", () => {
    forget()
    hasArrived = false
    document.querySelector("main").scrollIntoView()
    say(untold)
    untold = ""
  })
})()
