import { describe, expect, test } from "vitest"
import type { CliCommand, Operands } from "../../emulator/cli/command.ts"
import { COMMANDS } from "../../emulator/cli/index.ts"
import { VERSION } from "../../emulator/version.ts"
import { runCommand } from "./run-command.ts"

/** Runs a command line whose commands only report their arguments. */
async function hexarium(line: string, env: Record<string, string> = {}) {
  let given: unknown[] = []
  const telling = (command: CliCommand): CliCommand =>
    command.run === undefined || command.name === "completion"
      ? { ...command, ...(command.commands && { commands: command.commands.map(telling) }) }
      : {
          ...command,
          async run(_io, { words, command: child }: Operands, flags) {
            given = [...(command.args ? [words] : []), ...(command.takesCommand ? [child] : []), flags]
            return 0
          },
        }
  const words = line.split(" ").filter((word) => word !== "")
  return { ...(await runCommand(words, env, COMMANDS.map(telling))), given }
}

describe("commands (control.md section 1)", () => {
  test("help names every command and ends well, also with examples for each", async () => {
    const { code, out } = await hexarium("--help")
    expect(code).toBe(0)
    for (const command of ["start", "exec", "check", "export", "import", "openapi", "mcp", "docs", "completion"]) {
      expect(out).toContain(`  ${command} `)
      const help = await hexarium(`${command} --help`)
      expect([help.code, help.err]).toEqual([0, ""])
      expect(help.out).toContain("Examples:\n  ")
    }
  })

  test("help prints the same as a command's --help, also for a command in a group", async () => {
    expect(await hexarium("help")).toMatchObject({ code: 0, out: (await hexarium("--help")).out })
    expect(await hexarium("help start")).toEqual(await hexarium("start --help"))
    expect(await hexarium("help strat")).toMatchObject({ code: 2, err: expect.stringContaining("did you mean start?") })
  })

  test("the version is the package's", async () => {
    expect(await hexarium("--version")).toMatchObject({ code: 0, out: `${VERSION}\n`, err: "" })
  })

  test("no command at all is a misuse that shows the help", async () => {
    expect(await hexarium("")).toMatchObject({ code: 2, out: "", err: expect.stringContaining("Commands:") })
  })

  test("start takes fixtures and flags", async () => {
    expect((await hexarium("start")).given).toEqual([[], { port: 7575, host: "127.0.0.1", log: "pretty" }])
    const { given } = await hexarium(
      "start a.yaml b.json --port 0 --host 0.0.0.0 --public-url https://h.example/base/ --allow-host a.test --allow-host b.test " +
        "--cors-origin https://spa.example --clock ticking --now 2026-01-05T09:00:00Z --seed 7 --watch --smtp smtp://localhost:1025 " +
        "--cors-credentials --control-origin https://tool.example --control-origin http://127.0.0.1:5173 " +
        "--allow-outbound --control-token s3cret --allow-remote-control --allow-files / --allow-files test --log json",
    )
    expect(given).toEqual([
      ["a.yaml", "b.json"],
      {
        port: 0,
        host: "0.0.0.0",
        publicUrl: "https://h.example/base",
        allowHost: ["a.test", "b.test"],
        corsOrigin: ["https://spa.example"],
        corsCredentials: true,
        clock: "ticking",
        now: "2026-01-05T09:00:00Z",
        seed: 7,
        watch: true,
        smtp: "smtp://localhost:1025",
        allowOutbound: true,
        controlToken: "s3cret",
        allowRemoteControl: true,
        controlOrigin: ["https://tool.example", "http://127.0.0.1:5173"],
        allowFiles: ["/", "test"],
        log: "json",
      },
    ])
  })

  test.each([
    ["start --allow-files none", "its value does not exist"],
    ["start a.yaml --allow-files test --allow-files package.json", "its value 2 is a file"],
    ["exec --allow-files package.json/x -- true", "its value does not exist"],
    ["check a.yaml --allow-files none", "its value does not exist"],
    ["import a.yaml --allow-files none", "its value does not exist"],
    ["types a.yaml --allow-files none", "its value does not exist"],
    ["compare a.har --allow-files none", "its value does not exist"],
    ["mcp --allow-files none", "its value does not exist"],
  ])("%s is refused in one line, because the folder is missing", async (line, found) => {
    const { code, given, err } = await hexarium(line)
    expect([code, given, err]).toEqual([2, [], `hexarium: --allow-files expects a folder, but ${found}\n`])
  })

  test("exec hands everything after -- to the command", async () => {
    expect((await hexarium("exec a.yaml --seed 3 -- npm test -- --watch --port 1")).given).toEqual([
      ["a.yaml"],
      ["npm", "test", "--", "--watch", "--port", "1"],
      { seed: 3 },
    ])
  })

  test("the other commands", async () => {
    expect((await hexarium("check a.yaml b.yaml")).given[0]).toEqual(["a.yaml", "b.yaml"])
    expect((await hexarium("export --url http://localhost:1/w/x -o out.json")).given).toEqual([
      { url: "http://localhost:1/w/x", output: "out.json" },
    ])
    expect((await hexarium("import a.yaml --url http://localhost:1 --world w1 --control-token t")).given).toEqual([
      ["a.yaml"],
      { url: "http://localhost:1", world: "w1", controlToken: "t" },
    ])
    expect((await hexarium("openapi --output o.json")).given).toEqual([{ output: "o.json" }])
  })
})

