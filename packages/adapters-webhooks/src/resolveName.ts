import { lookup, Resolver } from "node:dns/promises"

/** The addresses of a name, in the order in which they are tried. */
export type ResolveName = (name: string) => Promise<ReadonlyArray<string>>

/**
 * With two tries, a silent name server costs 2.1 s, which leaves most of the 5 s for connecting to the
 * addresses that others found.
 */
const patience = { timeout: 700, maxTimeout: 1_400, tries: 2 }

/**
 * Queries the name servers, and nothing on this machine. The system's own resolver has two threads for the
 * whole process: two names with silent servers would block all other calls. A name without addresses resolves
 * to none. Each lookup has its own resolver, because a resolver keeps the name servers that it found at its
 * creation.
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

/** Asks the system, which also knows the names of this machine: for development. */
export const resolveBySystem: ResolveName = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address)
