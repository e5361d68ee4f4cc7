import { connect, type Socket } from "node:net"
import { StoreUnavailable } from "@quittance/core"
import { ChangeCount } from "@quittance/core/adapter"
import { Effect } from "effect"
import { oncePerTurn, pause } from "../Pause.ts"
import { type Answers, effectOf, type Requests } from "./Conversation.ts"
import { onMessages, sendMessage } from "./messages.ts"
import { toPortable } from "./portable.ts"
import type { WriteVerbs } from "./writeVerbs.ts"

/** How often it looks for a writer. */
const lookMillis = 20

type Answer = Effect.Effect<unknown, unknown>

interface Request {
  readonly number: number
  readonly verb: keyof WriteVerbs
  readonly args: ReadonlyArray<unknown>
  readonly resume: (answer: Answer) => void
}

/**
 * The connection of a front to the writer. The requests of one turn of the event loop go in one message.
 *
 * It ends only with one of the two processes. If the writer dies, a request that was sent fails with the outcome
 * `unknown`. A request that was not sent yet waits for the next writer, for `patienceMillis` after the loss.
 */
export class WriterLink {
  readonly #path: string
  readonly #patienceMillis: number
  /** Of the jobs, by any process. */
  readonly jobChanges = new ChangeCount()
  readonly #flushSoon = oncePerTurn(() => this.#flush())
  #socket: Socket | undefined
  #unsent = new Map<number, Request>()
  #sent = new Map<number, Request>()
  #lastNumber = 0
  #isClosed = false
  #hasPatience = true
  #look: NodeJS.Timeout | undefined
  #patience: NodeJS.Timeout | undefined

  constructor(path: string, patienceMillis: number) {
    this.#path = path
    this.#patienceMillis = patienceMillis
    this.#lose()
  }

  get isConnected(): boolean {
    return this.#socket !== undefined
  }

  /** A verb of the writer. Interrupting the caller withdraws a request that was not sent yet. */
  verb<Name extends keyof WriteVerbs>(name: Name): WriteVerbs[Name] {
    const ask = (...args: ReadonlyArray<unknown>): Answer =>
      Effect.callback<unknown, unknown>((resume) => {
        if (this.#isClosed || !this.#hasPatience) return resume(Effect.fail(writerAway("notWritten")))
        this.#lastNumber += 1
        const number = this.#lastNumber
        this.#unsent.set(number, { number, verb: name, args: args.map(toPortable), resume })
        this.#flushSoon()
        return Effect.sync(() => void this.#unsent.delete(number))
      })
    // The writer carries out the verb of this name, so the answer has its type.
    return ask as unknown as WriteVerbs[Name]
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#look)
    clearTimeout(this.#patience)
    this.#socket?.end()
    this.#failUnsent()
  }

  #flush(): void {
    const socket = this.#socket
    if (socket === undefined || this.#unsent.size === 0) return
    const message: Array<Requests[number]> = []
    for (const request of this.#unsent.values()) {
      this.#sent.set(request.number, request)
      message.push([request.number, request.verb, request.args])
    }
    this.#unsent = new Map()
    sendMessage(socket, message)
  }

  #connect(): void {
    const socket = connect(this.#path)
    socket.on("error", () => undefined)
    socket.once("connect", () => {
      if (this.#isClosed) return void socket.destroy()
      clearTimeout(this.#patience)
      this.#hasPatience = true
      this.#socket = socket
      // Changes that nobody announced.
      this.jobChanges.bump()
      this.#flush()
    })
    onMessages(socket, (message) => this.#take(message as Answers))
    socket.once("close", () => {
      if (this.#socket === socket) this.#lose()
      else if (!this.#isClosed) this.#look = pause(lookMillis, () => this.#connect())
    })
  }

  #lose(): void {
    this.#socket = undefined
    const sent = this.#sent
    this.#sent = new Map()
    for (const { resume } of sent.values()) resume(Effect.fail(writerAway("unknown")))
    if (this.#isClosed) return
    this.#patience = pause(this.#patienceMillis, () => {
      this.#hasPatience = false
      this.#failUnsent()
    })
    this.#connect()
  }

  #take({ answers, areJobsChanged }: Answers): void {
    if (areJobsChanged) this.jobChanges.bump()
    for (const [number, exit] of answers) {
      const request = this.#sent.get(number)
      this.#sent.delete(number)
      request?.resume(effectOf(exit))
    }
  }

  #failUnsent(): void {
    const unsent = this.#unsent
    this.#unsent = new Map()
    for (const { resume } of unsent.values()) resume(Effect.fail(writerAway("notWritten")))
  }
}

const writerAway = (outcome: StoreUnavailable["outcome"]): StoreUnavailable =>
  new StoreUnavailable({ outcome, reason: writerAwayReason })

export const writerAwayReason = "the process that writes is being started again"
