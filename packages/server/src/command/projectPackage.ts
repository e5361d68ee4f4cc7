import { readFileSync } from "node:fs"

/** What a project of each framework is made of: folders of `templates`, its scripts, and what it installs. */
export const frameworks = {
  node: { title: "node:http", folders: ["every", "server", "node"], packages: {} },
  express: { title: "Express", folders: ["every", "server", "express"], packages: { express: "5.3.0" } },
  fastify: { title: "Fastify", folders: ["every", "server", "fastify"], packages: { fastify: "5.12.8" } },
  hono: {
    title: "Hono",
    folders: ["every", "server", "hono"],
    packages: { "@hono/node-server": "2.1.9", hono: "4.13.19" }
  },
  next: {
    title: "Next.js",
    folders: ["every", "next"],
    packages: { next: "16.4.6", react: "19.3.1", "react-dom": "19.3.1" }
  }
} as const

export type Framework = keyof typeof frameworks

/** The `package.json` of a new project: this version of Quittance, and versions of the rest that were tried with it. */
export const packageText = (name: string, framework: Framework): string => {
  const { engines, version } = JSON.parse(
    readFileSync(new URL("../../package.json", import.meta.url), "utf8")
  ) as { readonly engines: object; readonly version: string }
  const start =
    framework === "next"
      ? { dev: "next dev", build: "next build", start: "next start" }
      : { start: "node main.ts" }
  const own = [
    "@quittance/adapters-http",
    "@quittance/adapters-sqlite",
    "@quittance/client",
    "@quittance/core"
  ]
  const types =
    framework === "next"
      ? { "@types/react": "19.3.3" }
      : framework === "express"
        ? { "@types/express": "5.0.6" }
        : {}
  const project = {
    name,
    version: "0.0.0",
    private: true,
    type: "module",
    engines,
    scripts: { ...start, test: "node --test", types: "tsc" },
    dependencies: {
      ...Object.fromEntries([...own, "quittance"].map((each) => [each, version])),
      ...frameworks[framework].packages
    },
    devDependencies: { "@types/node": "24.19.2", ...types, typescript: "7.0.2" }
  }
  return `${JSON.stringify(project, undefined, 2)}\n`
}
