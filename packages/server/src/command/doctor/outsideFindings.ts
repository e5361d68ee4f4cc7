import type { ServeConfiguration } from "../../configuration/ServeConfiguration.ts"
import { type Finding, fault, note, ok } from "./Finding.ts"
import type { OtherTime } from "./machineFindings.ts"
import { askNode, askReadiness, reachPlace, receiverAddress } from "./reach.ts"

/** What lies outside: nodes, the mail server, receivers of webhooks, the server itself. */

export interface NodeFindings {
  readonly findings: ReadonlyArray<Finding>
  readonly times: ReadonlyArray<OtherTime>
}

/** Of a URL only the host is shown: the rest may be a key. */
export const nodeFindings = async ({ chains }: ServeConfiguration): Promise<NodeFindings> => {
  const asked = chains.flatMap(({ network }) =>
    network.rpcUrls.map(async (rpcUrl) => {
      const { chainId, name } = network
      const place = `the node ${URL.canParse(rpcUrl) ? new URL(rpcUrl).host : "(no URL)"} of ${name}`
      const answer = await askNode(rpcUrl)
      if ("problem" in answer)
        return { finding: fault("nodes", `${place} cannot be used: ${answer.problem}.`), times: [] }
      if (answer.chainId !== chainId)
        return {
          finding: fault(
            "nodes",
            `${place} is of chain ${answer.chainId}, and networks.${name}.chainId is ${chainId}: name a node of that chain.`
          ),
          times: []
        }
      const time: ReadonlyArray<OtherTime> =
        answer.at === undefined ? [] : [{ source: place, at: answer.at, kind: "clock" }]
      return { finding: ok("nodes", `${place} answers.`), times: time }
    })
  )
  const all = await Promise.all(asked)
  return {
    findings: all.length === 0 ? [ok("nodes", "none are configured.")] : all.map(({ finding }) => finding),
    times: all.flatMap(({ times }) => times)
  }
}

export const mailFinding = async ({ mode, smtp }: ServeConfiguration): Promise<Finding> => {
  if (smtp === undefined)
    return mode === "sandbox"
      ? ok("mail", "no mail server is configured; the sandbox keeps its e-mails.")
      : note("mail", "no mail server is configured: QUITTANCE_SMTP_URL names one.")
  const url = new URL(smtp.url)
  const tls = url.protocol === "smtps:"
  const port = url.port === "" ? (tls ? 465 : 587) : Number(url.port)
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1")
  const unreached = await reachPlace({ host, port, tls }, /^220[ -]/)
  return unreached === undefined
    ? ok("mail", `${host}:${port} answers.`)
    : fault("mail", `${host}:${port} cannot be used: ${unreached.problem}; QUITTANCE_SMTP_URL names it.`)
}

/** A webhook as the store knows it. */
export interface KnownReceiver {
  readonly id: string
  readonly partner: string
  readonly url: string
  /** Why it gets nothing any more, in words; undefined if it is enabled. */
  readonly disabledBecause: string | undefined
}

/** So many places are tried, and no more. */
const receiversMax = 50

export const receiverFindings = async (
  { settings }: ServeConfiguration,
  receivers: ReadonlyArray<KnownReceiver>
): Promise<ReadonlyArray<Finding>> => {
  const disabled = receivers.flatMap(({ disabledBecause, id, partner }) =>
    disabledBecause === undefined
      ? []
      : [
          fault(
            "receivers",
            `${id} of ${partner} is disabled, because ${disabledBecause}: its partner enables it again when it is mended.`
          )
        ]
  )
  const enabled = receivers.filter(({ disabledBecause }) => disabledBecause === undefined)
  const byOrigin = new Map(enabled.map((each) => [new URL(each.url).origin, each]))
  const tried = [...byOrigin].slice(0, receiversMax)
  const unreached = await Promise.all(
    tried.map(async ([origin, { id, partner, url }]): Promise<ReadonlyArray<Finding>> => {
      const { hostname, port, protocol } = new URL(url)
      const tls = protocol === "https:"
      const address = await receiverAddress(hostname, settings.webhook.allowPrivate)
      const found =
        typeof address === "string"
          ? await reachPlace({ host: address, port: Number(port) || (tls ? 443 : 80), tls: false })
          : address
      return found === undefined
        ? []
        : [fault("receivers", `${origin} (${id} of ${partner}) cannot be reached: ${found.problem}.`)]
    })
  )
  const faults = [...disabled, ...unreached.flat()]
  if (faults.length > 0) return faults
  if (byOrigin.size > tried.length)
    return [note("receivers", `${tried.length} of ${byOrigin.size} places were tried, and all answer.`)]
  return [ok("receivers", byOrigin.size === 0 ? "there are none." : `all ${byOrigin.size} answer.`)]
}

export const serverFinding = async ({ host, port }: ServeConfiguration, links: string): Promise<Finding> => {
  // A server that takes any free port tells it in the links of its store.
  const local = `http://${host.includes(":") ? `[${host}]` : host}:${port}`
  for (const base of port === 0 ? [links] : [local, links]) {
    const answer = await askReadiness(base)
    if (answer === undefined) continue
    const { reasons, status } = answer
    const why = reasons.length === 0 ? "" : `: ${reasons.join("; ")}`
    return status === "ready"
      ? ok("server", `${base} is ready.`)
      : fault("server", `${base} is ${status}${why}.`)
  }
  return note("server", `none answers at ${port === 0 ? links : local}.`)
}
