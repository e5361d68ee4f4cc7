import { type Html, html } from "../pages/Html.ts"
import { requestSampleOf } from "../reference/RequestSample.ts"
import { type ApiOperation, idempotencyKeyOf } from "../routing/ApiOperation.ts"
import type { DocsSite } from "./DocsFrame.ts"

/** The two fields for the sandbox's keys, which the script keeps in memory and sends only in requests. */
export const keyForm = (): Html =>
  html`<form class="keys only-with-script" id="keys" autocomplete="off">
<h2>Try it here</h2>
<p>Put in a sandbox key, and each operation of this page can be sent from here. The requests are signed in this browser. The key stays in the memory of this page, until you leave it. A new sandbox has written a key to <code>sandbox-credentials.json</code>.</p>
<div class="pair">
<label>Public key <input type="text" name="publicKey" placeholder="pk_test_…" spellcheck="false" autocapitalize="off"></label>
<label>Secret <input type="password" name="secret" placeholder="sk_test_…" autocomplete="off"></label>
</div>
</form>`

/** A form that sends a request of the operation; none for what needs a file or an operator's key. */
export const tryForm = (operation: ApiOperation, { mountPath }: DocsSite): Html | null => {
  if (operation.caller !== "partner" || operation.form !== undefined) return null
  const { id, method, parameters, path, proof } = operation
  const { body } = requestSampleOf(operation)
  const key = idempotencyKeyOf(operation)
  const input = (place: string, name: string, required: boolean) =>
    html`<label>${name}${required ? null : html` <span class="type">optional</span>`} <input type="text" data-in="${place}" name="${name}" spellcheck="false" autocapitalize="off"${required ? html` required=""` : null}></label>`
  return html`<details class="try only-with-script">
<summary>Try it</summary>
<form data-try="${id}" data-method="${method}" data-path="${mountPath}${path}" data-proof="${proof}" autocomplete="off">
${parameters.map(({ in: place, name, required }) => input(place, name, required))}
${key === undefined ? null : input("header", key.header, key.required)}
${body === undefined ? null : html`<label>Body <textarea name="body" rows="${Math.min(12, JSON.stringify(body, null, 2).split("\n").length)}" spellcheck="false">${JSON.stringify(body, null, 2)}</textarea></label>`}
<p><button class="button primary" type="submit">Send</button></p>
<div class="answered" role="status" hidden><p></p><pre tabindex="0"><code></code></pre></div>
</form>
</details>`
}
