/** However often the result is called in one turn of the event loop, `run` is called once, after the turn. */
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
