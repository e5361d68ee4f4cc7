import type { TestApi } from "../TestApi.ts"

type Json = { readonly [key: string]: unknown }

const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The description of the API with what it refers to in place of the references, for tests that look into schemas. */
export const inlinedDocument = async (api: TestApi) => {
  const document = await api.document()
  const inlined = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inlined)
    if (!isJson(value)) return value
    const { $ref, ...said } = value
    const own = Object.fromEntries(Object.entries(said).map(([key, each]) => [key, inlined(each)]))
    if (typeof $ref !== "string") return own
    const [, , section = "", name = ""] = $ref.split("/")
    return { ...(inlined(document.components[section][name]) as Json), ...own }
  }
  const { paths, webhooks } = document
  return JSON.parse(JSON.stringify({ ...document, paths: inlined(paths), webhooks: inlined(webhooks) }))
}
