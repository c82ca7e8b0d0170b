/**
 * Checks that editors show a text for every name after `^`, and an example for the operations in `WITH_EXAMPLE`, in
 * TypeScript 5.9 and 7. Exits 1 with the names that lack one.
 */

import { spawn } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath, pathToFileURL } from "node:url"
import ts from "typescript-5.9"

const MARKED_CODE = `
import { createWorld } from "hexarium"
import { createClient } from "hexarium/client"

interface Shop {
  readonly applications: { readonly SHOP: { readonly datastores: { readonly Orders: Orders }; readonly roles: string } }
  readonly groups: string
}
interface Orders {
  readonly values: { readonly OrderNo: number }
  readonly input: { readonly OrderNo?: number }
  readonly matches: { readonly OrderNo: "number" }
  readonly actions: { readonly new: { readonly operation: "new"; readonly requires: never; readonly refuses: never } }
  readonly defaultCreate: "new"
  readonly statuses: string
  readonly relations: never
  readonly lists: never
}

const place = { application: "ORDERS", datastore: "Orders" }
const world = await ^createWorld()
const user = world.as("ben@nord.example")
await user.^createItem({
  ^application: "ORDERS",
  ^datastore: "Orders",
  ^item: {},
  ^changes: [{ ^id: "OrderNo", ^value: 1 }],
  ^accessKeyUpdates: { ^overwrite: true },
  ^relatedDsItems: { Notes: [{ ^linkToParent: true, ^accessKeyUpdates: { ^usersToPublish: [] } }] },
})
const list = await user.^itemList({ ...place, ^conditions: [{ ^id: "OrderNo", ^searchValue: ["1"] }], ^perPage: 1 })
list.^items
await user.^updateField({ ...place, ^field: "OrderNo", ^settings: { ^numInfo: { ^prefix: "No." }, ^name: { ^en: "" } } })
await world.public.^login({ ^email: "ben@nord.example", ^password: "" })
const [listed] = list.items
listed?.^itemId
listed?.^values
const details = await user.getItemDetails({ ...place, itemId: "" })
details.^title
details.^revNo
details.^createdAt
details.^pId
details.actions[0]?.^nextStatus

const client = ^createClient({ baseUrl: "http://127.0.0.1:7575" })
const created = await client.^createItem({
  ^params: { "^app-id": "ORDERS", "^datastore-id": "Orders" },
  ^body: { ^item: {}, ^action_id: "new", ^access_key_updates: { ^overwrite: true } },
})
const params = { "app-id": "ORDERS", "datastore-id": "Orders", "item-id": "" }
created.^item_id
const shown = await client.^getItemDetails({ params, ^query: { ^include_lookups: true } })
if (!Array.isArray(shown.field_values)) shown.field_values.OrderNo?.^dataType
const page = await client.itemList({ params, ^body: { ^per_page: 1, ^conditions: [{ ^id: "OrderNo", ^search_value: ["1"] }] } })
page.^items
page.^totalItems
const tree = await client.getGroupTree()
tree.^result[0]?.^childGroups[0]?.^display_id
const profile = await client.getUserInfo()
profile.^u_id
profile.user_roles[0]?.^role_name
const fields = await client.getDatastoreSettings({ params: { "datastore-id": "" } })
fields.^fields[0]?.options?.[0]?.^option_id
await client.^globalSearch({ ^body: { ^query: "a", ^item_search_params: { ^per_page: 1 } } })
await client.^uploadFile({ params: { ...params, "^field-id": "" }, ^form: { ^filename: "" }, ^file: new Blob() })

const shop = await createWorld<Shop>()
const clerk = shop.as("ben@nord.example")
const order = await clerk.^createItem({ ^application: "SHOP", ^datastore: "Orders", item: {} })
order.^itemId
const orders = await clerk.^itemList({ ^datastore: "Orders" })
orders.^items[0]?.^values
await clerk.^getActions({ ^datastore: "Orders" })
await clerk.^addItemLink
const shopClient = createClient<Shop>({ baseUrl: "http://127.0.0.1:7575" })
const sent = await shopClient.^createItem({ ^params: { "^app-id": "SHOP", "^datastore-id": "Orders" }, ^body: { ^item: {} } })
sent.^item_id
const lists = await shopClient.itemList({ ^params: params, body: {} })
lists.^totalItems
`

