import { ask } from "../api/control.ts"
import { theme } from "../state/appearance.ts"
import { resolveSubtree } from "./resolve-subtree.ts"

/** Part of the API of swagger-ui-dist that this file uses. Its bundle is loaded before this script. */
declare const SwaggerUIBundle: (options: object) => { preauthorizeApiKey(scheme: string, token: string): void }

/** Types of the immutable.js collections that Swagger UI passes to its plugins. */
interface Shown {
  getIn(path: readonly string[]): string
}
interface List {
  readonly size: number
  filter(isWanted: (operation: Shown) => boolean): List
}
interface Tags {
  map(change: (tag: { update(key: "operations", change: (operations: List) => List): never }) => unknown): Tags
  filter(isWanted: (tag: { get(key: "operations"): List }) => boolean): Tags
}

const SEARCHED_PROPERTIES = [["path"], ["operation", "operationId"], ["operation", "summary"]]

/** Filters operations by path, name or summary. Replaces Swagger UI's filter, which does not find an operation by its name. */
const findOperations = (tags: Tags, phrase: string): Tags => {
  const text = phrase.toLowerCase()
  const isFound = (operation: Shown) =>
    SEARCHED_PROPERTIES.some((path) => operation.getIn(path).toLowerCase().includes(text))
  return tags
    .map((tag) => tag.update("operations", (operations) => operations.filter(isFound)))
    .filter((tag) => tag.get("operations").size > 0)
}

/** Returns a token of an administrator of the world `main`, or undefined if the control plane refuses. */
async function tokenOfAdmin(): Promise<string | undefined> {
  try {
    const { users } = await ask("GET /worlds/:w/users", { params: { w: "main" } })
    const admin = users.find(({ confirmed, workspaces }) => confirmed && workspaces.some(({ is_admin }) => is_admin))
    if (admin === undefined) return undefined
    const body = { user: admin.user, observe: true }
    return (await ask("POST /worlds/:w/tokens", { params: { w: "main" }, body })).token
  } catch {
    return undefined
  }
}

async function show(): Promise<void> {
  const isControl = location.pathname.endsWith("/control")
  const isDark = theme.value === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : theme.value === "dark"
  document.documentElement.classList.toggle("dark-mode", isDark)
  const response = await fetch(
    isControl ? "/_hexarium/openapi.json" : location.pathname.replace(/docs\/?$/, "openapi.json"),
  )
  const spec: unknown = await response.json()
  const ui = SwaggerUIBundle({
    spec,
    dom_id: "#reference",
    deepLinking: true,
    displayOperationId: true,
    filter: true,
    tryItOutEnabled: true,
    defaultModelsExpandDepth: -1,
    // Null turns off validation, for which Swagger UI would send the document to another server.
    validatorUrl: null,
    plugins: [{ fn: { opsFilter: findOperations, resolveSubtree } }],
    onComplete: async () => {
      const token = isControl ? undefined : await tokenOfAdmin()
      if (token !== undefined) ui.preauthorizeApiKey("token", token)
    },
  })
}

void show()
