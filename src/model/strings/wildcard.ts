/** Returns whether a text matches a pattern in which `*` stands for any characters. Takes time linear in the length of the text. */
export function fitsPattern(text: string, pattern: string): boolean {
  const [head = "", ...rest] = pattern.split("*")
  const tail = rest.pop()
  if (tail === undefined) return text === head
  if (!text.startsWith(head)) return false
  let at = head.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return text.length - tail.length >= at && text.endsWith(tail)
}