/** Operations and functions whose text contains an example. */
const WITH_EXAMPLE = ["createWorld", "createClient", "createItem", "itemList", "login"]

const folder = fileURLToPath(new URL(".", import.meta.url))
const file = `${folder}hovers.ts`
const text = MARKED_CODE.replaceAll("^", "")
const marks = [...MARKED_CODE.matchAll(/\^([\w-]+)/g)].map(({ index, 1: name }, at) => ({ name, at: index - at }))
const options = { strict: true, module: "nodenext", target: "es2022", lib: ["es2023", "dom"], types: [] }
writeFileSync(file, text)
writeFileSync(`${folder}tsconfig.json`, JSON.stringify({ compilerOptions: options, files: ["hovers.ts"] }))

function textsOf59() {
  const { options: parsed } = ts.convertCompilerOptionsFromJson(options, folder)
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => true,
    getCompilationSettings: () => parsed,
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot: (path) =>
      ts.sys.fileExists(path) ? ts.ScriptSnapshot.fromString(readFileSync(path, "utf8")) : undefined,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
  })
  return marks.map(({ at }) => {
    const { documentation, tags = [] } = service.getQuickInfoAtPosition(file, at) ?? {}
    return [ts.displayPartsToString(documentation), ...tags.map(({ name }) => `@${name}`)].join("\n").trim()
  })
}

async function textsOf7() {
  const server = spawn(process.execPath, ["node_modules/typescript/bin/tsc", "--lsp", "--stdio"], { cwd: folder })
  const { request, notify } = connect(server)
  const uri = pathToFileURL(file).href
  const hover = { contentFormat: ["markdown"] }
  await request("initialize", { processId: null, rootUri: null, capabilities: { textDocument: { hover } } })
  notify("initialized", {})
  notify("textDocument/didOpen", { textDocument: { uri, languageId: "typescript", version: 1, text } })
  const texts = marks.map(async ({ at }) => {
    const before = text.slice(0, at).split("\n")
    const position = { line: before.length - 1, character: before.at(-1).length }
    const { result } = await request("textDocument/hover", { textDocument: { uri }, position })
    return (result?.contents.value ?? "").replace(/^```t\w+\n[\s\S]*?\n```\n/, "").trim()
  })
  try {
    return await Promise.all(texts)
  } finally {
    server.kill()
  }
}

/** JSON-RPC messages over a process's standard streams. */
function connect({ stdin, stdout }) {
  const waiting = new Map()
  const send = (message) => {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message })
    stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  }
  let rest = Buffer.alloc(0)
  stdout.on("data", (chunk) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const head = rest.indexOf("\r\n\r\n")
      const end = head + 4 + Number(/Content-Length: (\d+)/.exec(rest.toString("latin1", 0, Math.max(head, 0)))?.[1])
      if (head < 0 || rest.length < end) return
      const { id, method, result } = JSON.parse(rest.toString("utf8", head + 4, end))
      rest = rest.subarray(end)
      // Requests from the server get an empty response.
      if (id !== undefined && method !== undefined) send({ id, result: null })
      else waiting.get(id)?.({ result })
    }
  })
  const request = (method, params) =>
    new Promise((resolve) => {
      const id = waiting.size + 1
      waiting.set(id, resolve)
      send({ id, method, params })
    })
  return { request, notify: (method, params) => send({ method, params }) }
}

const missingTexts = Object.entries({ 5.9: textsOf59(), 7: await textsOf7() }).flatMap(([version, texts]) =>
  marks
    .filter(({ name }, at) => texts[at] === "" || (WITH_EXAMPLE.includes(name) && !/\bexample\b/i.test(texts[at])))
    .map(({ name }) => `TypeScript ${version} shows no text or no example of ${name}`),
)
process.stdout.write(missingTexts.length === 0 ? `${marks.length} names` : `${missingTexts.join("\n")}\n`)
process.exitCode = missingTexts.length === 0 ? 0 : 1
