export interface Sent {
  readonly status: number
  /** Body of the response: parsed JSON, or text for other media types. */
  readonly body: unknown
  readonly ms: number
  /** Number of a refused request in the log. Null for other requests. */
  readonly requestId: string | null
  /** Number of a dry run in the log. Null for other requests. */
  readonly dryRunId: string | null
}

export async function exchange(path: string, request: RequestInit): Promise<Sent> {
  const began = performance.now()
  const response = await fetch(path, { ...request, redirect: "manual" })
  const text = await response.text()
  const ms = Math.round(performance.now() - began)
  return {
    status: response.status,
    body: parseBody(text),
    ms,
    requestId: response.headers.get("x-hexarium-request"),
    dryRunId: response.headers.get("x-hexarium-dry-run"),
  }
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

interface Described {
  /** Path of the operation, with `{name}` for each path parameter. */
  readonly path: string
  readonly parameters: readonly { readonly name: string; readonly in: string }[]
}

export function filledPath({ path, parameters }: Described, values: ReadonlyMap<string, string>): string {
  const filled = path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(values.get(name) ?? ""))
  const query = new URLSearchParams()
  for (const { name, in: place } of parameters) {
    const value = values.get(name) ?? ""
    if (place === "query" && value !== "") query.set(name, value)
  }
  return query.size === 0 ? filled : `${filled}?${query}`
}

export function formOf(
  names: readonly string[],
  values: ReadonlyMap<string, string>,
  files: ReadonlyMap<string, File>,
): FormData {
  const form = new FormData()
  for (const name of names) {
    const value = values.get(name) ?? ""
    const file = files.get(name)
    if (file !== undefined) form.set(name, file, file.name)
    else if (value !== "") form.set(name, value)
  }
  return form
}
