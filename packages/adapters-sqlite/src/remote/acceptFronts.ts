import { rmSync } from "node:fs"
import { createServer, type Server, type Socket } from "node:net"
import type { WorkQueue } from "@quittance/core/adapter"
import { Effect } from "effect"
import { oncePerTurn } from "../Pause.ts"
import { type Answers, type PortableExit, portableExitOf, type Requests } from "./Conversation.ts"
import { onMessages, sendMessage } from "./messages.ts"
import { fromPortable } from "./portable.ts"
import type { WriteVerbs } from "./writeVerbs.ts"

/** A verb on the wire: its arguments come from the same program. */
type Verb = (...args: ReadonlyArray<unknown>) => Effect.Effect<unknown, unknown>

/** The answers of one turn of the event loop go to a front in one message. */
class Front {
  readonly #socket: Socket
  #answers: Array<readonly [number: number, exit: PortableExit]> = []
  #areJobsChanged = false
  readonly #flushSoon = oncePerTurn(() => this.#flush())

  constructor(socket: Socket) {
    this.#socket = socket
  }

  answer(number: number, exit: PortableExit): void {
    this.#answers.push([number, exit])
    this.#flushSoon()
  }

  noteJobs(): void {
    this.#areJobsChanged = true
    this.#flushSoon()
  }

  #flush(): void {
    const message: Answers = { answers: this.#answers, areJobsChanged: this.#areJobsChanged }
    this.#answers = []
    this.#areJobsChanged = false
    if (this.#socket.writable) sendMessage(this.#socket, message)
  }
}

/**
 * Serves fronts over a local socket until the scope closes. Then it accepts no more fronts, and serves the present
 * ones until they have left, or for `leaveMillisMax`. The requests of a front begin in the order in which it sent
 * them. Requests of a front that died are carried out without an answer.
 */
export const acceptFronts = Effect.fnUntraced(function* (
  path: string,
  verbs: WriteVerbs,
  queue: WorkQueue["Service"],
  leaveMillisMax: number
) {
  const run = Effect.runCallbackWith(yield* Effect.context<never>())
  const fronts = new Map<Socket, Front>()
  const server = createServer((socket) => {
    const front = new Front(socket)
    fronts.set(socket, front)
    socket.once("close", () => fronts.delete(socket))
    // A front that died; the close follows.
    socket.on("error", () => undefined)
    onMessages(socket, (message) => {
      for (const [number, verb, args] of message as Requests) {
        const asked = (verbs[verb] as Verb)(...args.map(fromPortable))
        run(asked, { onExit: (exit) => front.answer(number, portableExitOf(exit)) })
      }
    })
  })
  yield* Effect.acquireRelease(listen(server, path), () =>
    Effect.andThen(
      Effect.timeoutOption(closed(server), leaveMillisMax),
      Effect.sync(() => {
        for (const socket of fronts.keys()) socket.destroy()
      })
    )
  )
  yield* Effect.forkScoped(
    Effect.gen(function* () {
      while (true) {
        const seen = yield* queue.changes
        yield* queue.awaitChange(seen)
        for (const front of fronts.values()) front.noteJobs()
      }
    })
  )
})

/** A predecessor that was killed left its socket. */
const listen = (server: Server, path: string) =>
  Effect.callback<void>((resume) => {
    rmSync(path, { force: true })
    server.once("error", (error) => resume(Effect.die(error)))
    server.listen(path, () => resume(Effect.void))
  })

const closed = (server: Server) =>
  Effect.callback<void>((resume) => {
    server.close(() => resume(Effect.void))
  })
