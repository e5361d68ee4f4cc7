/** Whole HTTP/1.1 requests of the fiat group, and what answers them: for generators that write bytes to sockets. */

export type FiatTarget = { readonly port: number; readonly secret: string }

export const getRequest = ({ port, secret }: FiatTarget, path: string): Buffer =>
  Buffer.from(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nx-api-key: ${secret}\r\n\r\n`, "latin1")

export const postRequest = (
  { port, secret }: FiatTarget,
  path: string,
  contentType: string,
  body: string
): Buffer => {
  const bytes = Buffer.from(body)
  const head =
    `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nx-api-key: ${secret}\r\n` +
    `content-type: ${contentType}\r\ncontent-length: ${bytes.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head, "latin1"), bytes])
}
