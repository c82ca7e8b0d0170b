/** A member of an object type. */
export interface DeclaredMember {
  /** The names that lead to it, with dots between them. */
  readonly path: string
  /** What its comment says; empty where there is none. */
  readonly doc: string
}

const NAME = /(?:(?:public|readonly|static|get|set)\s+)*(?:"([^"]+)"|([\w$]+)|\[[^\]]*\])\??(?=[<(:])/y
const LITERAL = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|=>|\/\/.*/y
const COMMENT = /\/\*[\s\S]*?\*\//y

const textOf = (comment: string): string =>
  comment.startsWith("/**")
    ? comment
        .slice(3, -2)
        .replaceAll(/\s*\n\s*\* ?/g, " ")
        .trim()
    : ""

/** The members of all object types in a declaration, nested ones after those that they stand in. */
export function membersIn(text: string): readonly DeclaredMember[] {
  const found: DeclaredMember[] = []
  const open: { readonly isObject: boolean; name: string }[] = []
  let doc = ""
  let isStart = false
  const matchAt = (pattern: RegExp, at: number): RegExpExecArray | null => {
    pattern.lastIndex = at
    return pattern.exec(text)
  }
  for (let at = 0; at < text.length; ) {
    const [comment] = matchAt(COMMENT, at) ?? []
    const letter = text.charAt(at)
    const within = open.at(-1)
    if (comment !== undefined) {
      doc = textOf(comment)
      at += comment.length
    } else if (/\s/.test(letter)) at += 1
    else if (isStart && within?.isObject === true) {
      isStart = false
      const [whole = "", quoted, plain] = matchAt(NAME, at) ?? []
      within.name = quoted ?? plain ?? ""
      if (within.name !== "" && within.name !== "constructor" && within.name !== "new") {
        found.push({ path: open.flatMap(({ name }) => (name === "" ? [] : [name])).join("."), doc })
      }
      doc = ""
      at += whole.length
    } else {
      const [literal] = matchAt(LITERAL, at) ?? []
      at += literal?.length ?? 1
      if (literal !== undefined) continue
      if ("{([<".includes(letter)) {
        // What a conditional type asks after declares nothing.
        isStart = letter === "{" && !/\bextends\s*$/.test(text.slice(0, at - 1))
        open.push({ isObject: isStart, name: "" })
        if (isStart) doc = ""
      } else if ("})]>".includes(letter)) {
        open.pop()
        isStart = false
      } else if (letter === ";") isStart = within?.isObject === true
    }
  }
  return found
}
