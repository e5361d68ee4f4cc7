/**
 * The floor: Node's HTTP server that reads the request's body and answers a fixed payout, without looking at either.
 *
 * It shows what HTTP itself costs, and that the load generator can ask faster than any server under test can answer.
 * Environment: PORT.
 */
import { createServer } from "node:http"

const answer = JSON.stringify({
  success: true,
  payout: {
    id: "00000000-0000-7000-8000-000000000000",
    status: "PENDING",
    amount: 12.345678,
    fee: 2,
    netAmount: 12.345678,
    total: 14.345678,
    currency: "USDT",
    createdAt: "1970-01-01T00:00:00.000Z"
  },
  requestId: "00000000-0000-4000-8000-000000000000"
})
const headers = { "content-type": "application/json", "content-length": answer.length }

const server = createServer((request, response) => {
  request.resume()
  request.once("end", () => response.writeHead(200, headers).end(answer))
})

process.once("SIGTERM", () => {
  server.close()
  server.closeIdleConnections()
})

server.listen(Number(process.env.PORT), "127.0.0.1")
