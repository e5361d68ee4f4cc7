import type { ApiRequest, ApiResponse } from "../message/ApiMessage.ts"
import { frameScriptAsset } from "../pages/assets.ts"
import { html } from "../pages/Html.ts"
import { framedBy } from "../pages/pageHeaders.ts"
import { assetsPath, linkTo } from "./pageResponse.ts"

/**
 * The same page for frames of those origins: under headers that let them show it, and with the script that tells them
 * how the payment stands. It is put in here and not where pages are rendered, so that no page can forget a part of it.
 */
export const framedResponse = (
  request: ApiRequest,
  origins: ReadonlyArray<string>,
  response: ApiResponse
): ApiResponse => {
  const { body } = response
  const src = `${linkTo(request, assetsPath)}/${frameScriptAsset.name}`
  const script = html`<script src="${src}" data-origins="${origins.join(" ")}" defer></script>`
  return {
    ...response,
    headers: framedBy(origins, response.headers),
    body: typeof body === "string" ? body.replace("</head>", () => `${script}\n</head>`) : body
  }
}
