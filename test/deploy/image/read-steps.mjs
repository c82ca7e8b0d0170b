export const readSteps = (text) =>
  text
    .replaceAll("\\\n", " ")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [, word, rest] = /^(\w+)\s+(.+)$/.exec(line)
      return { word, rest }
    })

const AT_TOP = /^!([\w.-]+)$/
const PATTERN_ANYWHERE = /^\*\*\/([\w.*-]+)$/

/**
 * The paths that a `.dockerignore` of this form includes: first `*`, then `!NAME` at the top level and `**` + `/NAME`
 * to exclude at any level.
 */
export function readIgnored(text) {
  const [all, ...rules] = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"))
  const strange = all === "*" ? rules.find((rule) => !AT_TOP.test(rule) && !PATTERN_ANYWHERE.test(rule)) : all
  if (strange !== undefined) throw new Error(`.dockerignore: ${strange} has a form that is not known here`)
  const top = new Set(rules.flatMap((rule) => AT_TOP.exec(rule)?.[1] ?? []))
  const out = rules
    .flatMap((rule) => PATTERN_ANYWHERE.exec(rule)?.[1] ?? [])
    .map((name) => new RegExp(`^${name.replaceAll(".", "\\.").replaceAll("*", ".*")}$`))
  return { top, isIgnored: (path) => path.split("/").some((part) => out.some((rule) => rule.test(part))) }
}
