interface Family {
  readonly headers: Set<string>
  readonly samples: Array<string>
}

/**
 * The metrics of several processes, by their names, as one text: every sample is labelled with its process,
 * and the samples of a metric stand together under one header, as the format demands.
 */
export const joinedMetrics = (texts: ReadonlyMap<string, string>): string => {
  const families = new Map<string, Family>()
  for (const [process, text] of texts) {
    const label = `process="${process}"`
    let family: Family = { headers: new Set(), samples: [] }
    for (const line of text.split("\n")) {
      if (line === "") continue
      if (line.startsWith("#")) {
        const [, , metric = ""] = line.split(" ")
        family = families.get(metric) ?? { headers: new Set(), samples: [] }
        families.set(metric, family)
        family.headers.add(line)
      } else family.samples.push(labelled(line, label))
    }
  }
  const lines = [...families.values()].flatMap(({ headers, samples }) => [...headers, ...samples])
  return `${lines.join("\n")}\n`
}

const labelled = (sample: string, label: string): string =>
  sample.replace(/^(\w+)(\{?)/, (_, name: string, brace: string) =>
    brace === "" ? `${name}{${label}}` : `${name}{${label},`
  )
