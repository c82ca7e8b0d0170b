/** What members of the control plane that are named shapes as a whole mean; the others say it in their routes. */
export const control: Readonly<Record<string, string>> = {
  person: "The user",
  "family.world": "The world",
}
