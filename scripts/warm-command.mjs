/**
 * Serves the demo, asks it what clients ask first, and keeps what V8 made of the command's code until then: a start that finds
 * it has next to nothing to compile.
 */

import { writeFileSync } from "node:fs"
import { commandFiles, compileCommand } from "../emulator/cli/compiled-command.ts"

const { code, compiled } = commandFiles(new URL(process.argv[2]))
const write = process.stdout.write.bind(process.stdout)
const ready = new Promise((resolve) => {
  process.stdout.write = (text, ...rest) => {
    if (text.includes('"ready"')) resolve(JSON.parse(text))
    return write("", ...rest)
  }
})

process.argv = [process.execPath, code, "start", "--port", "0", "--log", "json"]
const { script, run } = compileCommand(code)
run()
const { url } = await ready

async function ask(path, { token, ...init } = {}) {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const answer = await fetch(url + path, { ...init, headers: { ...init.headers, ...authorization } })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

const json = (body) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
})

await ask("/_hexarium/health")
const { token } = await ask("/api/v0/login", json({ email: "mina@hikari.example", password: "mina-pass" }))
await ask("/api/v0/userinfo", { token })
writeFileSync(compiled, script.createCachedData())
process.exit()
