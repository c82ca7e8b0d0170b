/**
 * Measures what the types of a schema cost the compiler: it compiles a project whose calls are typed by a schema of 50 datastores with 30
 * fields each, and the same project without types (docs/types.md). Run `npm run build`, then `node bench/typed-schema.mjs`. Exits with 1 if
 * the typed project takes more than twice the time.
 */
import { execFile } from "node:child_process"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const root = fileURLToPath(new URL("..", import.meta.url))
const DATASTORES = 50
const FIELDS = 30
const RUNS = 5
const MAX_RATIO = 2

const run = promisify(execFile)
const numbers = (count) => Array.from({ length: count }, (_, at) => at)
const KINDS = [
  { dataType: "text" },
  { dataType: "number" },
  { dataType: "select", options: { a: "A", b: "B", c: "C" } },
  { dataType: "date" },
  { dataType: "users" },
  { dataType: "checkbox", options: { x: "X", y: "Y" } },
]

const datastore = (at) => ({
  datastore_id: `Store${at}`,
  name: `Store ${at}`,
  fields: Object.fromEntries(numbers(FIELDS).map((field) => [`F${field}`, KINDS[field % KINDS.length]])),
})
const fixture = {
  version: 1,
  users: [{ email: "ada@shop.test" }],
  workspaces: [
    {
      name: "Shop",
      admins: ["ada@shop.test"],
      group: { group_id: "ALL", name: "All", members: ["ada@shop.test"] },
      applications: [{ application_id: "SHOP", name: "Shop", datastores: numbers(DATASTORES).map(datastore) }],
    },
  ],
}

const calls = numbers(DATASTORES)
  .map(
    (
      at,
    ) => `const { itemId: id${at} } = await ada.createItem({ application: "SHOP", datastore: "Store${at}", item: { F0: "a", F1: ${at}, F2: "b" } })
await ada.updateItem({ application: "SHOP", datastore: "Store${at}", itemId: id${at}, item: { F1: 2 }, revNo: 1 })
await ada.itemList({ application: "SHOP", datastore: "Store${at}", conditions: [{ id: "F2", searchValue: ["a"] }] })
const { values: v${at} } = await ada.getItemDetails({ application: "SHOP", datastore: "Store${at}", itemId: id${at} })
export const f${at} = v${at}.F1
`,
  )
  .join("")

const program = (argument) => `import { createControl } from "hexarium/control"
${argument === "" ? "" : 'import type { Shop } from "./schema.js"\n'}
const ada = createControl${argument}({ url: "http://127.0.0.1:7575" }).as("ada@shop.test")
${calls}`

await mkdir(`${root}.cache`, { recursive: true })
const folder = await mkdtemp(`${root}.cache/typed-`)

async function project(name, argument) {
  const own = `${folder}/${name}`
  await mkdir(own)
  const compilerOptions = {
    ...{ target: "es2023", lib: ["es2023", "dom"], module: "nodenext", strict: true, noEmit: true, skipLibCheck: true },
    ...{ types: [], paths: { "hexarium/control": [`${root}dist/types/emulator/client/control-client.d.ts`] } },
  }
  await writeFile(`${own}/tsconfig.json`, JSON.stringify({ compilerOptions, include: ["*.ts"] }))
  await writeFile(`${own}/package.json`, '{ "type": "module" }')
  await writeFile(`${own}/main.ts`, program(argument))
  if (argument !== "") {
    await writeFile(`${folder}/shop.json`, JSON.stringify(fixture))
    await run(process.execPath, [`${root}dist/cli.js`, "types", `${folder}/shop.json`, "-o", `${own}/schema.d.ts`])
  }
  return own
}

async function seconds(own) {
  const began = performance.now()
  await run(process.execPath, [`${root}node_modules/typescript/bin/tsc`, "-p", own, "--pretty", "false"])
  return (performance.now() - began) / 1000
}

const median = (all) => [...all].sort((left, right) => left - right)[Math.floor(all.length / 2)]

try {
  const [plain, typed] = [await project("plain", ""), await project("typed", "<Shop>")]
  const times = { plain: [], typed: [] }
  for (const _ of numbers(RUNS)) {
    times.plain.push(await seconds(plain))
    times.typed.push(await seconds(typed))
  }
  const [without, by] = [median(times.plain), median(times.typed)]
  process.stdout.write(
    `tsc with ${DATASTORES} datastores of ${FIELDS} fields and ${DATASTORES * 4} calls: ${without.toFixed(2)} s without schema types, ${by.toFixed(2)} s with schema types (ratio ${(by / without).toFixed(2)}, at most ${MAX_RATIO})\n`,
  )
  process.exitCode = by / without <= MAX_RATIO ? 0 : 1
} finally {
  await rm(folder, { recursive: true, force: true })
}
