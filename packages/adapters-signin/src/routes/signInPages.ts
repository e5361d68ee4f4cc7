import { createHash } from "node:crypto"
import { ConsolePlace } from "@quittance/core/adapter"
import { Effect, Option } from "effect"
import type { ConsoleRoute } from "./ConsoleRoute.ts"

/**
 * The least that a browser needs to sign in. A ceremony is begun by a request, made by the browser with what was
 * answered, and finished by another.
 */
const script = `
const say = (text) => { document.querySelector("output").textContent = text }
const send = async (path, fields) => {
  const sent = await fetch(document.querySelector("main").dataset.root + "/session/" + path, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(fields ?? {})
  })
  const answer = await sent.json()
  if (!answer.success) throw new Error(answer.error.message)
  return answer
}
const signIn = async () => {
  const { options, ticket } = await send("passkey/begin")
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const made = await navigator.credentials.get({ publicKey })
  const { user } = await send("passkey/finish", { ticket, answer: made.toJSON() })
  say("Signed in as " + user.name)
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
const join = async () => {
  const { user } = await addPasskey("link/passkey", { token: location.pathname.split("/").pop() }, "first passkey")
  say("Signed in as " + user.name)
}
Object.assign(globalThis, { signIn, addPasskey, prove })
const deed = { signIn, join }[document.querySelector("button").name]
document.querySelector("button").addEventListener("click", () => deed().catch((error) => say(error.message)))
`

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

/** Nothing but this script runs here, and nothing frames the page. */
const policy = [
  "default-src 'none'",
  `script-src ${hashOf(script)}`,
  "connect-src 'self'",
  "img-src data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'"
].join("; ")

const page = (title: string, root: string, said: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<main data-root="${root}">
<h1>${title}</h1>
${said}
</main>
</html>
`

const signInForms = (root: string) => `<button type="button" name="signIn">Use a passkey</button>
<output></output>
<form method="post" action="${root}/session/password">
<p><label>E-mail address <input name="email" type="email" autocomplete="username" required></label></p>
<p><label>Password <input name="password" type="password" autocomplete="current-password" required></label></p>
<p><label>Code <input name="code" autocomplete="one-time-code" required></label></p>
<p><button>Sign in with a password</button></p>
</form>
<script type="module">${script}</script>`

const joinForm = `<p>Your passkey stays on this device, or where it keeps its passwords.</p>
<button type="button" name="join">Make a passkey</button>
<output></output>
<script type="module">${script}</script>`

const signOutForm = (root: string) => `<p>You are signed in.</p>
<form method="post" action="${root}/session/sign-out"><button>Sign out</button></form>`

/** Where people sign in, and make a first passkey, until the console has screens for it. */
export const makeSignInPages = Effect.map(
  ConsolePlace,
  ({ mountPath, origin }): ReadonlyArray<ConsoleRoute> => {
    const root = `${mountPath}/console`
    const elsewhere = `<p>Browsers refuse sign-in at this address. Open <a href="${origin}${root}">${origin}${root}</a>.</p>`
    const shown = (title: string, said: string) =>
      Effect.succeed({ page: { html: page(title, root, said), policy } })
    const signIn: ConsoleRoute["handle"] = ({ isElsewhere, visitor }) =>
      isElsewhere
        ? shown("Sign in", elsewhere)
        : Option.isSome(visitor)
          ? shown("Console", signOutForm(root))
          : shown("Sign in", signInForms(root))
    return [
      { method: "GET", path: "", handle: signIn },
      { method: "GET", path: "/sign-in", handle: signIn },
      {
        method: "GET",
        path: "/join/{token}",
        handle: ({ isElsewhere }) => shown("Make a passkey", isElsewhere ? elsewhere : joinForm)
      }
    ]
  }
)
