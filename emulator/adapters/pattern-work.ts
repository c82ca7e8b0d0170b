/** A lookaround in a pattern, with limits on how often a match may evaluate it. */
interface Look {
  readonly work: number
  /** Product of the maximum counts of the enclosing repetitions. */
  most: number
  /** Product of the minimum counts of the enclosing repetitions: the number of iterations that run even if they consume nothing. */
  forced: number
  /** Number of enclosing repetitions. */
  depth: number
}

interface Group {
  readonly isLook: boolean
  /** Number of the group's capture; 0 if the group does not capture. */
  readonly capture: number
  readonly name: string | undefined
  readonly looks: Look[]
  /** Maximum number of characters that the group may consume. Each part of the group counts as at least one. */
  length: number
  /** Index in `looks` of the first lookaround in the group's last part, and length of this part. A quantifier repeats this part. */
  lastLook: number
  lastLength: number
}

const TOKEN =
  /\\(?:k<([^>]*)>|([1-9]\d*)|u\{[^}]*\}|[pP]\{[^}]*\}|[\s\S])|\[(?:\\[\s\S]|[^\]\\])*\]|\((?:\?(?:(<?[=!])|<([^>]*)>|:))?|\)|\{(\d+)(?:(,)(\d*))?\}\??|[*+?]\??|[\s\S]/g

/**
 * Estimates how many steps a regular expression engine may take without backtracking; it checks its timeout only when
 * it backtracks. A plain repetition takes at most one step per character. A repetition of a lookaround may scan the
 * whole text at each character, and nested ones multiply. `pattern` is in ECMAScript syntax.
 */
export function forwardWork(pattern: string, characters: number): number {
  const captures = new Map<string | number, number>()
  const open = [groupOf(false, 0, undefined)]
  let count = 0
  for (const token of pattern.matchAll(TOKEN)) {
    const group = open.at(-1) as Group
    const [text, namedReference, reference, look, name, least, comma, most] = token
    if (text.startsWith("(")) {
      const isCapture = text === "(" || name !== undefined
      if (isCapture) count += 1
      open.push(groupOf(look !== undefined, isCapture ? count : 0, name))
    } else if (text === ")") {
      if (open.length > 1) close(open, captures, characters)
    } else if (least !== undefined) {
      const min = Number(least)
      repeat(group, min, comma === undefined ? min : most === "" ? Number.POSITIVE_INFINITY : Number(most))
    } else if (/^[*+?]/.test(text)) {
      repeat(group, text.startsWith("+") ? 1 : 0, text.startsWith("?") ? 1 : Number.POSITIVE_INFINITY)
    } else if (namedReference !== undefined || reference !== undefined) {
      add(group, captures.get(namedReference ?? Number(reference)) ?? characters, [])
    } else if (text !== "|") {
      add(group, 1, [])
    }
  }
  while (open.length > 1) close(open, captures, characters)
  return workOf(open[0] as Group, characters)
}

const groupOf = (isLook: boolean, capture: number, name: string | undefined): Group => ({
  isLook,
  capture,
  name,
  looks: [],
  length: 0,
  lastLook: 0,
  lastLength: 0,
})

function add(group: Group, length: number, looks: readonly Look[]): void {
  group.lastLook = group.looks.length
  group.lastLength = length
  group.length += length
  group.looks.push(...looks)
}

function repeat(group: Group, min: number, max: number): void {
  if (max > 1 && group.lastLength > 0) group.length += group.lastLength * (max - 1)
  for (let at = group.lastLook; at < group.looks.length; at += 1) {
    const look = group.looks[at] as Look
    look.most *= max
    look.forced *= Math.max(1, min)
    look.depth += 1
  }
}

function close(open: Group[], captures: Map<string | number, number>, characters: number): void {
  const closed = open.pop() as Group
  const around = open.at(-1) as Group
  if (closed.isLook) {
    add(around, 0, [{ work: workOf(closed, characters), most: 1, forced: 1, depth: 0 }])
    return
  }
  const length = Math.min(closed.length, characters)
  if (closed.capture > 0) captures.set(closed.capture, length)
  if (closed.name !== undefined) captures.set(closed.name, length)
  add(around, Math.max(1, closed.length), closed.looks)
}

function workOf({ length, looks }: Group, characters: number): number {
  const inside = looks.reduce((sum, { work, most, forced, depth }) => {
    // An iteration that consumes nothing ends the repetition, unless its minimum requires more iterations.
    const times = Math.min(most, depth * characters + forced)
    return sum + times * work
  }, 0)
  return 1 + Math.min(length, characters) + inside
}
