import fc from "fast-check"

/** Those that hung a server: each lookahead ends well, so that the engine never goes back. */
const NEVER_BACK = [
  "(?:(?=(?:(?=(?:(?=(?:(?=a*)a)*)a)*)a)*)a)*",
  "(?=(?:(?=(?:(?=.*).)*).)*)",
  "(a)(?:(?=(?:(?=\\1*).)*).)*",
]

/** Lookarounds in repetitions in lookarounds, with backreferences: what no engine gets through by itself. */
export function hostilePatterns(count: number): string[] {
  const { sequence } = fc.letrec<{ part: string; look: string; sequence: string }>((tie) => ({
    part: fc
      .tuple(
        fc.oneof(
          { weight: 2, arbitrary: fc.constantFrom("a", ".", "\\w", "[ab]", "\\1", "(a)", "(a*)", "b", "(?:a|a)") },
          { weight: 3, arbitrary: tie("look") },
          { weight: 3, arbitrary: tie("sequence").map((inner) => `(?:${inner})`) },
        ),
        fc.constantFrom("", "", "*", "+", "*?", "{2,30}", "?", "{3}"),
      )
      .map(([atom, times]) => (times !== "" && /^\(\?<?[=!]/.test(atom) ? `(?:${atom}a?)${times}` : atom + times)),
    look: fc
      .tuple(fc.constantFrom("?=", "?=", "?!", "?<=", "?<!"), tie("sequence"))
      .map(([kind, inner]) => `(${kind}${inner})`),
    sequence: fc
      .array(tie("part"), { minLength: 1, maxLength: 3, depthIdentifier: "depth" })
      .map((parts) => parts.join("")),
  }))
  return [...NEVER_BACK, ...fc.sample(sequence, { seed: 7, numRuns: count })]
}
