/** A gauge in the text format of Prometheus, with a sample for each set of labels, which are written. */
export const gauge = (
  name: string,
  help: string,
  samples: ReadonlyArray<readonly [labels: string, value: number]>
): string =>
  `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${samples.map(([labels, value]) => `${name}${labels} ${value}\n`).join("")}`
