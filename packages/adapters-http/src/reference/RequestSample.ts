import { type ApiOperation, idempotencyKeyOf } from "../routing/ApiOperation.ts"
import { jsonSchemaOf } from "./jsonSchemaOf.ts"
import { givenExample, type JsonForm, sampleOf } from "./sampleOf.ts"

/** A file of a form. */
interface SampleFile {
  readonly name: string
  /** Its content where it is text that a reader can see. */
  readonly text: string | undefined
}

/** A request that an operation takes, made of the examples of its schemas. */
export interface RequestSample {
  /** With ids in place of parameters. */
  readonly path: string
  /** Without its `?`; empty if there is none. */
  readonly query: string
  readonly body: unknown
  readonly form:
    | { readonly file: SampleFile; readonly fields: { readonly [name: string]: string } }
    | undefined
  /** The name of a file that is the body. */
  readonly file: string | undefined
  readonly idempotencyKey: { readonly header: string; readonly key: string } | undefined
}

/** A body, or the fields of a form. */
export const bodySampleOf = (schema: NonNullable<ApiOperation["request"]>): unknown =>
  sampleOf(jsonSchemaOf(schema) as JsonForm)

const formOf = (schema: NonNullable<ApiOperation["form"]>): RequestSample["form"] => {
  const fields = bodySampleOf(schema) as { readonly [name: string]: string }
  const { file, ...others } = fields
  const isText = file?.includes("\n") === true
  return {
    file: isText ? { name: "invoices.csv", text: file } : { name: "signature.png", text: undefined },
    fields: others
  }
}

export const requestSampleOf = (operation: ApiOperation): RequestSample => {
  const { file, form, method, parameters, path, request } = operation
  const sampleIn = (place: "path" | "query") =>
    parameters
      .filter((each) => each.in === place)
      .map(({ schema, ...each }) => ({ ...each, form: jsonSchemaOf(schema) as JsonForm }))
      .filter(({ form, required }) => required || givenExample(form) !== undefined)
      .map(({ form, name }) => [name, String(sampleOf(form))] as const)
  const inPath = new Map(sampleIn("path"))
  const key = idempotencyKeyOf(operation)
  return {
    path: path.replace(/\{(\w+)\}/g, (_whole, name: string) => inPath.get(name) ?? name),
    query: new URLSearchParams(sampleIn("query").map(([name, value]) => [name, value])).toString(),
    body: request === undefined ? undefined : bodySampleOf(request),
    form: form === undefined ? undefined : formOf(form),
    file: file?.name,
    idempotencyKey:
      key?.required === true && method !== "GET" ? { header: key.header, key: "payout-1042" } : undefined
  }
}
