/** Name of the cookie in which the toolbar stores its choice. */
export const CHOICE_COOKIE = "hexarium-toolbar"

/** The choice of a page's toolbar: the world of the page's requests, and the user as whom they run. */
export interface PageChoice {
  readonly world: string
  /** The user, with a token of the world. Undefined if requests keep the token that the page sends. */
  readonly acting?: { readonly user: string; readonly token: string }
}

const DEFAULT_CHOICE: PageChoice = { world: "main" }

/** Reads the choice in the text of a request's header `Cookie`. Another program's cookie of this name is no choice. */
export function readChoice(cookies: string): PageChoice {
  const text = new RegExp(`(?:^|; *)${CHOICE_COOKIE}=([^;]*)`).exec(cookies)?.[1]
  if (text === undefined) return DEFAULT_CHOICE
  try {
    const { world, acting } = JSON.parse(decodeURIComponent(text))
    if (typeof world !== "string" || !/^[\w-]{1,64}$/.test(world)) return DEFAULT_CHOICE
    const isActing = typeof acting?.user === "string" && /^[\w.~+/=-]+$/.test(acting.token)
    return { world, ...(isActing ? { acting: { user: acting.user, token: acting.token } } : {}) }
  } catch {
    return DEFAULT_CHOICE
  }
}

/** Returns the text to assign to `document.cookie`. Pages of other sites can't make the browser send it. */
export function writeChoice(choice: PageChoice): string {
  const isDefault = choice.world === DEFAULT_CHOICE.world && choice.acting === undefined
  const value = isDefault ? "; Max-Age=0" : encodeURIComponent(JSON.stringify(choice))
  return `${CHOICE_COOKIE}=${value}; Path=/; SameSite=Strict`
}
