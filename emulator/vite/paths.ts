/** Path of the folder in which the dashboard is. */
export const PAGES_FOLDER = "/__hexarium"

/** Path of the toolbar's script. */
export const TOOLBAR_SCRIPT = `${PAGES_FOLDER}/ui/toolbar.js`

/** Whether Hexarium responds to a request, instead of the dev server. */
export const isOwnPath = (url: string): boolean =>
  isServicePath(url) ||
  /^\/__?hexarium(?:[/?#]|$)/.test(url) ||
  /^(?:\/w\/[^/?#]+)?\/sse\?(?:.*&)?channel=logs_/.test(url)

export const isServicePath = (url: string): boolean =>
  /^(?:\/w\/[^/?#]+)?\/(?:api\/v0|graphql|hub)(?:[/?#]|$)/.test(url)

export const isHubPath = (url: string): boolean => /^(?:\/w\/[^/?#]+)?\/hub(?:[?#]|$)/.test(url)
