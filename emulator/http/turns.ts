/** Things that are handled together, at the end of a turn of the event loop. */
export interface Turns<T> {
  /** Has this handled with the others of the turn. */
  add(one: T): void
  /** Has those that come before the end of this turn handled in it, also when they come from work that is done there. */
  prepare(): void
}

/**
 * Handles what one turn of the event loop brought in one go. Handling requests one after the other, and writing their answers one
 * after the other, costs far less than going to and fro between them and their sockets: code and data stay close to the processor,
 * and clients that were woken once are awake. `handle` must not throw.
 */
export function inTurns<T>(handle: (one: T) => void): Turns<T> {
  let waiting: T[] = []
  let isPrepared = false
  const handleAll = () => {
    const turn = waiting
    waiting = []
    isPrepared = false
    for (const one of turn) handle(one)
  }
  const prepare = () => {
    if (!isPrepared) setImmediate(handleAll)
    isPrepared = true
  }
  return {
    add(one) {
      prepare()
      waiting.push(one)
    },
    prepare,
  }
}
