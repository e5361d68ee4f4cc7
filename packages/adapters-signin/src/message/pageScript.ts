/**
 * What pages of the console do in a browser. A ceremony is begun by a request, made by the browser with what was
 * answered, and finished by another.
 */
export const script = `
const root = document.querySelector("main").dataset.root
const output = document.querySelector("output")
const say = (text, isBad) => {
  output.textContent = text
  output.classList.toggle("bad", isBad === true)
  if (isBad) output.scrollIntoView({ block: "nearest" })
}
const send = async (path, fields) => {
  const sent = await fetch(root + "/session/" + path, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(fields ?? {})
  })
  const answer = await sent.json()
  if (!answer.success) throw new Error(answer.error.message)
  return answer
}
const enter = () => location.assign(root)
const signIn = async () => {
  const { options, ticket } = await send("passkey/begin")
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const made = await navigator.credentials.get({ publicKey })
  await send("passkey/finish", { ticket, answer: made.toJSON() })
  enter()
}
const addPasskey = async (path, fields, name) => {
  const { options, ticket } = await send(path + "/begin", fields)
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const made = await navigator.credentials.create({ publicKey })
  return send(path + "/finish", { ...fields, ticket, name, answer: made.toJSON() })
}
const prove = async (act, subject) => {
  const { options, ticket } = await send("step-up/begin", { act, subject })
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const made = await navigator.credentials.get({ publicKey })
  return send("step-up/finish", { ticket, answer: made.toJSON() })
}
const token = location.pathname.split("/").pop()
const join = async () => {
  await addPasskey("link/passkey", { token }, "first passkey")
  enter()
}
let begun
const beginPassword = async () => {
  begun = await send("link/password/begin", { token })
  document.querySelector("#secret").textContent = begun.secret.match(/.{1,4}/g).join(" ")
  document.querySelector("#uri").href = begun.uri
  document.querySelector("#begun").hidden = false
  document.querySelector("[name=beginPassword]").hidden = true
}
const finishPassword = async (form) => {
  const { password, code } = Object.fromEntries(new FormData(form))
  const { recoveryCodes } = await send("link/password/finish", { token, ticket: begun.ticket, password, code })
  document.querySelector("#codes").replaceChildren(...recoveryCodes.map((each) => {
    const line = document.createElement("li")
    line.append(Object.assign(document.createElement("code"), { textContent: each }))
    return line
  }))
  document.querySelector("#enrol").hidden = true
  document.querySelector("#made").hidden = false
}
Object.assign(globalThis, { signIn, addPasskey, prove })
const refused = (error) => {
  const words = error instanceof DOMException ? "the browser made no passkey, or none was chosen: try again" : error.message
  say(words.charAt(0).toUpperCase() + words.slice(1) + ".", true)
}
const start = (deed) => {
  say("")
  deed().catch(refused)
}
const deeds = { signIn, join, beginPassword }
for (const button of document.querySelectorAll("button[name]"))
  button.addEventListener("click", () => start(deeds[button.name]))
document.querySelector("form#begun")?.addEventListener("submit", (event) => {
  event.preventDefault()
  start(() => finishPassword(event.target))
})
`
