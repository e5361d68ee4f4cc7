import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { setTimeout as sleep } from "node:timers/promises"
import type { Dice } from "../Dice.ts"
import type { Bank } from "./Bank.ts"
import type { Chain } from "./Chain.ts"
import { read, written } from "./jsonWithBigInts.ts"
import type { ProcessingSide } from "./ProcessingSide.ts"

/**
 * A provider that answers out of the soak's books, over loopback; while it is not calm it loses, delays and refuses
 * answers.
 */
export class Outside {
  isCalm = false
  callCount = 0
  readonly #dice: Dice
  readonly #answers: { readonly [name: string]: (asked: ReadonlyArray<never>) => unknown }
  readonly #server: Server

  constructor(
    dice: Dice,
    {
      bank,
      chain,
      processing
    }: { readonly bank: Bank; readonly chain: Chain; readonly processing: ProcessingSide }
  ) {
    this.#dice = dice
    this.#answers = {
      submit: ([request]: ReadonlyArray<never>) => processing.submit(request as never),
      lookup: ([reference]: ReadonlyArray<never>) => processing.lookup(String(reference)),
      abandon: ([reference]: ReadonlyArray<never>) => processing.abandon(String(reference)),
      transfersSince: ([since]: ReadonlyArray<never>) => processing.transfersSince(Number(since)),
      derive: ([network, ...place]: ReadonlyArray<never>) => chain.derive(network as never, ...place),
      arrived: ([network, address]: ReadonlyArray<never>) =>
        chain.arrived(network as never, address as never),
      banks: () => bank.banks(),
      start: ([request]: ReadonlyArray<never>) => bank.start(request as never),
      payment: ([id]: ReadonlyArray<never>) => bank.payment(String(id)),
      send: ([message]: ReadonlyArray<never>) => bank.send(message as never)
    }
    this.#server = createServer((request, response) => {
      void text(request).then(async (body) => {
        this.callCount += 1
        const name = (request.url ?? "").slice(1)
        const answer = this.#answers[name]
        if (answer === undefined) return response.writeHead(404).end()
        const trouble = this.isCalm || name === "arrived" || name === "transfersSince" ? 1 : this.#dice.next()
        if (trouble < 0.02) return response.writeHead(503).end()
        const said = written(answer(read(body) as ReadonlyArray<never>))
        // It was heard, and the answer is lost.
        if (trouble < 0.05) return request.socket.destroy()
        if (trouble < 0.06) await sleep(12_000)
        else if (trouble < 0.15) await sleep(this.#dice.between(50, 2_000))
        return response.writeHead(200).end(said)
      })
    })
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}
