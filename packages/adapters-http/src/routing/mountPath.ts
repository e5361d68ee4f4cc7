/** What a public URL puts before every path of ours: its own path, without a slash at the end; empty where it has none. */
export const mountPathOf = (publicUrl: string): string =>
  URL.canParse(publicUrl) ? new URL(publicUrl).pathname.replace(/\/+$/, "") : ""

/** A path below the mount path, as the router knows it. What is not below it is as it was: whoever passed it on took that off. */
export const withinMount = (mountPath: string, path: string): string => {
  if (mountPath === "") return path
  if (path === mountPath) return "/"
  return path.startsWith(`${mountPath}/`) ? path.slice(mountPath.length) : path
}
