/** However often the result is called in one turn of the event loop, `run` follows once, after it. */
export const oncePerTurn = (run: () => void): (() => void) => {
  let isScheduled = false
  return () => {
    if (isScheduled) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      run()
    })
  }
}