describe("misuse ends with 2 and says what was meant", () => {
  test.each([
    ["strat", /^hexarium: unknown command 'strat'; did you mean start\? \(see --help\)\n$/],
    ["start --prot 1", /^hexarium: unknown option '--prot'; did you mean --port\? \(see --help\)\n$/],
    ["start --port", /argument missing/],
    ["start --port abc", /a port from 0 to 65535/],
    ["start --port 65536", /a port from 0 to 65535/],
    ["start --port -1", /port/],
    ["start --port 1.5", /a port from 0 to 65535/],
    ["start --port 1 --port 2", /received it twice/],
    ["start --host a/b", /an address or host name/],
    ["start --public-url ftp://x", /http or https URL/],
    ["start --public-url https://x?y=1", /http or https URL/],
    ["start --allow-host a.test:80", /without a port/],
    ["start --cors-origin https://x/", /an origin/],
    ["start --cors-origin spa.example", /an origin/],
    ["start --control-origin *", /an origin/],
    ["start --control-origin null", /an origin/],
    ["start --control-origin https://x/path", /an origin/],
    ["start --clock fast", /one of real, frozen, ticking/],
    ["start --now tomorrow", /ISO 8601/],
    ["start --seed x", /a whole number/],
    ["start --smtp http://x", /smtp:\/\/host:port/],
    ["start --control-token=", /letters, digits/],
    ["start --control-token a:b", /letters, digits/],
    ["start --log loud", /one of pretty, json, silent/],
    ["start --data", /argument missing/],
    ["exec --port 1 a.yaml -- x", /unknown option '--port'/],
    ["exec --watch a.yaml -- x", /unknown option '--watch'/],
    ["check", /missing required argument/],
    ["check --port 1 a.yaml", /unknown option/],
    ["import --url http://localhost:1", /missing required argument/],
    ["export extra --url http://localhost:1", /too many arguments/],
    ["openapi extra", /too many arguments/],
    ["completion", /missing required argument/],
    ["completion powershell", /bash, zsh, fish/],
    ["data polish --data x", /one of info, worlds, verify, compact, backup, restore, recover/],
    ["open dashbord", /did you mean dashboard\?/],
    ["--prot", /unknown option/],
  ])("hexarium %s", async (line, message) => {
    const { code, out, err, given } = await hexarium(line)
    expect([code, out, given]).toEqual([2, "", []])
    expect(err).toMatch(message)
    expect(err).toMatch(/^hexarium: .*\n$/)
  })
})

describe("variables", () => {
  test("a port that Kubernetes sets for a service of this name causes a warning, and has no effect", async () => {
    const { code, err, given } = await hexarium("start", { HEXARIUM_PORT: "tcp://10.0.0.7:7575" })
    expect([code, given[1]]).toMatchObject([0, { port: 7575 }])
    expect(err).toMatch(
      /^hexarium: warning: HEXARIUM_PORT is the address of a Kubernetes service named hexarium and has no effect; .*\n$/,
    )
  })

  test("stand in for flags that are not given", async () => {
    const { given } = await hexarium("start --seed 1", {
      HEXARIUM_PORT: "0",
      HEXARIUM_SEED: "2",
      HEXARIUM_ALLOW_HOST: "a.test, b.test",
      HEXARIUM_WATCH: "true",
      HEXARIUM_ALLOW_OUTBOUND: "0",
      HEXARIUM_NOW: "",
      HEXARIUM_SOMETHING_ELSE: "x",
    })
    expect(given[1]).toEqual({
      port: 0,
      host: "127.0.0.1",
      log: "pretty",
      seed: 1,
      allowHost: ["a.test", "b.test"],
      watch: true,
    })
    expect((await hexarium("export", { HEXARIUM_URL: "http://localhost:1" })).given).toEqual([
      { url: "http://localhost:1" },
    ])
  })

  test("the command reports unknown ones with a suggestion, and ignores those of a cluster", async () => {
    const { code, err } = await hexarium("start", {
      HEXARIUM_PROT: "1",
      HEXARIUM_WHATEVER_IT_IS: "x",
      HEXARIUM_CACHE: "/c",
      HEXARIUM_SERVICE_HOST: "10.0.0.1",
    })
    expect(code).toBe(0)
    expect(err.split("\n")).toEqual([
      "hexarium: warning: the variable HEXARIUM_PROT is unknown to Hexarium and has no effect; did you mean HEXARIUM_PORT?",
      "hexarium: warning: the variable HEXARIUM_WHATEVER_IT_IS is unknown to Hexarium and has no effect",
      "",
    ])
  })

  test.each([
    ["HEXARIUM_PORT", "many"],
    ["HEXARIUM_WATCH", "perhaps"],
    ["HEXARIUM_CLOCK", "fast"],
  ])("a bad %s is a misuse that names it", async (name, value) => {
    const { code, err } = await hexarium("start", { [name]: value })
    expect([code, err]).toEqual([2, expect.stringContaining(name)])
  })
})

describe("completion", () => {
  test.each(["bash", "zsh", "fish"])("%s knows every command and flag", async (shell) => {
    const { code, out } = await hexarium(`completion ${shell}`)
    expect(code).toBe(0)
    for (const word of [
      "start",
      "exec",
      "check",
      "export",
      "import",
      "openapi",
      "completion",
      "docs",
      "how-to/faults",
      "public-url",
      "world",
      "output",
    ]) {
      expect(out).toContain(word)
    }
  })
})
