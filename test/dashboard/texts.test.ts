import { readdirSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"

const FOLDER = new URL("../../dashboard/texts/", import.meta.url)
const files = readdirSync(FOLDER).filter((file) => file !== "language.ts")

/** Texts that are the same in English and Japanese, such as names. */
const AS_IT_IS = /^[\x20-\x7e…–—“”·×⌘]*$/

/** Pairs of the file's texts in both languages, in order. The type of `inBoth` guarantees equal names. */
function pairsOf(file: string): (readonly [name: string, english: string, japanese: string])[] {
  const source = readFileSync(new URL(file, FOLDER), "utf8")
  const [english = "", japanese = ""] = source.split(/^ {2}\},\n {2}\{$/m)
  const read = (text: string) =>
    new Map(
      [...text.matchAll(/^ {4}(?:"([^"]+)"|(\w+)):((?:.|\n(?! {4}\S| {2}\}))*)/gm)].map(([, quoted, name, said]) => [
        quoted ?? name ?? "",
        said ?? "",
      ]),
    )
  const others = read(japanese)
  return [...read(english)].map(([name, said]) => [name, said, others.get(name) ?? ""])
}

test.each(files)("%s says everything in English and in Japanese", (file) => {
  const pairs = pairsOf(file)
  expect(pairs.length).toBeGreaterThan(0)
  for (const [name, english, japanese] of pairs) {
    expect(english, `${name}: English`).toMatch(/["`]/)
    expect(japanese, `${name}: Japanese`).toMatch(/["`]/)
    // Several words that are the same in both languages were not translated.
    const words = english.replaceAll(/\$\{[^}]*\}/g, "").match(/[a-z]{3,}/g) ?? []
    if (words.length > 1) expect(AS_IT_IS.test(japanese) && japanese === english, `${name}: not translated`).toBe(false)
  }
})

test("Japanese texts have full-width brackets", () => {
  const japanese = /[ぁ-んァ-ヶ一-龥]/
  const literals = [...files.map((file) => new URL(file, FOLDER)), new URL("../state/causes.ts", FOLDER)].flatMap(
    (url) => [...readFileSync(url, "utf8").matchAll(/"[^"\n]*"|`[^`\n]*`/g)],
  )
  const texts = literals
    .map(([literal]) => literal.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, ""))
    .filter((text) => japanese.test(text))
  expect(texts.length).toBeGreaterThan(300)
  expect(texts.filter((text) => /[()]/.test(text))).toEqual([])
})

test("nothing that a view says stands outside the texts", () => {
  const views = readdirSync(new URL("../../dashboard/", import.meta.url), { recursive: true, encoding: "utf8" })
  const spoken = views
    .filter((file) => file.endsWith(".tsx"))
    .flatMap((file) => {
      const source = readFileSync(new URL(`../../dashboard/${file}`, import.meta.url), "utf8")
      const attributes = [...source.matchAll(/\b(?:aria-label|placeholder|title)="([^"]*[a-z]{3}[^"]*)"/g)]
      const between = [
        ...source.matchAll(/^\s*<(?:p|h1|h2|h3|button|span|th|legend|option)[^>{}]*>([A-Za-z][a-z]+ [a-z][^<{]*)</gm),
      ]
      return [...attributes, ...between].map(([, text]) => `${file}: ${text}`)
    })
  expect(spoken.filter((text) => !text.endsWith(": Hexarium"))).toEqual([])
})
