import { inBoth } from "./language.ts"

export const reasonTexts = inBoth(
  {
    reason: "Reason",
    rule: (name: string) => `Rule: ${name}`,
  },
  {
    reason: "理由",
    rule: (name: string) => `規則: ${name}`,
  },
)
