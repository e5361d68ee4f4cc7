import { browserFile } from "../pages/browserFile.ts"
import { html } from "../pages/Html.ts"
import { type ErrorCode, errorCodes } from "../refusal/ErrorCode.ts"

export const errorsPath = "/docs/errors"

/** Where a person reads about an error code. `publicUrl` ends without a slash. */
export const docUrlOf = (publicUrl: string, code: ErrorCode): string => `${publicUrl}${errorsPath}#${code}`

const style = browserFile("errors.css")

/** The page that explains every error code, each under an anchor that is the code. It needs no script. */
export const renderErrorsPage = (referencePath: string): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Errors</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Errors</h1>
<p>A refused request is answered with <code>{ "success": false, "error": { "code", "message", "details", "docUrl" }, "requestId" }</code>. Programs decide by <code>code</code>, which never changes its meaning; <code>message</code> is for people. <code>details</code>, where there are any, names each wrong field. Give support the <code>requestId</code>.</p>
<p><a href="${referencePath}">All operations</a></p>
${Object.entries(errorCodes).map(
  ([code, { means, remedy, status }]) => html`<section id="${code}">
<h2><code>${code}</code> <small>${status}</small></h2>
<p>${means}</p>
<p>${remedy}</p>
</section>
`
)}
</main>
</body>
</html>
`.markup
