import type { HarEntry } from "../har/read-har.ts"
import { recordedCall } from "../har/recorded-call.ts"
import type { Secrets } from "./secrets.ts"

/**
 * Returns the entry with placeholders instead of secrets. If the token is a JWT, `_user` is its claim `sub`, a user ID, which is not
 * secret.
 */
export async function redactEntry<E extends HarEntry>(entry: E, secrets: Secrets): Promise<E> {
  const { request, response } = entry
  const operation = recordedCall(request.method, request.url)?.operation ?? ""
  const authorization = request.headers.find(({ name }) => name.toLowerCase() === "authorization")?.value
  const user = entry._user ?? userOfToken(authorization)
  const url = secrets.url(request.url, operation)
  const { postData } = request
  const sent = postData?.text === undefined ? undefined : await redactBody(postData.text, operation, secrets)
  const headers = (all: typeof request.headers) =>
    all.map((header) => ({ ...header, value: secrets.header(header.name, header.value) }))
  const sentHeaders = headers(request.headers)
  const { content } = response
  // The bodies are redacted before the headers, because a header such as Location may repeat a secret of a body.
  const received =
    content.text === undefined || content.encoding === "base64" ? content.text : secrets.body(content.text, operation)
  return {
    ...entry,
    ...(user === undefined ? {} : { _user: user }),
    request: {
      ...request,
      url,
      headers: sentHeaders,
      ...("queryString" in request ? { queryString: queryOf(url) } : {}),
      ...("cookies" in request ? { cookies: [] } : {}),
      ...(postData == null
        ? {}
        : { postData: { ...postData, ...(sent === undefined ? redactParams(postData, secrets) : { text: sent }) } }),
    },
    response: {
      ...response,
      headers: headers(response.headers),
      ...("cookies" in response ? { cookies: [] } : {}),
      ...("redirectURL" in response ? { redirectURL: secrets.url(String(response.redirectURL), operation) } : {}),
      content: { ...content, ...(received === undefined ? {} : { text: received }) },
    },
  }
}

function redactParams(postData: object, secrets: Secrets): object {
  if (!("params" in postData) || !Array.isArray(postData.params)) return {}
  const params: unknown[] = postData.params
  return { params: params.map((param): unknown => JSON.parse(secrets.text(JSON.stringify(param)))) }
}

async function redactBody(text: string, operation: string, secrets: Secrets): Promise<string> {
  return operation === "UserImport" ? secrets.csvBody(text, await passwordsIn(text)) : secrets.body(text, operation)
}

/** Returns the passwords in the CSV part of a multipart body (api.md section 12, UserImport). */
async function passwordsIn(body: string): Promise<string[]> {
  const [, csv = ""] = /\r?\n\r?\n("?Email"?,[\s\S]*?)\r?\n--/.exec(body) ?? []
  const { default: papa } = await import("papaparse")
  const { data } = papa.parse<Record<string, string>>(csv, { header: true })
  return [...new Set(data.flatMap(({ Password }) => Password || []))]
}

const queryOf = (url: string) =>
  URL.canParse(url) ? [...new URL(url).searchParams].map(([name, value]) => ({ name, value })) : []

function userOfToken(authorization: string | undefined): string | undefined {
  const [, claims] = /^Bearer [\w-]+\.([\w-]+)\.[\w-]+$/.exec(authorization ?? "") ?? []
  if (claims === undefined) return undefined
  try {
    const { sub } = JSON.parse(Buffer.from(claims, "base64url").toString()) as { readonly sub?: unknown }
    return typeof sub === "string" ? sub : undefined
  } catch {
    return undefined
  }
}
