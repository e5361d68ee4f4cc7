/** The programs that people know, those first that name others too. */
const programs = [
  ["Edg", "Edge"],
  ["OPR", "Opera"],
  ["Firefox", "Firefox"],
  ["Chrome", "Chrome"],
  ["Safari", "Safari"]
] as const

const systems = ["Windows", "Android", "iPhone", "iPad", "Mac OS X", "Linux"]

/** A program as it named itself (`User-Agent`), in words that people know; its own where they are none of those. */
export const programOf = (agent: string): string => {
  const [, program] = programs.find(([mark]) => agent.includes(`${mark}/`)) ?? []
  const system = systems.find((each) => agent.includes(each))
  return program === undefined ? agent : system === undefined ? program : `${program}, ${system}`
}
