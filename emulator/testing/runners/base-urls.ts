export function requireBaseUrls(option: string, given: string | readonly string[] | undefined): string[] | undefined {
  if (given === undefined) return undefined
  return [given].flat().map((base) => {
    if (!URL.canParse(base)) {
      throw new TypeError(
        `${option}: expected a URL that the code under test calls, e.g. https://api.example.com, received ${JSON.stringify(base)}`,
      )
    }
    return new URL(base).href.replace(/\/+$/, "")
  })
}
