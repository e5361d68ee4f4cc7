import { type Html, html } from "../pages/Html.ts"
import { jsonSchemaOf } from "../reference/jsonSchemaOf.ts"
import { requestSampleOf } from "../reference/RequestSample.ts"
import { givenExample, type JsonForm } from "../reference/sampleOf.ts"
import { type ApiOperation, idempotencyKeyOf } from "../routing/ApiOperation.ts"
import type { DocsSite } from "./DocsFrame.ts"
import { fieldsOf } from "./fieldList.ts"

/** Whether the operation can be sent from its page in a sandbox: not where it needs an operator's key. */
export const isTried = ({ caller }: ApiOperation): boolean => caller !== "operator"

/**
 * The fields for the sandbox's keys, which the script keeps in memory and sends only in requests; none where no
 * operation needs a key. What a key binds is asked where requests are signed.
 */
export const keyForm = (operations: ReadonlyArray<ApiOperation>): Html | null => {
  const used = operations.flatMap((each) => (each.caller === "partner" ? [each.proof] : []))
  if (used.length === 0) return null
  const isSigned = used.includes("signed")
  return html`<form class="keys only-with-script" id="keys" autocomplete="off">
<h2>Try it here</h2>
<p>Put in a sandbox key, and each operation of this page can be sent from here.${isSigned ? " The requests are signed in this browser." : null} The key stays in the memory of this page, until you leave it. A new sandbox has written a key to <code>sandbox-credentials.json</code>.</p>
<div class="pair">
${used.every((proof) => proof === "secret") ? null : html`<label>Public key <input type="text" name="publicKey" placeholder="pk_test_…" spellcheck="false" autocapitalize="off"></label>`}
<label>Secret <input type="password" name="secret" placeholder="sk_test_…" autocomplete="off"></label>
${
  isSigned
    ? html`<label>The signature binds <select name="bind"><option value="none">nothing, as keys of a sandbox do</option><option value="idempotency">the idempotency key (--bind idempotency)</option><option value="query">the query (--bind query)</option></select></label>`
    : null
}
</div>
</form>`
}

const optional = html` <span class="type">optional</span>`

interface TryInput {
  readonly place: "path" | "query" | "header" | "form"
  readonly name: string
  readonly required: boolean
  readonly example?: unknown
}

const textInput = ({ example, name, place, required }: TryInput): Html =>
  html`<label>${name}${required ? null : optional} <input type="text" data-in="${place}" name="${name}" spellcheck="false" autocapitalize="off"${example === undefined ? null : html` placeholder="${String(example)}"`}${required ? html` required=""` : null}></label>`

const textArea = (name: string, title: string, text: string): Html =>
  html`<label>${title} <textarea name="${name}" rows="${Math.min(12, text.split("\n").length)}" spellcheck="false">${text}</textarea></label>`

/** The fields of a form with a file. Where the file is text, one may also be written here. */
const formInputs = (form: NonNullable<ApiOperation["form"]>, text: string | undefined) =>
  fieldsOf(jsonSchemaOf(form) as JsonForm, "request").map(({ form: field, name, presence }) =>
    field.format === "binary"
      ? html`<label>${name}${text === undefined ? null : optional} <input type="file" data-in="form" name="${name}"${text === undefined ? html` required=""` : null}></label>
${text === undefined ? null : textArea("written", `or the text of the ${name}`, text)}`
      : textInput({ place: "form", name, required: presence === "required", example: givenExample(field) })
  )

/** A form that sends a request of the operation; none for what needs an operator's key. */
export const tryForm = (operation: ApiOperation, { mountPath }: DocsSite): Html | null => {
  if (!isTried(operation)) return null
  const { form, id, method, parameters, path } = operation
  const { body, form: sample, idempotencyKey } = requestSampleOf(operation)
  const key = idempotencyKeyOf(operation)
  return html`<details class="try only-with-script">
<summary>Try it</summary>
<form data-try="${id}" data-method="${method}" data-path="${mountPath}${path}" data-proof="${operation.caller === "partner" ? operation.proof : "none"}"${sample === undefined ? null : html` data-file="${sample.file.name}"`} autocomplete="off">
${parameters.map(({ in: place, name, required, schema }) => textInput({ place, name, required, example: givenExample(jsonSchemaOf(schema) as JsonForm) }))}
${key === undefined ? null : textInput({ place: "header", name: key.header, required: key.required, example: idempotencyKey?.key ?? "order-1042" })}
${body === undefined ? null : textArea("body", "Body", JSON.stringify(body, null, 2))}
${form === undefined ? null : formInputs(form, sample?.file.text)}
<p><button class="button primary" type="submit">Send</button></p>
<div class="answered" role="status" hidden><p></p><pre tabindex="0"><code></code></pre></div>
</form>
</details>`
}
