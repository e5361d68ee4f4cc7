/**
 * A receiver of webhooks that does nothing with them: Node's HTTP server that reads the body and answers 200.
 *
 * `GET /` answers how many came; `GET /arrivals` when each of the last came, in milliseconds since 1970 with fractions,
 * at the first byte that the server saw of it. Environment: PORT.
 */
import { createServer } from "node:http"

let received = 0
let arrivals: Array<number> = []

const server = createServer((request, response) => {
  if (request.method === "GET") {
    response.end(JSON.stringify(request.url === "/arrivals" ? arrivals : received))
    arrivals = []
    return
  }
  received += 1
  arrivals.push(performance.timeOrigin + performance.now())
  request.resume()
  request.once("end", () => response.writeHead(200, { "content-length": 0 }).end())
})

process.once("SIGTERM", () => {
  server.close()
  server.closeIdleConnections()
})

server.listen(Number(process.env.PORT), "127.0.0.1")
