import { assert } from "@effect/vitest"

/** What a person's browser does with the page of a session: sends a file with the form that the page shows. */
export const sendOnPage = async (
  url: string,
  verificationUrl: string,
  file: Uint8Array
): Promise<Record<string, unknown>> => {
  const page = await fetch(new URL(new URL(verificationUrl).pathname, url))
  const action = /<form[^>]* action="([^"]+)"/.exec(await page.text())?.[1] ?? assert.fail("there is no form")
  const form = new FormData()
  form.set("file", new Blob([new Uint8Array(file)]), "C:\\fakepath\\me.html")
  const response = await fetch(new URL(action.replaceAll("&amp;", "&"), url), {
    method: "POST",
    headers: { accept: "application/json" },
    body: form
  })
  assert.strictEqual(response.status, 200, await response.clone().text())
  return (await response.json()) as Record<string, unknown>
}
