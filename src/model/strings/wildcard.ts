/**
 * Whether a whole text fits a pattern in which `*` stands for any characters and every other for itself. Each part of the pattern
 * is looked for once, from where the last one ended, so the time is linear in the text whatever it holds.
 */
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
