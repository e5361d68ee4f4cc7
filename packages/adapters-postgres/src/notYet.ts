/** A service of which each operation dies: its port is still to be written. */
export const notYet = <Service>(port: string): Service =>
  new Proxy(
    {},
    {
      get: (_target, name) => {
        throw new Error(`${port}.${String(name)} is still to be written`)
      }
    }
  ) as Service
