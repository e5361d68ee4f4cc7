import { Result, Schema } from "effect"

/** A text that is not an http or https URL. It is not repeated, because it may contain a key. */
export class NodeUrlRefused extends Schema.TaggedError<NodeUrlRefused>()("NodeUrlRefused", {
  reason: Schema.String
}) {}

/** The URL of a node. Everything but the host may be secret: providers put keys into paths, queries and passwords. */
export interface NodeUrl {
  /** The only part that is shown; with its port. */
  readonly host: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Removes the parts that may be secret from a node's message. */
  readonly conceal: (text: string) => string
}

/** The shortest part of a URL that can be a key. Short ones are words such as `rpc` or `v3`. */
const secretLengthMin = 8

export const readNodeUrl = (text: string): Result.Result<NodeUrl, NodeUrlRefused> => {
  if (!URL.canParse(text)) return Result.fail(new NodeUrlRefused({ reason: "is no URL" }))
  const url = new URL(text)
  const { host, password, pathname, protocol, searchParams, username } = url
  if (protocol !== "https:" && protocol !== "http:")
    return Result.fail(new NodeUrlRefused({ reason: "must begin with https:// or http://" }))
  const login = username === "" && password === "" ? undefined : `${decoded(username)}:${decoded(password)}`
  const secrets = [username, password, ...pathname.split("/"), ...searchParams.values()]
    .flatMap((part) => [part, decoded(part)])
    .filter((part) => part.length >= secretLengthMin)
  // The URL of a request may not contain a login.
  url.username = ""
  url.password = ""
  url.hash = ""
  return Result.succeed({
    host,
    url: url.href,
    headers: {
      "content-type": "application/json",
      ...(login !== undefined && { authorization: `Basic ${Buffer.from(login).toString("base64")}` })
    },
    conceal: (said) => secrets.reduce((shown, secret) => shown.replaceAll(secret, "…"), said)
  })
}

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
