import { Resolver, lookup } from "node:dns/promises"

/** The addresses of a name, in the order in which they are tried. */
export type ResolveName = (name: string) => Promise<ReadonlyArray<string>>

/** Asked twice, a silent name server costs 2.1 s, which leaves the better part of 5 s to connect to what others found. */
const patience = { timeout: 700, maxTimeout: 1_400, tries: 2 }

/**
 * Asks the name servers, and nothing on this machine. The system's own resolver would do it on two threads for the whole
 * process: two names whose servers are silent would hold up the calls to all others. A name without addresses resolves to
 * none. Each name has a resolver of its own, because one keeps the name servers that it found when it was made.
 *
 * @param servers Other name servers than those of the machine, as `address:port`.
 */
export const resolveByDns =
  (servers?: ReadonlyArray<string>): ResolveName =>
  async (name) => {
    const resolver = new Resolver(patience)
    if (servers !== undefined) resolver.setServers(servers)
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []))
  }

/** Asks the system, which knows the names of this machine too: for development. */
export const resolveBySystem: ResolveName = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address)
