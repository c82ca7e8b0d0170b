import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, test } from "vitest"
import { createClient } from "../../emulator/client/client.ts"
import { createApp } from "../../emulator/index.ts"
import { createWorldFromFiles } from "../../emulator/node/index.ts"
import { operationExamples } from "../../scripts/page-blocks.mjs"
import { textOf } from "./blocks.ts"

const EXAMPLES = operationExamples(textOf("docs/reference/examples.md"))
const [, SHOP = ""] = /```yaml\n(version: 1\n[\s\S]*?)```/.exec(textOf("docs/first-ten-minutes.md")) ?? []

const folder = await mkdtemp(join(tmpdir(), "hexarium-examples-"))
afterAll(() => rm(folder, { recursive: true, force: true }))
const file = join(folder, "shop.yaml")
await writeFile(file, SHOP)
const shop = await createWorldFromFiles([file])

/** Runs the code with the names that the page introduces. */
async function runExample(code: string): Promise<void> {
  const world = shop.fork()
  const [ada, bob] = [world.as("ada@shop.test"), world.as("bob@shop.test")]
  const { itemId } = await bob.createItem({ application: "SHOP", datastore: "Orders", item: { Total: 12 } })
  const client = createClient({ app: createApp({ world }) })
  const clientOf = async (name: string) =>
    client.with({ token: (await client.login({ body: { email: `${name}@shop.test`, password: name } })).token })
  const names = { world, ada, bob, itemId, client: await clientOf("bob"), admin: await clientOf("ada") }
  await new Function(...Object.keys(names), `return (async () => {\n${code}\n})()`)(...Object.values(names))
}

describe("examples of operations", () => {
  test.each(EXAMPLES)(
    "the examples of $operation run in process and with the client",
    async ({ operation, inProcess, client }) => {
      const method = operation.replace(/^./, (letter) => letter.toLowerCase())
      expect(inProcess).toMatch(new RegExp(`(?:ada|bob|world\\.public)\\.${method}\\(`))
      expect(client).toMatch(new RegExp(`(?:admin|client)\\.${method}\\(`))
      await runExample(inProcess)
      await runExample(client)
    },
  )

  test("doc comments have the same code where types depend on the schema (src/world/typed/acting-in.ts)", () => {
    const comments = commentsOf("src/world/typed/acting-in.ts")
    for (const method of comments.keys()) {
      const example = EXAMPLES.find(
        ({ operation }) => operation === method.replace(/^./, (letter) => letter.toUpperCase()),
      )
      if (example !== undefined) expect(comments.get(method)).toContain(example.inProcess)
    }
    expect(comments.get("createItem")).toContain("await bob.createItem(")
  })
})

/** Doc comments by the name of the method below them, without the asterisks. */
function commentsOf(path: string): ReadonlyMap<string, string> {
  const found = textOf(path).matchAll(/^ {2}\/\*\*([\s\S]*?)\*\/\n {2}(\w+)</gm)
  return new Map([...found].map(([, text = "", name = ""]) => [name, text.replaceAll(/^ {3}\* ?/gm, "")]))
}
