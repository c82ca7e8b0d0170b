import fc from "fast-check"

/** Patterns that once hung a server. Each lookahead succeeds, so the engine never backtracks. */
const NEVER_BACK = [
  "(?:(?=(?:(?=(?:(?=(?:(?=a*)a)*)a)*)a)*)a)*",
  "(?=(?:(?=(?:(?=.*).)*).)*)",
  "(a)(?:(?=(?:(?=\\1*).)*).)*",
]

/** Nested lookarounds in repetitions, with backreferences. Only a time limit stops them. */
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
