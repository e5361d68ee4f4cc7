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
