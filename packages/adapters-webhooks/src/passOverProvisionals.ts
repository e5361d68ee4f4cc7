import type { Socket } from "node:net"
import { WebhookUnanswered } from "@quittance/core/adapter"
import { Provisionals } from "./Provisionals.ts"

/** How long all provisional answers to a call may be. */
const provisionalBytesMax = 64 * 1024

/**
 * Lets undici read no provisional answers on a connection: at 100 it gives up the connection, and the call with it
 * (https://github.com/nodejs/undici/issues/197). Undici writes each request in one step, reads whatever there is,
 * and has one request at a time on a connection.
 */
export const passOverProvisionals = (socket: Socket): void => {
  const provisionals = new Provisionals()
  const { read, write } = socket
  Object.assign(socket, {
    write: (...written: Parameters<Socket["write"]>) => {
      provisionals.expectAnswer()
      return Reflect.apply(write, socket, written)
    },
    read: (size?: number) => {
      // Node itself asks for a size.
      if (size !== undefined) return Reflect.apply(read, socket, [size])
      for (;;) {
        const piece: Buffer | null = Reflect.apply(read, socket, [])
        if (piece === null) return null
        const answer = provisionals.answerIn(piece)
        if (answer.length > 0) return answer
        if (provisionals.passedBytes > provisionalBytesMax) {
          const reason = "provisional answers (1xx) came without end, and no answer after them"
          socket.destroy(new WebhookUnanswered({ reason }))
          return null
        }
      }
    }
  })
}
