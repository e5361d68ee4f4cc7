/**
 * What the two threads of a decoding process share: whether a task is being worked on, at which values it is ended, and
 * for whom.
 */
export interface Watch {
  /** One number: 1 during a task, 0 between two. */
  readonly state: Int32Array<SharedArrayBuffer>
  /** Resident bytes, then microseconds of processor time, both of the whole process. */
  readonly bounds: Float64Array<SharedArrayBuffer>
  /**
   * The process id of the server, which gave it: when a thread first asks who its parent is, the server may be gone.
   */
  readonly server: number
}

export const makeWatch = (server: number): Watch => ({
  server,
  state: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
  bounds: new Float64Array(new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT))
})
