/** What a browser asks for at a page, and what it reads there, without a browser. */
import { Invoices } from "@quittance/core"
import type { TestApi } from "../TestApi.ts"

export const origin = "http://api.test"

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export const send = async (api: TestApi, path: string, init: RequestInit = {}): Promise<Answer> => {
  const response = await api.handler(new Request(new URL(path, origin), init))
  return { status: response.status, headers: response.headers, text: await response.text() }
}

export const sameOrigin = { "sec-fetch-site": "same-origin", origin }

/** A form as a browser sends it, or, with `accept`, as the page's script does. */
export const post = (
  api: TestApi,
  action: string,
  body: BodyInit | Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {}
): Promise<Answer> => {
  const isPlain = Object.getPrototypeOf(body) === Object.prototype
  const content = isPlain ? new URLSearchParams(body as Record<string, string>) : (body as BodyInit)
  return send(api, action, { method: "POST", headers: { ...sameOrigin, ...headers }, body: content })
}

/** The state that a page shows. */
export const shown = ({ text }: Answer) => /data-shown="([^"]*)"/.exec(text)?.[1]

/** A fiat invoice, and the path of its page. */
export const issueFiat = async (api: TestApi, fields: Record<string, unknown> = {}) => {
  const { partnerId } = api.key
  const { value } = await api.runtime.runPromise(
    Invoices.use((invoices) =>
      invoices.create(partnerId, undefined, { amount: 12.5, currency: "EUR", ...fields })
    )
  )
  const { id, token } = value.order
  return { id, path: `/pay/bank/${token}` }
}

/** One whose customer chose the simulated bank, and the link to that. */
export const chooseBank = async (api: TestApi, fields: Record<string, unknown> = {}) => {
  const invoice = await issueFiat(api, fields)
  await post(api, `${invoice.path}/payments`, { bank: "sandbox" })
  await api.work()
  const page = await send(api, invoice.path)
  const link = /id="open-bank" href="([^"]*)"/.exec(page.text)?.[1] ?? "no link"
  return { ...invoice, link, bankPath: new URL(link).pathname }
}

/** A crypto invoice, its address, and the path of its page. */
export const issueCrypto = async (api: TestApi, fields: Record<string, unknown> = {}) => {
  const body = { amount: 5, network: "tron", externalId: "order-1", ...fields }
  const { invoice } = (await api.call({ path: "/api/v2/crypto/invoices", body })).body
  const { address, paymentLink } = invoice as { readonly address: string; readonly paymentLink: string }
  return { address, path: new URL(paymentLink).pathname }
}
