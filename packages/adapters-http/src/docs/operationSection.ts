import { proofOf, proofs } from "../access/proofs.ts"
import { type Html, html } from "../pages/Html.ts"
import { answerSampleOf } from "../reference/answerSample.ts"
import { jsonSchemaOf } from "../reference/jsonSchemaOf.ts"
import { errorCodesOf, parametersOf } from "../reference/OpenApiDocument.ts"
import { requestSamplesOf } from "../reference/requestSamples.ts"
import type { JsonForm } from "../reference/sampleOf.ts"
import { type ErrorCode, errorCodes } from "../refusal/ErrorCode.ts"
import { type ApiOperation, rateOf } from "../routing/ApiOperation.ts"
import { codeBlock, described, readableJson } from "./codeBlock.ts"
import type { DocsSite } from "./DocsFrame.ts"
import { errorsPath, guidesPath } from "./docsPlaces.ts"
import { type Described, fieldList, fieldsOf, fieldsWithin } from "./fieldList.ts"
import { tryForm } from "./tryForm.ts"

/** Which key a request carries and how. */
export const keyWords = (operation: ApiOperation): string => {
  switch (proofOf(operation)) {
    case undefined:
      return "No key"
    case proofs.signed:
      return "Public key in x-api-key, signed with the secret"
    case proofs.secret:
      return "Secret in x-api-key"
    case proofs.pair:
      return "Public key in X-API-Key, secret in X-API-Secret"
    default:
      return "Operator key in x-api-key"
  }
}

const facts = (operation: ApiOperation, { mountPath }: DocsSite): Html => {
  const cost = operation.caller === "partner" ? operation.cost : undefined
  return html`<dl class="key">
<div><dt>Key</dt><dd><a href="${mountPath}${guidesPath}/keys">${keyWords(operation)}</a></dd></div>
${operation.caller === "partner" ? html`<div><dt>Scope</dt><dd><code>${operation.scope}</code></dd></div>` : null}
${cost === undefined || operation.caller === "public" ? null : html`<div><dt>Rate</dt><dd>counts as ${cost} ${rateOf(operation)}</dd></div>`}
</dl>`
}

const parameterFields = (
  operation: ApiOperation,
  place: "path" | "query" | "header"
): ReadonlyArray<Described> =>
  parametersOf(operation)
    .filter((each) => each.in === place)
    .map(({ description, name, required, schema }) => ({
      name,
      description,
      form: jsonSchemaOf(schema) as JsonForm,
      presence: required ? ("required" as const) : ("optional" as const)
    }))

const part = (title: string, fields: ReadonlyArray<Described>): Html | null =>
  fields.length === 0 ? null : html`<h3>${title}</h3>${fieldList(fields)}`

const bodyFields = (schema: ApiOperation["request"]): ReadonlyArray<Described> =>
  schema === undefined ? [] : fieldsOf(jsonSchemaOf(schema) as JsonForm, "request")

const answerFields = ({ recordStatus, success }: ApiOperation): ReadonlyArray<Described> => {
  if (recordStatus === 204) return []
  const form = jsonSchemaOf(success) as JsonForm
  return fieldsOf(fieldsWithin(form) ?? form, "answer")
}

/** Codes by status: the special ones of the operation first. */
const errorList = (operation: ApiOperation, { mountPath }: DocsSite): Html => {
  const codes = errorCodesOf(operation)
  const link = (code: ErrorCode) =>
    html`<li><a href="${mountPath}${errorsPath}#${code}"><code>${code}</code></a> <span class="type">${errorCodes[code].status}</span></li>`
  const own = codes.filter((code) => operation.errors.includes(code))
  const others = codes.filter((code) => !operation.errors.includes(code))
  return html`<h3>Errors</h3>
${own.length === 0 ? null : html`<ul class="codes">${own.map(link)}</ul>`}
<details><summary>${own.length === 0 ? "Those" : "And those"} of every operation like this</summary><ul class="codes">${others.map(link)}</ul></details>`
}

/** An operation: what it is told on one side, what it looks like on the other. */
export const operationSection = (operation: ApiOperation, site: DocsSite): Html => {
  const { exampleFrom, file, form, id, method, path, recordStatus, request, summary } = operation
  const answer = answerSampleOf(operation)
  const status = recordStatus ?? 200
  const [title = summary, ...more] = summary.split("; ")
  const answers = answerFields(operation)
  return html`<section class="operation" id="${id}" aria-labelledby="${id}-title">
<div class="told">
<h2 id="${id}-title"><a class="anchor" href="#${id}">${title}</a></h2>
<p class="endpoint"><span class="method method-${method.toLowerCase()}">${method}</span> <code>${path}</code></p>
${more.length === 0 ? null : html`<p>${capitalised(more.join("; "))}.</p>`}
${facts(operation, site)}
${part("In the path", parameterFields(operation, "path"))}
${part("Query", parameterFields(operation, "query"))}
${part("Headers", parameterFields(operation, "header"))}
${file === undefined ? null : html`<h3>Body</h3><p>${file.description}</p>`}
${part(form === undefined ? "Body" : "Form", bodyFields(form ?? request))}
${answers.length === 0 ? null : html`<h3>Answer</h3><details><summary>Fields of the answer</summary>${fieldList(answers)}</details>`}
${errorList(operation, site)}
</div>
<div class="shown">
${site.mode === "live" ? null : tryForm(operation, site)}
${exampleFrom === undefined ? null : html`<p class="hint">${described(exampleFrom)}</p>`}
${requestSamplesOf(operation, site.mode).map(({ text, title: name }) => codeBlock(name, text))}
${answer === undefined ? html`<p class="hint">Answers ${status} without a body.</p>` : codeBlock(`Answer ${status}`, readableJson(answer))}
</div>
</section>
`
}

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
