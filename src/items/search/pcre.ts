/** Characters that PCRE's `\h` and `\s` match, and an expression for `\R`. */
const HORIZONTAL_SPACES = "\t \u00a0\u1680\u180e\u2000-\u200a\u202f\u205f\u3000"
const SPACE = "\\t\\n\\x0b\\f\\r "
const LINE_END = "(?:\\r\\n|[\\n\\x0b\\f\\r\u0085\u2028\u2029])"

/** Matches the next part of a pattern: a comment, a quotation, an escape, the start of a group, or a single character. */
const TOKEN =
  /\(\?#[^)]*\)|\\Q[\s\S]*?(?:\\E|$)|\\c[\s\S]|\\N\{[^}]*\}?|\\[\s\S]|\(\*[A-Z]|\(\?(?:[a-zA-Z]*(?:-[a-zA-Z]+)?[:)]|[+-]?\d+\)?|\||\(|&|P>)|[\s\S]/gu

/** Matches recursion, branch resets, conditions, subroutines, verbs, `\K` and `\G`. */
const UNSUPPORTED_TOKEN = /^(?:\\[KG]|\\N\{|\(\?(?:R|[+-]?\d|\||\(|&|P>)|\(\*)/

export interface UnsupportedPattern {
  readonly unsupported: string
}

/**
 * Translates a pattern from PCRE syntax into syntax that both engines support (model.md section 11). `end` is the replacement for `$` and
 * `\Z`, because PCRE also matches them before a final line feed.
 */
export function translatePcre(source: string, end: string): string | UnsupportedPattern {
  const isMultiline = /\(\?[a-zA-Z]*m/.test(source)
  const extended = [false]
  let isInClass = false
  let classBegin = 0
  let isComment = false
  let translated = ""
  for (const [token] of source.matchAll(TOKEN)) {
    const isExtended = extended.at(-1) === true && !isInClass
    if (isComment || (isExtended && (token === "#" || /^\s$/.test(token)))) {
      isComment = token === "#" || (isComment && token !== "\n")
      continue
    }
    if (!isInClass && UNSUPPORTED_TOKEN.test(token)) {
      return { unsupported: token.startsWith("\\N") ? "\\N{…}" : /^\((?:\*|\?[(|])/.test(token) ? `${token}…)` : token }
    }
    const escaped = escapeIn(token, isInClass, end)
    if (escaped !== undefined) {
      translated += escaped
      continue
    }
    if (isInClass) {
      // In PCRE, a bracket directly after `[` or `[^` is a literal character.
      if (token === "]" && translated.length > classBegin) isInClass = false
      else if (token === "^" && translated.length === classBegin) classBegin += 1
      translated += token === "]" && isInClass ? "\\]" : token
    } else if (token.startsWith("(?#")) {
    } else if (token.startsWith("(?") && token.length > 2) {
      const flags = token.slice(2, -1)
      const own = flags.includes("x") ? !/-.*x/.test(flags) : extended.at(-1) === true
      if (token.endsWith(":")) extended.push(own)
      else extended[extended.length - 1] = own
      // Removes the flag `i`, because all patterns ignore case.
      const others = flags
        .replaceAll("x", "")
        .replace(/^(\w*)i/, "$1")
        .replace(/-$/, "")
      translated += others === "" && token.endsWith(")") ? "" : `(?${others}${token.at(-1)}`
    } else {
      if (token === "(") extended.push(extended.at(-1) === true)
      else if (token === ")" && extended.length > 1) extended.pop()
      translated += token === "$" && !isMultiline ? end : token
      isInClass = token === "["
      classBegin = translated.length
    }
  }
  return translated
}

/** Translates an escape or a quotation. Returns undefined for other parts of a pattern. */
function escapeIn(token: string, isInClass: boolean, end: string): string | undefined {
  if (!token.startsWith("\\")) return undefined
  if (token.startsWith("\\Q")) return token.replace(/^\\Q|\\E$/g, "").replaceAll(/[^\w\s]/gu, quoteSign)
  if (token.startsWith("\\c") && token.length > 2) return hex(token.toUpperCase().charCodeAt(2) ^ 64)
  if (/^\\\s$/.test(token)) return token.slice(1)
  switch (token) {
    case "\\e":
      return hex(27)
    case "\\s":
      return isInClass ? SPACE : `[${SPACE}]`
    case "\\h":
      return isInClass ? HORIZONTAL_SPACES : `[${HORIZONTAL_SPACES}]`
  }
  if (isInClass) return token
  switch (token) {
    case "\\S":
      return `[^${SPACE}]`
    case "\\H":
      return `[^${HORIZONTAL_SPACES}]`
    case "\\N":
      return "[^\\n]"
    case "\\R":
      return LINE_END
    case "\\Z":
      return end
    default:
      return token
  }
}

const quoteSign = (sign: string): string => (sign.charCodeAt(0) < 128 ? `\\${sign}` : sign)

const hex = (code: number): string => `\\x${code.toString(16).padStart(2, "0")}`
