import { assert } from "@effect/vitest"

/** What a person's browser does with the page of a session: sends a file with the form that the page shows. */
export const sentOnPage = async (
  url: string,
  verificationUrl: string,
  file: Uint8Array
): Promise<Response> => {
  const page = await fetch(new URL(new URL(verificationUrl).pathname, url))
  const action = /<form[^>]* action="([^"]+)"/.exec(await page.text())?.[1] ?? assert.fail("there is no form")
  const form = new FormData()
  form.set("file", new Blob([new Uint8Array(file)]), "C:\\fakepath\\me.html")
  return fetch(new URL(action.replaceAll("&amp;", "&"), url), {
    method: "POST",
    headers: { accept: "application/json" },
    body: form
  })
}

/** The same, where it succeeds. */
export const sendOnPage = async (
  ...upload: Parameters<typeof sentOnPage>
): Promise<Record<string, unknown>> => {
  const response = await sentOnPage(...upload)
  assert.strictEqual(response.status, 200, await response.clone().text())
  return (await response.json()) as Record<string, unknown>
}
