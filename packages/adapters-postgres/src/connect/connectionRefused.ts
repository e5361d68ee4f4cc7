import { PostgresStoreRefused } from "../PostgresStoreRefused.ts"
import { sslModes } from "./clientOptions.ts"
import { reasonOf, sqlState } from "./failure.ts"

/** The target of a URL, without its password. */
export interface Place {
  readonly server: string
  readonly database: string
  readonly user: string
}

const anExample = "postgres://USER@HOST:5432/DATABASE"

/** The parts of a URL, or why it is not the URL of a PostgreSQL database. The URL itself may contain a password. */
export const placeOf = (url: string): Place => {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  const database = decodeURIComponent(parsed?.pathname.slice(1) ?? "")
  if (parsed === undefined || !/^postgres(?:ql)?:$/.test(parsed.protocol) || database === "")
    throw new PostgresStoreRefused({
      reason: "notAUrl",
      message: `This is not the URL of a PostgreSQL database, which looks like ${anExample}.`
    })
  const sslMode = parsed.searchParams.get("sslmode") ?? "disable"
  if (!sslModes.includes(sslMode))
    throw new PostgresStoreRefused({
      reason: "notAUrl",
      message: `The sslmode of the URL is ${JSON.stringify(sslMode)}; it must be ${sslModes.slice(0, -1).join(", ")} or ${sslModes.at(-1)}.`
    })
  const host = parsed.hostname || parsed.searchParams.get("host") || "localhost"
  return {
    server: `${decodeURIComponent(host)}:${parsed.port || parsed.searchParams.get("port") || "5432"}`,
    database,
    user: decodeURIComponent(parsed.username) || "(none)"
  }
}

/** The codes that Node has for certificates that it does not accept. */
const certificateFault = /^(?:CERT_|DEPTH_ZERO|ERR_TLS_CERT|HOSTNAME|INVALID_CA|SELF_SIGNED|UNABLE_TO_)/

/** Why there is no connection, for the operator. */
export const connectionRefused = (
  error: unknown,
  { database, server, user }: Place
): PostgresStoreRefused => {
  const refused = (reason: PostgresStoreRefused["reason"], message: string) =>
    new PostgresStoreRefused({ reason, message })
  const detail = reasonOf(error)
  switch (sqlState(error)) {
    case "28P01":
    case "28000":
      if (detail.includes("no encryption"))
        return refused(
          "denied",
          `The server ${server} refuses the user ${user} without TLS (${detail}); add sslmode=verify-full to the URL.`
        )
      return refused("denied", `The server ${server} refuses the user ${user} or the password: ${detail}.`)
    case "42501":
      return refused(
        "denied",
        `The user ${user} may not use the database ${database} on ${server}: ${detail}.`
      )
    case "53300":
      return refused(
        "unreachable",
        `The server ${server} has no connection left for this process (${detail}); end other clients of it, or raise its limit (max_connections).`
      )
    case "3D000":
      return refused("absent", `The server ${server} has no database ${database}; create it first.`)
  }
  // If the server wants a password, the client reports that there is none.
  if (detail.includes("password must be"))
    return refused(
      "denied",
      `The server ${server} requires a password for the user ${user}, and the URL has none.`
    )
  if (detail.includes("does not support SSL"))
    return refused(
      "unreachable",
      `The server ${server} has no TLS, and the sslmode of the URL requires it; set it up there, or use sslmode=disable.`
    )
  const { code = "", syscall } = error as NodeJS.ErrnoException
  if (certificateFault.test(code))
    return refused(
      "unreachable",
      `The certificate of the server ${server} is not accepted (${detail}); if its authority is your own, add sslrootcert=FILE to the URL; sslmode=no-verify encrypts without checking who answers.`
    )
  if (syscall === "open")
    return refused("unreachable", `A file that the URL of ${server} names cannot be read: ${detail}.`)
  return refused("unreachable", `There is no connection to the PostgreSQL server ${server}: ${detail}.`)
}
