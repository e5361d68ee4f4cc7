import { html } from "../pages/Html.ts"
import { answerSampleOf } from "../reference/answerSample.ts"
import { jsonSchemaOf } from "../reference/jsonSchemaOf.ts"
import { errorCodesOf, parametersOf } from "../reference/OpenApiDocument.ts"
import { requestSamplesOf } from "../reference/requestSamples.ts"
import type { JsonForm } from "../reference/sampleOf.ts"
import type { ApiOperation } from "../routing/ApiOperation.ts"
import { readableJson } from "./codeBlock.ts"
import type { DocsSite } from "./DocsFrame.ts"
import { operationsPath, slugOf } from "./docsPlaces.ts"
import { choicesOf, coreDescription, type Described, fieldsOf, typeOf } from "./fieldList.ts"
import { readMarkdown, servedMarkdown } from "./markdown.ts"
import { keyWords, operationSection } from "./operationSection.ts"
import type { Page } from "./Page.ts"
import { isTried, keyForm } from "./tryForm.ts"

export const groupPathOf = (group: string): string => `${operationsPath}/${slugOf(group)}`

const fieldLine = ({ description, form, name, presence }: Described): string => {
  const says = description ?? coreDescription(form)
  const choices = choicesOf(form).map((choice) => `\`${choice}\``)
  return [
    `- \`${name}\` (${typeOf(form)}${presence === undefined ? "" : `, ${presence}`})`,
    ...(says === undefined ? [] : [`: ${says}`]),
    ...(choices.length === 0 ? [] : [` One of ${choices.join(", ")}.`])
  ].join("")
}

const section = (title: string, lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.length === 0 ? [] : [`### ${title}`, lines.join("\n")]

const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``

const operationMarkdown = (operation: ApiOperation, site: DocsSite): string => {
  const { caller, form, id, method, path, recordStatus, request, success, summary } = operation
  const answer = answerSampleOf(operation)
  const status = recordStatus ?? 200
  const body = form ?? request
  const parameters = parametersOf(operation).map((each) => ({
    name: `${each.name}`,
    description: each.description,
    form: jsonSchemaOf(each.schema) as JsonForm,
    presence: each.required ? ("required" as const) : ("optional" as const)
  }))
  const scope = caller === "public" ? "" : ` Scope: \`${operation.scope}\`.`
  return [
    `## ${summary}`,
    `\`${method} ${path}\` (\`${id}\`). ${keyWords(operation)}.${scope}`,
    ...section("Parameters", parameters.map(fieldLine)),
    ...section(
      form === undefined ? "Body" : "Form",
      body === undefined ? [] : fieldsOf(jsonSchemaOf(body) as JsonForm, "request").map(fieldLine)
    ),
    "### Request",
    ...(operation.exampleFrom === undefined ? [] : [operation.exampleFrom]),
    ...requestSamplesOf(operation, site.mode).map(({ language, text }) => fenced(language, text)),
    `### Answer ${status}`,
    answer === undefined ? "Without a body." : fenced("json", readableJson(answer)),
    ...(answer === undefined
      ? []
      : [
          fieldsOf(jsonSchemaOf(success) as JsonForm, "answer")
            .map(fieldLine)
            .join("\n")
        ]),
    "### Errors",
    errorCodesOf(operation)
      .map((code) => `\`${code}\``)
      .join(", ")
  ].join("\n\n")
}

/** The names of all that a request may have. */
const sentNames = (operation: ApiOperation): string => {
  const body = operation.form ?? operation.request
  const fields = body === undefined ? [] : fieldsOf(jsonSchemaOf(body) as JsonForm, "request")
  return [...parametersOf(operation), ...fields].map(({ name }) => name).join(" ")
}

/** What the samples of a page take as given: variables with the keys, and the client. */
const givenToSamples = (operations: ReadonlyArray<ApiOperation>): string => {
  const used = operations.flatMap((each) => (each.caller === "partner" ? [each.proof] : []))
  const variables = [
    "QUITTANCE_URL",
    ...(used.some((proof) => proof !== "secret") ? ["PUBLIC_KEY"] : []),
    ...(used.length > 0 ? ["SECRET_KEY"] : []),
    ...(operations.some(({ caller }) => caller === "operator") ? ["OPERATOR_KEY"] : [])
  ].map((name) => `\`${name}\``)
  const client = operations.some(({ caller }) => caller !== "operator")
    ? "; [the client is made like this](docs:guides/signing#the-client)"
    : ""
  const files = operations.some(({ form }) => form !== undefined) ? ", and `openAsBlob` is of `node:fs`" : ""
  return `The samples read ${new Intl.ListFormat("en-GB").format(variables)} from the environment${client}${files}.`
}

const groupPage = (group: string, operations: ReadonlyArray<ApiOperation>, site: DocsSite): Page => {
  const path = groupPathOf(group)
  const summary = `${operations.map((operation) => operation.summary.split("; ")[0]).join(". ")}.`
  const tries = site.mode === "sandbox" && operations.some(isTried)
  const given = givenToSamples(operations)
  return {
    path,
    title: group,
    summary,
    tries,
    content: html`<h1>${group}</h1>
<ul class="contents">${operations.map(
      ({ id, method, path: at, summary: says }) =>
        html`<li><a href="#${id}"><span class="method method-${method.toLowerCase()}">${method}</span> <code>${at}</code></a> <span>${says.split("; ")[0] ?? ""}</span></li>`
    )}</ul>
${readMarkdown(given, site).content}${tries ? keyForm(operations) : null}
${operations.map((operation) => operationSection(operation, site))}`,
    markdown: [
      `# ${group}`,
      servedMarkdown(given, site),
      ...operations.map((operation) => operationMarkdown(operation, site))
    ].join("\n\n"),
    findable: operations.map((operation) => ({
      title: operation.summary.split("; ")[0] ?? operation.summary,
      address: `${path}#${operation.id}`,
      words: `${operation.method} ${operation.path} ${operation.id} ${group}`,
      unseen: sentNames(operation)
    }))
  }
}

/** What makes the page of each group of operations. */
export const groupPages = (
  operations: ReadonlyArray<ApiOperation>,
  site: DocsSite
): ReadonlyArray<() => Page> =>
  groupsOf(operations).map((group) => {
    const own = operations.filter((each) => each.group === group)
    return () => groupPage(group, own, site)
  })

/** The groups in the order of their operations. */
export const groupsOf = (operations: ReadonlyArray<ApiOperation>): ReadonlyArray<string> => [
  ...new Set(operations.map(({ group }) => group))
]
