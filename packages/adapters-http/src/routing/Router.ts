import type { PathParameters, Route, RouteHandler } from "./Route.ts"

/** Everything served on one path. `template` is the path with its braces: a bounded name for metrics. */
export interface Resource {
  readonly template: string
  readonly handlers: ReadonlyMap<string, RouteHandler>
  /** The value of `Allow`. */
  readonly allow: string
  readonly headers: Route["headers"]
}

export interface Match {
  readonly resource: Resource
  readonly parameters: PathParameters
}

export interface Router {
  /** The resource for a path as received. A path that cannot be percent-decoded matches none. */
  readonly match: (path: string) => Match | undefined
}

interface ParametrisedResource extends Resource {
  readonly segments: ReadonlyArray<string>
}

const parameterName = (segment: string): string | undefined =>
  segment.startsWith("{") && segment.endsWith("}") ? segment.slice(1, -1) : undefined

const decoded = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

const noParameters: PathParameters = {}

const parametersOf = (
  template: ReadonlyArray<string>,
  segments: ReadonlyArray<string>
): PathParameters | undefined => {
  if (template.length !== segments.length) return undefined
  const parameters: Record<string, string> = {}
  for (const [index, expected] of template.entries()) {
    const segment = segments[index] ?? ""
    const name = parameterName(expected)
    if (name === undefined) {
      if (segment !== expected) return undefined
      continue
    }
    const value = decoded(segment)
    if (value === undefined || value === "") return undefined
    parameters[name] = value
  }
  return parameters
}

/**
 * Fixed paths are found in one step, the few with parameters one after the other; a fixed path takes
 * precedence.
 */
export const makeRouter = (routes: ReadonlyArray<Route>): Router => {
  const byTemplate = new Map<string, Map<string, RouteHandler>>()
  const headersByTemplate = new Map(routes.map(({ headers, path }) => [path as string, headers]))
  for (const { handle, method, path } of routes) {
    const handlers = byTemplate.get(path) ?? new Map<string, RouteHandler>()
    handlers.set(method, handle)
    byTemplate.set(path, handlers)
  }
  const fixed = new Map<string, Match>()
  const parametrised: Array<ParametrisedResource> = []
  for (const [template, handlers] of byTemplate) {
    const segments = template.split("/")
    const resource = {
      template,
      handlers,
      allow: [...handlers.keys()].join(", "),
      headers: headersByTemplate.get(template)
    }
    if (segments.some((segment) => parameterName(segment) !== undefined)) {
      parametrised.push({ ...resource, segments })
    } else {
      fixed.set(template, { resource, parameters: noParameters })
    }
  }
  return {
    match: (path) => {
      const found = fixed.get(path)
      if (found !== undefined) return found
      const segments = path.split("/")
      for (const resource of parametrised) {
        const parameters = parametersOf(resource.segments, segments)
        if (parameters !== undefined) return { resource, parameters }
      }
      return undefined
    }
  }
}

/** The mount path: the path of the public URL, without a slash at the end; empty if it has none. */
export const mountPathOf = (publicUrl: string): string =>
  URL.canParse(publicUrl) ? new URL(publicUrl).pathname.replace(/\/+$/, "") : ""

/**
 * A path below the mount path, as the router knows it. Other paths stay unchanged: the host has already
 * removed the prefix.
 */
export const withinMount = (mountPath: string, path: string): string => {
  if (mountPath === "") return path
  if (path === mountPath) return "/"
  return path.startsWith(`${mountPath}/`) ? path.slice(mountPath.length) : path
}
