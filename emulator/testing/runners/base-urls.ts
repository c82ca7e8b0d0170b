export function requireBaseUrls(option: string, given: string | readonly string[] | undefined): string[] | undefined {
  if (given === undefined) return undefined
  return [given].flat().map((base) => {
    if (!URL.canParse(base)) {
      throw new TypeError(
        `${option}: expected the URL that the tested code calls, such as https://api.example.com, received ${JSON.stringify(base)}`,
      )
    }
    return new URL(base).href.replace(/\/+$/, "")
  })
}
