import { Buffer } from "node:buffer"
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js"
import * as z from "zod"
import { check, unknownInput } from "../../../src/model/input/index.ts"
import { JsonSchemas, type OperationName, strictObjectOf, tags } from "../../api/index.ts"
import { ApiError, type Bytes, type Client } from "../../client/index.ts"
import { omitUndefined } from "../print.ts"
import { DESCRIBED_PARTS, describeParts, listOperations, requireOperation } from "./describe-operation.ts"
import { jsonResult, type McpTarget, type McpTool, refusal, type ToolArguments } from "./mcp-tool.ts"
import { selfContained } from "./self-contained.ts"

const HOURS = 24
const UNAUTHORIZED_STATUS = 401

const listInput = strictObjectOf(() => ({
  tag: z
    .enum(Object.keys(tags) as [string, ...string[]])
    .optional()
    .describe("Only operations with this tag"),
  text: z.string().optional().describe("Only operations whose name, summary or path contain all these words"),
  reads: z.boolean().optional().describe("true: only operations that change nothing; false: only the others"),
}))

const describeInput = strictObjectOf(() => ({
  operation: z.string().describe("Name of the operation, e.g. GetItemDetails"),
  parts: z
    .array(z.enum(DESCRIBED_PARTS))
    .optional()
    .describe("Only these parts of the description. Default: all but answer, whose schema can be long"),
}))

const callInput = strictObjectOf(() => ({
  operation: z.string().describe("Name of the operation, e.g. GetItemDetails"),
  user: z.string().optional().describe("The caller: e-mail address, user code or ID; omit to call without a token"),
  world: z.string().optional().describe("Name of the world"),
  params: z.record(z.string(), z.string()).optional().describe("Path parameters"),
  query: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .optional()
    .describe("Query parameters"),
  body: z.record(z.string(), z.unknown()).optional().describe("The JSON body"),
  input: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("The input of an operation that has no path, instead of the parts of a request"),
  form: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .optional()
    .describe("Text parts of a form"),
  file: z
    .strictObject({
      name: z.string().describe("File name"),
      content_type: z.string().optional().describe("Media type; default application/octet-stream"),
      text: z.string().optional().describe("The content as text"),
      base64: z.string().optional().describe("The content as base64, if it is not text"),
    })
    .optional()
    .describe("The file to upload"),
}))

export function operationTools(target: McpTarget): McpTool[] {
  const tokens = new Map<string, Promise<string>>()
  return [
    {
      definition: {
        name: "listOperations",
        description:
          "List the operations of the API with name, summary, method, path and authentication: all, or those that tag, text and reads select.",
        inputSchema: schemaOf(listInput()),
        annotations: { title: "Operations of the API", readOnlyHint: true, openWorldHint: false },
      },
      call: async (given) => jsonResult({ operations: listOperations(inputOf("listOperations", listInput(), given)) }),
    },
    {
      definition: {
        name: "describeOperation",
        description:
          "Describe an operation: its input for callOperation as JSON Schema, error statuses, a recorded example and, on request, its response as JSON Schema.",
        inputSchema: schemaOf(describeInput()),
        annotations: { title: "An operation of the API", readOnlyHint: true, openWorldHint: false },
      },
      call: async (given) => jsonResult(describeParts(inputOf("describeOperation", describeInput(), given))),
    },
    {
      definition: {
        name: "callOperation",
        description:
          "Call an operation of the API as a user, without a password. describeOperation describes the input. A refusal returns the API's error.",
        inputSchema: schemaOf(callInput()),
        annotations: { title: "Call an operation", readOnlyHint: false, destructiveHint: true, openWorldHint: false },
      },
      call: async (given, signal) => {
        const {
          operation,
          user,
          world = target.world,
          file,
          input,
          ...request
        } = inputOf("callOperation", callInput(), given)
        const found = requireOperation(operation)
        const parts = Object.keys(omitUndefined({ ...request, file }))
        if (!found.hasPath) {
          if (parts.length > 0)
            throw new Error(`${found.name} has no path; send its input as input, not as ${parts[0]}`)
          const call = { operation: found.name, world, as: user, input }
          return jsonResult((await target.control.call(call, { signal })).result)
        }
        const { name } = found
        if (input !== undefined) throw new Error(`${name}: send params, query, body, form and file instead of input`)
        const whole = { ...request, ...(file && { file: fileOf(file) }), json: true, signal }
        const ask = async (token?: string) =>
          resultOf(await callOf(target.client.with({ world, ...omitUndefined({ token }) }), name)(whole))
        if (user === undefined) return ask()
        const key = JSON.stringify([world, user])
        const known = tokens.get(key)
        try {
          return await ask(await (known ?? issue(target, tokens, key, world, user)))
        } catch (error) {
          const isOld = known !== undefined && error instanceof ApiError && error.status === UNAUTHORIZED_STATUS
          if (!isOld) return explainError(target, world, error)
          return await ask(await issue(target, tokens, key, world, user)).catch((again: unknown) =>
            explainError(target, world, again),
          )
        }
      },
    },
  ]
}

/** Validates a tool's input. The error for an unknown property names the known ones, which zod's own error does not. */
function inputOf<S extends z.ZodObject>(tool: string, schema: S, given: ToolArguments): z.output<S> {
  const unknown = unknownInput(tool, z.object(schema.shape), given)
  if (unknown !== undefined) throw new Error(unknown)
  return check(schema, given)
}

function schemaOf(schema: z.ZodType) {
  const schemas = new JsonSchemas()
  return { ...selfContained(schemas.ofInput(schema), schemas), type: "object" as const }
}

/** Issues one token for all calls of a user. It does not change the world (control.md section 3, "tokens"). */
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

/** Converts a refusal to a tool's result, with the cause in the request log. Rejects with other errors. */
async function explainError({ control }: McpTarget, world: string, error: unknown): Promise<CallToolResult> {
  if (!(error instanceof ApiError) || error.requestId === null) throw error
  // The log may have dropped the entry already. The refusal itself is the result then.
  const entry = await control.getRequest({ world, id: error.requestId }).catch(() => undefined)
  return refusal(error, entry?.why)
}

/** Returns an operation's function. The cast is needed because the compiler can't relate an operation's name to its input. */
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
