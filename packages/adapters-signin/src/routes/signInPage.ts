import { createHash } from "node:crypto"
import { ConsolePlace } from "@quittance/core/adapter"
import { Effect } from "effect"
import type { ConsoleRoute } from "./ConsoleRoute.ts"

/**
 * The least that a browser needs to sign in. A ceremony is begun by a request, made by the browser with what was
 * answered, and finished by another.
 */
const script = `
const say = (text) => { document.querySelector("output").textContent = text }
const send = async (path, fields) => {
  const sent = await fetch("session/" + path, {
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
Object.assign(globalThis, { signIn, addPasskey, prove })
document.querySelector("button").addEventListener("click", () => signIn().catch((error) => say(error.message)))
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

const page = (said: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in</title>
<link rel="icon" href="data:,">
<main>
<h1>Sign in</h1>
${said}
</main>
</html>
`

const forms = `<button type="button">Use a passkey</button>
<output></output>
<form method="post" action="session/password">
<p><label>E-mail address <input name="email" type="email" autocomplete="username" required></label></p>
<p><label>Password <input name="password" type="password" autocomplete="current-password" required></label></p>
<p><label>Code <input name="code" autocomplete="one-time-code" required></label></p>
<p><button>Sign in with a password</button></p>
</form>
<script type="module">${script}</script>`

/** Where people sign in until the console has a screen for it. */
export const makeSignInPage = Effect.map(
  ConsolePlace,
  ({ mountPath, origin }): ReadonlyArray<ConsoleRoute> => {
    const elsewhere = `<p>Browsers refuse sign-in at this address. Open <a href="${origin}${mountPath}/console/sign-in">${origin}${mountPath}/console/sign-in</a>.</p>`
    return [
      {
        method: "GET",
        path: "/sign-in",
        handle: ({ isElsewhere }) =>
          Effect.succeed({ page: { html: page(isElsewhere ? elsewhere : forms), policy } })
      }
    ]
  }
)
