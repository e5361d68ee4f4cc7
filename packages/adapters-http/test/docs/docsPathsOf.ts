import type { TestApi } from "../TestApi.ts"

/** The paths of all pages, as the list of pages on the first one has them. */
export const docsPathsOf = async (
  api: Pick<TestApi, "handler">,
  path = "/docs"
): Promise<ReadonlyArray<string>> => {
  const first = await (await api.handler(new Request(`http://api.test${path}`))).text()
  const [, menu = ""] = /<nav aria-label="All pages">([\s\S]*?)<\/nav>/.exec(first) ?? []
  return [...menu.matchAll(/href="([^"]+)"/g)].map(([, each = ""]) => each)
}
