/**
 * The declarations that users of an entry point see, as one text: every name it exports with its own declaration and comment, in
 * alphabetical order, read from the emitted declaration files.
 */

import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"

/** The statements of a declaration file with the comments before them. */
function statementsOf(text) {
  const statements = []
  let comment = []
  let current = null
  for (const line of text.split("\n")) {
    const begins = /^\S/.test(line) && !/^[})\]]/.test(line) && !line.startsWith(" ")
    if (line.startsWith("/**") || (comment.length > 0 && !comment.at(-1).includes("*/"))) {
      if (line.startsWith("/**")) comment = []
      comment.push(line)
      current = null
    } else if (begins) {
      current = { comment: comment.join("\n"), lines: [line] }
      comment = []
      statements.push(current)
    } else if (current !== null && line !== "") current.lines.push(line)
  }
  return statements.map(({ comment: doc, lines }) => ({ doc, text: lines.join("\n") }))
}

const DECLARATION =
  /^(?:export )?(?:declare )?(?:abstract )?(?:const|let|function|class|interface|type|enum) ([A-Za-z0-9_$]+)/

/** What a file exports: name → where it is declared, under which name. */
function exportsOf(file, seen = new Set()) {
  if (seen.has(file)) return new Map()
  seen.add(file)
  const found = new Map()
  for (const { text } of statementsOf(readFileSync(file, "utf8"))) {
    const declared = /^export /.test(text) ? DECLARATION.exec(text)?.[1] : undefined
    if (declared !== undefined) found.set(declared, { file, name: declared })
    const [, list, from] = /^export (?:type )?\{([\s\S]*?)\}(?: from "([^"]+)")?/.exec(text) ?? []
    const [, everything] = /^export \* from "([^"]+)"/.exec(text) ?? []
    const target = from ?? everything
    const other = target?.startsWith(".") ? join(dirname(file), target).replace(/\.(?:ts|js)$/, ".d.ts") : undefined
    if (everything !== undefined && other !== undefined) for (const entry of exportsOf(other, seen)) found.set(...entry)
    for (const part of list?.split(",") ?? []) {
      const [, name, alias = name] = /^\s*(?:type )?(\w+)(?: as (\w+))?\s*$/.exec(part) ?? []
      if (name === undefined) continue
      if (target === undefined) found.set(alias, { file, name })
      else if (other === undefined) found.set(alias, { package: target, name })
      else found.set(alias, exportsOf(other, new Set()).get(name) ?? { file: other, name })
    }
  }
  return found
}

/** The exported names of an entry point with their declarations; `doc` is "" where a name has no comment. */
export function readApi(entry) {
  return [...exportsOf(entry)]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, origin]) => {
      if (origin.package !== undefined) return { name, doc: `/** Of ${origin.package}. */`, text: `export { ${name} }` }
      const all = statementsOf(readFileSync(origin.file, "utf8")).filter(
        ({ text }) => DECLARATION.exec(text)?.[1] === origin.name,
      )
      return { name, doc: all.find(({ doc }) => doc !== "")?.doc ?? "", text: all.map(({ text }) => text).join("\n") }
    })
}

/** The report of an entry point. */
export const apiReport = (entry) =>
  `${readApi(entry)
    .map(({ doc, text }) => [doc, text].filter(Boolean).join("\n"))
    .join("\n\n")}\n`
