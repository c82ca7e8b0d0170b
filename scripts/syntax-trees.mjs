/** Goes through the syntax trees of declarations, and puts other text in their place. */

/** Calls `look` with every node and what it stands in, outermost first; false: not with what is in it. */
export function visit(node, look, parents = []) {
  if (!look(node, parents)) return
  const within = [...parents, node]
  for (const value of Object.values(node)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (typeof one?.type === "string") visit(one, look, within)
    }
  }
}

/** A text with other text in places of it, none of which lies in another. */
export function edited(text, edits) {
  let [whole, at] = ["", 0]
  for (const { start, end, text: given } of edits.toSorted((left, right) => left.start - right.start)) {
    whole += text.slice(at, start) + given
    at = end
  }
  return whole + text.slice(at)
}
