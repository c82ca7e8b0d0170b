/** Measures the time from the start of a process to its first answer, against a bare node:http server (target T12). */
import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { type Line, report, time } from "../measure.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

const BARE_SERVER = `require("node:http").createServer((_, response) => response.end("{}"))
  .listen(0, "127.0.0.1", function () { console.log(JSON.stringify({ url: "http://127.0.0.1:" + this.address().port })) })`

/** The request header of a demo user. */
const AUTHORIZATION = { authorization: "Bearer demo-mina" }

/** Starts a server that prints its address, and returns the milliseconds until it answers 200 at a path. */
function start(args: readonly string[], path: string): Promise<number> {
  const began = performance.now()
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "pipe", "inherit"] })
  return new Promise((resolve, reject) => {
    child.once("exit", () => reject(new Error(`the server ${args.join(" ")} ended before it was ready`)))
    child.stdout.once("data", async (line: Buffer) => {
      const { url } = JSON.parse(line.toString().split("\n")[0] ?? "") as { url: string }
      const { status } = await fetch(url + path, { headers: AUTHORIZATION })
      const ms = performance.now() - began
      child.removeAllListeners("exit")
      child.kill("SIGKILL")
      if (status === 200) resolve(ms)
      else reject(new Error(`expected status 200 from ${path}, received ${status}`))
    })
  })
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

const ROUNDS = 15
const SERVE = ["dist/cli.js", "start", "--port", "0", "--log", "json"]
const health: number[] = []
const userInfo: number[] = []
const bare: number[] = []
for (let round = 0; round < ROUNDS; round += 1) {
  bare.push(await start(["-e", BARE_SERVER], "/"))
  health.push(await start(SERVE, "/_hexarium/health"))
  userInfo.push(await start(SERVE, "/api/v0/userinfo"))
}

function line(answer: string, times: readonly number[]): Line {
  const ratio = median(times) / median(bare)
  return {
    what: `start to the first response with the demo world (${answer}), against bare node:http`,
    measured: time(median(times) * 1e6),
    baseline: time(median(bare) * 1e6),
    ratio,
    target: "≤ 2.5 ×",
    isMet: ratio <= 2.5,
  }
}
report([line("health", health), line("GetUserInfo", userInfo)])
