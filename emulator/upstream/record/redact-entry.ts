import { isUtf8 } from "node:buffer"
import { GRAPHQL_REQUEST, type Secrets } from "../../../src/insight/index.ts"
import type { HarEntry } from "../har/read-har.ts"
import { recordedCall } from "../har/recorded-call.ts"

const HIDDEN_REASON = "the body may contain secrets, so it is not recorded"

/**
 * Returns the entry with placeholders instead of secrets. If the token is a JWT, `_user` is its claim `sub`, a user ID, which is not
 * secret.
 */
export async function redactEntry<E extends HarEntry>(entry: E, secrets: Secrets): Promise<E> {
  const { request, response } = entry
  const isGraphql = GRAPHQL.test(request.url)
  const operation = isGraphql ? GRAPHQL_REQUEST : (recordedCall(request.method, request.url)?.operation ?? "")
  const authorization = request.headers.find(({ name }) => name.toLowerCase() === "authorization")?.value
  const user = entry._user ?? userOfToken(authorization)
  const isHidden = isGraphql && (await isHiddenGraphql(request))
  const url = secrets.url(isHidden ? request.url.replace(/\?.*$/s, "") : request.url, operation)
  const { postData } = request
  const headers = (all: typeof request.headers) =>
    all.map((header) => ({ ...header, value: secrets.header(header.name, header.value) }))
  const sentHeaders = headers(request.headers)
  const sent = postData == null ? {} : { postData: await redactPostData(postData, operation, isHidden, secrets) }
  // The bodies are redacted before the headers, because a header such as Location may repeat a secret of a body.
  const content = redactContent(response.content, operation, isHidden, secrets)
  return {
    ...entry,
    ...(user === undefined ? {} : { _user: user }),
    request: {
      ...request,
      url,
      headers: sentHeaders,
      ...("queryString" in request ? { queryString: queryOf(url) } : {}),
      ...("cookies" in request ? { cookies: [] } : {}),
      ...sent,
    },
    response: {
      ...response,
      headers: headers(response.headers),
      ...("cookies" in response ? { cookies: [] } : {}),
      ...("redirectURL" in response ? { redirectURL: secrets.url(String(response.redirectURL), operation) } : {}),
      content,
    },
  }
}

type Request = HarEntry["request"]
type Content = HarEntry["response"]["content"]

const GRAPHQL = /^[^?#]*\/graphql(?:[?#]|$)/i

/** Returns whether the bodies of a GraphQL request are not recorded, by the rule of the request log (graphql.md section 1.4). */
async function isHiddenGraphql({ url, postData }: Request): Promise<boolean> {
  if (/[?&]query=/i.test(url)) return true
  if (postData?.text === undefined || postData.text === "") return false
  const query = queryIn(postData.text)
  if (query === undefined) return true
  const { mayShowSecrets } = await import("../../graphql/shows-secrets.ts")
  return mayShowSecrets(query)
}

/** Returns the query text in a JSON body; undefined for other bodies. */
function queryIn(text: string): string | undefined {
  try {
    const { query } = JSON.parse(text) as { readonly query?: unknown }
    return typeof query === "string" ? query : undefined
  } catch {
    return undefined
  }
}

async function redactPostData(
  postData: NonNullable<Request["postData"]>,
  operation: string,
  isHidden: boolean,
  secrets: Secrets,
): Promise<NonNullable<Request["postData"]>> {
  const { text, mimeType, params } = postData
  if (isHidden) return { mimeType, text: "", comment: HIDDEN_REASON }
  if (text !== undefined) {
    const isBase64 = postData._encoding === "base64"
    const csv = operation === "UserImport" ? await passwordsIn(isBase64 ? fromBase64(text).text : text) : []
    const redact = (plain: string) => secrets.csvBody(secrets.body(plain, operation, mimeType), csv)
    return {
      ...postData,
      text: isBase64 ? redactBase64(text, redact) : redact(text),
      ...redactParams(params, operation, secrets),
    }
  }
  return { ...postData, ...redactParams(params, operation, secrets) }
}

function redactContent(content: Content, operation: string, isHidden: boolean, secrets: Secrets): Content {
  const { text, encoding, mimeType } = content
  if (text === undefined) return content
  if (isHidden) return { size: content.size, mimeType, comment: HIDDEN_REASON }
  const redact = (plain: string) => secrets.body(plain, operation, mimeType)
  return { ...content, text: encoding === "base64" ? redactBase64(text, redact) : redact(text) }
}

/** Redacts a text that is encoded as Base64. Leaves the encoded text unchanged if it contains no secret. */
function redactBase64(encoded: string, redact: (text: string) => string): string {
  const { text, charset } = fromBase64(encoded)
  const redacted = redact(text)
  return redacted === text ? encoded : Buffer.from(redacted, charset).toString("base64")
}

/** Decodes Base64 to a text whose bytes are the decoded bytes. */
function fromBase64(encoded: string): { readonly text: string; readonly charset: "utf8" | "latin1" } {
  const bytes = Buffer.from(encoded, "base64")
  const charset = isUtf8(bytes) ? "utf8" : "latin1"
  return { text: bytes.toString(charset), charset }
}

function redactParams(params: NonNullable<Request["postData"]>["params"], operation: string, secrets: Secrets) {
  if (params === undefined) return {}
  return {
    params: params.map((param) =>
      typeof param.value === "string" ? { ...param, value: secrets.param(param.name, param.value, operation) } : param,
    ),
  }
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
  const [, claims] = /^(?:Bearer +)?[\w-]+\.([\w-]+)\.[\w-]+$/i.exec(authorization ?? "") ?? []
  if (claims === undefined) return undefined
  try {
    const { sub } = JSON.parse(Buffer.from(claims, "base64url").toString()) as { readonly sub?: unknown }
    return typeof sub === "string" ? sub : undefined
  } catch {
    return undefined
  }
}
