import { connect, type Socket } from "node:net"

/** A raw connection from an address of this machine's loopback; what goes wrong on it is the attack's own matter. */
export const rawConnection = (port: number, localAddress = "127.0.0.1"): Socket => {
  const socket = connect({ port, host: "127.0.0.1", localAddress })
  socket.on("error", () => {})
  return socket
}

/** Opens connections and sends a text on each; answers when each is open or was refused. */
export const openMany = (
  count: number,
  port: number,
  localAddress: string,
  text = ""
): Promise<ReadonlyArray<Socket>> =>
  Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<Socket>((resolve) => {
          const socket = rawConnection(port, localAddress)
          socket.once("connect", () => {
            if (text !== "") socket.write(text)
            resolve(socket)
          })
          socket.once("close", () => resolve(socket))
        })
    )
  )
