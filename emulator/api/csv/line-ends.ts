const QUOTE = 34
const COMMA = 44
const LF = 10
const CR = 13

type Place = "start" | "plain" | "quoted" | "closed"

/** Replaces every line end outside quoted cells with LF. `unify` must be called with the parts of a file in order. */
export class LineEnds {
  #place: Place = "start"
  #isAfterCr = false

  unify(text: string): string {
    let unified = ""
    let from = 0
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (this.#place === "quoted") {
        if (code === QUOTE) this.#place = "closed"
        continue
      }
      if (code === CR || (code === LF && this.#isAfterCr)) {
        unified += text.slice(from, at) + (code === CR ? "\n" : "")
        from = at + 1
      }
      this.#isAfterCr = code === CR
      this.#place = next(this.#place, code)
    }
    return unified + text.slice(from)
  }
}

function next(place: Place, code: number): Place {
  if (code === COMMA || code === CR || code === LF) return "start"
  // A quote directly after a closing quote is an escaped quote.
  return code === QUOTE && place !== "plain" ? "quoted" : "plain"
}
