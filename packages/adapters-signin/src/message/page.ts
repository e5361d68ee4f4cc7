import { createHash } from "node:crypto"
import { script } from "./pageScript.ts"

/** A page of the console, and what a browser lets it do. */
export interface Page {
  readonly html: string
  readonly policy: string
}

const style = `
:root { color-scheme: light dark; --ground: #f3f4f7; --card: #fff; --line: #c3c8d4; --text: #161a23; --quiet: #566074; --accent: #3448c5; --on: #fff; --bad: #a5281f }
@media (prefers-color-scheme: dark) {
  :root { --ground: #0e1117; --card: #171b24; --line: #4a5368; --text: #e9ecf3; --quiet: #a2acbf; --accent: #a9b6ff; --on: #12162a; --bad: #ff9d93 }
}
* { box-sizing: border-box }
[hidden] { display: none !important }
body { margin: 0; padding: 1rem; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, "Segoe UI", Roboto, "Noto Sans", "Open Sans", sans-serif }
main { max-width: 26rem; margin: 8vh auto 0; padding: 1.5rem; background: var(--card); border: 1px solid var(--line); border-radius: .75rem }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25 }
p, form, details, ul { margin: 0 0 1rem; overflow-wrap: anywhere }
main > :last-child, form > :last-child { margin-bottom: 0 }
label { display: block; font-weight: 600 }
input { display: block; width: 100%; margin-top: .25rem; padding: .625rem .75rem; font: inherit; color: inherit; background: transparent; border: 1px solid var(--quiet); border-radius: .5rem }
button { width: 100%; min-height: 2.75rem; padding: .5rem 1rem; font: inherit; font-weight: 600; color: var(--on); background: var(--accent); border: 1px solid var(--accent); border-radius: .5rem; cursor: pointer }
.second { color: var(--accent); background: transparent }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
a { color: var(--accent) }
summary { padding: .5rem 0; color: var(--accent); font-weight: 600; cursor: pointer }
output { display: block; margin: 0 0 1rem }
output:empty { display: none }
output.bad { color: var(--bad) }
code { font-family: ui-monospace, Menlo, Consolas, "Liberation Mono", monospace }
.quiet { color: var(--quiet) }
hr { margin: 1.5rem 0; border: 0; border-top: 1px solid var(--line) }
`

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

/** Nothing but this script and this style apply here, and nothing frames the page. */
const policy = [
  "default-src 'none'",
  `script-src ${hashOf(script)}`,
  `style-src ${hashOf(style)}`,
  "connect-src 'self'",
  "img-src data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'"
].join("; ")

/** Text as it stands in a page. */
export const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** `said` is HTML below the heading; `root` is the console's path. */
export const pageOf = (title: string, root: string, said: string): Page => ({
  html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main data-root="${root}">
<h1>${title}</h1>
${said}
</main>
<script type="module">${script}</script>
</body>
</html>
`,
  policy
})

/** What a person sees whose form or link was refused. */
export const refusalPage = (message: string, root: string): Page =>
  pageOf(
    "That did not work",
    root,
    `<p>${escaped(message.charAt(0).toUpperCase() + message.slice(1))}.</p>
<p><a href="${root}">Go to the sign-in page</a></p>`
  )
