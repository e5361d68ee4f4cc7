/** Runs the load generator as a process of its own and gives back its report. */
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import type { Bind } from "../peers/requestSignature.ts"
import type { LoadReport } from "./httpLoad.ts"

export type LoadOptions = {
  readonly port: number
  readonly apiKey: string
  readonly secret: string
  /** What the key under test binds into its signatures. */
  readonly bind?: Bind
  readonly connections?: number
  /** The payouts of a run go to so many addresses in turns; with as many as its requests, each goes to a new one. */
  readonly addresses?: number
  readonly warmupSeconds?: number
  readonly seconds?: number
  /** Upper bounds: so many requests are built and signed before the run. */
  readonly warmupRequests?: number
  readonly requests?: number
  readonly serverPid?: number
}

const generator = fileURLToPath(new URL("./httpLoad.ts", import.meta.url))

const flagOf = {
  port: "--port",
  bind: "--bind",
  connections: "--connections",
  addresses: "--addresses",
  warmupSeconds: "--warmup-seconds",
  seconds: "--seconds",
  warmupRequests: "--warmup-requests",
  requests: "--requests",
  serverPid: "--server-pid"
} as const

export const runLoad = async (options: LoadOptions): Promise<LoadReport> => {
  const { apiKey, secret, ...flags } = options
  const flagArguments = Object.entries(flags).map(
    ([name, value]) => `${flagOf[name as keyof typeof flags]}=${value}`
  )
  const { stdout } = await promisify(execFile)(process.execPath, [generator, ...flagArguments], {
    env: { PATH: process.env.PATH, LOAD_API_KEY: apiKey, LOAD_API_SECRET: secret },
    timeout: 180_000
  })
  return JSON.parse(stdout) as LoadReport
}
