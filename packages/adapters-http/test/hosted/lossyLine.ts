/** A line to a server on which answers get lost after the server has given them. */
import { createServer, request } from "node:http"

export interface LossyLine extends AsyncDisposable {
  /** The same address by this line. */
  readonly url: string
  /** Which answers are lost from now on, by method and path; an answer is held back until that is known. */
  lose: (method: string, path: string) => boolean | Promise<boolean>
}

export const startLossyLine = async (behind: string): Promise<LossyLine> => {
  const { hostname, pathname, port } = new URL(behind)
  const server = createServer((asked, answer) => {
    const { headers, method = "GET", url: path = "/" } = asked
    const forwarded = request({ hostname, port, method, path, headers }, async (given) => {
      if (await line.lose(method, path)) {
        given.resume()
        given.on("end", () => asked.socket.destroy())
        return
      }
      answer.writeHead(given.statusCode ?? 502, given.headers)
      given.pipe(answer)
    })
    forwarded.on("error", () => asked.socket.destroy())
    asked.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the line has no port")
  const line: LossyLine = {
    url: `http://127.0.0.1:${address.port}${pathname}`,
    lose: () => false,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
  return line
}
