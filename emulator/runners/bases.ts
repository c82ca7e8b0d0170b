/** The base URLs of an option, without trailing slashes; undefined when it is absent. Refuses what is no URL. */
export function requireBases(option: string, given: string | readonly string[] | undefined): string[] | undefined {
  if (given === undefined) return undefined
  return [given].flat().map((base) => {
    if (!URL.canParse(base)) {
      throw new TypeError(
        `${option}: ${JSON.stringify(base)} is no URL; expected the one that the code under test calls, e.g. https://api.example.com`,
      )
    }
    return new URL(base).href.replace(/\/+$/, "")
  })
}
