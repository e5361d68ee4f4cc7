/** What other pages for people are made of. */
export { makePageEvents } from "./hosted/PageEvents.ts"
export { type Asset, asset, scriptAsset } from "./pages/assets.ts"
export { filesBeside } from "./pages/filesBeside.ts"
export { escapeText, Html, html, type Interpolation, raw } from "./pages/Html.ts"
export { amountText } from "./pages/localText.ts"
export { iconHref } from "./pages/PageFrame.ts"
export { formPageHeaders } from "./pages/pageHeaders.ts"
export { qrCode } from "./pages/pageParts.ts"
