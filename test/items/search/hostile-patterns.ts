import { fixtureOf } from "../../sample-worlds/fixture-builder.ts"

/** Patterns that make backtracking engines run forever, counting engines grow large, or both, nested in each other. */
export function hostilePatterns(count: number): string[] {
  const core = [
    "a",
    "a|aa",
    "a|a?",
    "[a-z]",
    ".",
    "\\w",
    "a.*",
    "(a+)+",
    "(a*)*",
    "(?:a|b|ab)+",
    "\\s*a",
    "x+x+",
    "a{0,40}",
    "(.*)",
    "日本|本日",
  ]
  const wrap = [
    (inner: string) => `(${inner})+$`,
    (inner: string) => `^(${inner})*\\d`,
    (inner: string) => `(${inner}){30}b`,
    (inner: string) => `(${inner}){1,1000}=`,
    (inner: string) => `.*(${inner}).*(${inner}).*=x`,
    (inner: string) => `(?=(${inner})+$)b`,
    (inner: string) => `(?!(${inner})*!)z`,
    (inner: string) => `(${inner})+\\1b`,
    (inner: string) => `(?<=(${inner})+)q`,
    (inner: string) => `((${inner})?){20}(${inner}){20}b`,
    (inner: string) => `(${inner}`,
    (inner: string) => `[${inner}`,
    (inner: string) => `${`(${inner})*`.repeat(40)}b`,
    (inner: string) => `${"(".repeat(200)}${inner}${")*".repeat(200)}b`,
    (inner: string) => `(${inner}){1000}{1000}`,
  ]
  const patterns = new Set<string>()
  for (let depth = 0; patterns.size < count; depth += 1) {
    for (const inner of core)
      for (const outer of wrap)
        patterns.add(outer(`${inner}${"+".repeat(depth > 0 ? 1 : 0)}${depth > 1 ? `|${"b".repeat(depth)}` : ""}`))
  }
  return [...patterns].slice(0, count)
}

const texts = [
  `${"a".repeat(3000)}!`,
  "x".repeat(5000),
  "a=".repeat(2000),
  "aaab ".repeat(800),
  `${"日本".repeat(1000)}!`,
  ...Array.from({ length: 200 }, (_, at) => `${"a".repeat(30)} item ${at}`),
]

/** One datastore of texts on which such patterns are slow, visible to Ada, the only user. */
export const hostileFixture = fixtureOf({
  users: ["ada"],
  datastores: {
    D: {
      fields: { T: { dataType: "textarea", as_title: true } },
      items: texts.map((T) => ({ values: { T } })),
    },
  },
})
