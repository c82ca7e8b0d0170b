import { Buffer } from "node:buffer"
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js"
import * as z from "zod"
import { check } from "../../../src/inside.ts"
import { ApiError, type Bytes, type Client } from "../../client/client.ts"
import { lazy } from "../../contract/shapes.ts"
import type { OperationName } from "../../api/contract/table.ts"
import { tags } from "../../api/contract/tags.ts"
import { JsonSchemas } from "../../api/http/openapi/json-schema.ts"
import { describeForCalls, listOperations, requireOperation } from "./describe-operation.ts"
import { jsonResult, type McpTarget, type McpTool } from "./mcp-tool.ts"

const HOURS = 24
const NO_TOKEN_ANY_MORE = 401

const listInput = lazy(() =>
  z.strictObject({
    tag: z
      .enum(Object.keys(tags) as [string, ...string[]])
      .optional()
      .describe("Those of one kind only"),
  }),
)

const describeInput = lazy(() =>
  z.strictObject({ operation: z.string().describe("Name of the operation, e.g. CreateItem") }),
)

const callInput = lazy(() =>
  z.strictObject({
    operation: z.string().describe("Name of the operation, e.g. CreateItem"),
    user: z
      .string()
      .optional()
      .describe("Who calls it: e-mail address, user code or ID; absent = nobody, without a token"),
    world: z.string().optional().describe("Name of the world"),
    params: z.record(z.string(), z.string()).optional().describe("Parameters of the path"),
    query: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
      .optional()
      .describe("Parameters of the query"),
    body: z.record(z.string(), z.unknown()).optional().describe("The JSON body"),
    form: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
      .optional()
      .describe("Text parts, of operations that take a form"),
    file: z
      .strictObject({
        name: z.string().describe("File name"),
        content_type: z.string().optional().describe("Media type; application/octet-stream when absent"),
        text: z.string().optional().describe("The content, if it is a text"),
        base64: z.string().optional().describe("The content in base64 otherwise"),
      })
      .optional()
      .describe("The file, of operations that take one"),
  }),
)

/** The operations of the API: which there are, what one takes, and to call it as a user. */
export function operationTools(target: McpTarget): McpTool[] {
  const tokens = new Map<string, Promise<string>>()
  return [
    {
      told: {
        name: "listOperations",
        description: "Every operation of the API: name, what it does, method, path, who may call it.",
        inputSchema: schemaOf(listInput()),
        annotations: { title: "Operations of the API", readOnlyHint: true, openWorldHint: false },
      },
      call: async (given) => jsonResult({ operations: listOperations(check(listInput(), given).tag) }),
    },
    {
      told: {
        name: "describeOperation",
        description:
          "What an operation takes (as callOperation is given it) and answers, as JSON Schema; the statuses it refuses with; a recorded example.",
        inputSchema: schemaOf(describeInput()),
        annotations: { title: "An operation of the API", readOnlyHint: true, openWorldHint: false },
      },
      call: async (given) => jsonResult(describeForCalls(check(describeInput(), given).operation)),
    },
    {
      told: {
        name: "callOperation",
        description:
          "Call an operation of the API as a user, without a password. describeOperation tells what it takes; what it refuses is answered in its own words.",
        inputSchema: schemaOf(callInput()),
        annotations: { title: "Call an operation", readOnlyHint: false, destructiveHint: true, openWorldHint: false },
      },
      call: async (given, signal) => {
        const asked = check(callInput(), given)
        const { operation, user, world = target.world, file, ...input } = asked
        const name = requireOperation(operation)
        const whole = { ...input, ...(file === undefined ? {} : { file: fileOf(file) }), json: true, signal }
        const ask = async (token?: string) =>
          resultOf(await callOf(target.client.with({ world, ...(token === undefined ? {} : { token }) }), name)(whole))
        if (user === undefined) return ask()
        const key = JSON.stringify([world, user])
        const kept = tokens.get(key)
        try {
          return await ask(await (kept ?? issue(target, tokens, key, world, user)))
        } catch (error) {
          const isOld = kept !== undefined && error instanceof ApiError && error.status === NO_TOKEN_ANY_MORE
          if (!isOld) throw error
          return ask(await issue(target, tokens, key, world, user))
        }
      },
    },
  ]
}

const schemaOf = (schema: z.ZodType) => ({ ...new JsonSchemas().ofInput(schema), type: "object" as const })

/** A token that leaves no trace in the world (control.md section 3, "tokens"), for all calls of one user. */
function issue(
  { control }: McpTarget,
  tokens: Map<string, Promise<string>>,
  key: string,
  world: string,
  user: string,
): Promise<string> {
  const issued = control.issueToken({ world, user, observe: true, ttl_hours: HOURS }).then(({ token }) => token)
  tokens.set(key, issued)
  issued.catch(() => tokens.delete(key))
  return issued
}

/** Name and input go together, which the compiler can't follow over all of them at once. */
const callOf = (client: Client, name: OperationName) => client[name] as (input: object) => Promise<unknown>

function fileOf({
  name,
  content_type = "application/octet-stream",
  text,
  base64,
}: NonNullable<z.output<ReturnType<typeof callInput>>["file"]>): File {
  if ((text === undefined) === (base64 === undefined)) throw new Error("file: expected either text or base64")
  return new File([text ?? Buffer.from(base64 ?? "", "base64")], name, { type: content_type })
}

function resultOf(answer: unknown): CallToolResult {
  if (typeof answer === "string") return { content: [{ type: "text", text: answer }] }
  if (!isBytes(answer)) return jsonResult(answer)
  const { contentType, bytes, filename } = answer
  if (/^text\/|json/.test(contentType)) return { content: [{ type: "text", text: new TextDecoder().decode(bytes) }] }
  const data = Buffer.from(bytes).toString("base64")
  if (contentType.startsWith("image/")) return { content: [{ type: "image", data, mimeType: contentType }] }
  const uri = `hexarium://files/${encodeURIComponent(filename ?? "file")}`
  return { content: [{ type: "resource", resource: { uri, mimeType: contentType, blob: data } }] }
}

const isBytes = (answer: unknown): answer is Bytes =>
  typeof answer === "object" && answer !== null && "bytes" in answer && answer.bytes instanceof Uint8Array
