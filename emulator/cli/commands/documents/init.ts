import { existsSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { createInterface } from "node:readline"
import { FixtureError, loadFixture } from "../../../../src/fixtures/index.ts"
import { defaultPorts } from "../../../../src/ports/index.ts"
import { parseFixture } from "../../../adapters/index.ts"
import { fixtureProblem } from "../../fixture-mistakes.ts"
import { commandError, EXIT, Exit, type Io, usageError } from "../../io.ts"
import { notWritten } from "../../output.ts"
import { omitUndefined } from "../../print.ts"
import type { InitFlags } from "./declare.ts"

type Answers = Required<Pick<InitFlags, "workspace" | "application" | "email">>

const DEFAULTS: Answers = { workspace: "Acme", application: "TASKS", email: "ada@acme.test" }

const QUESTIONS: Readonly<Record<keyof Answers, string>> = {
  workspace: "Name of the workspace",
  application: "Display ID of the application (letters and digits of any script, - and _)",
  email: "E-mail address of the first user",
}

export async function init(io: Io, file = "world.yaml", flags: InitFlags = {}): Promise<number> {
  if (!/\.ya?ml$/i.test(file)) throw usageError(`expected the name of a YAML file such as world.yaml, received ${file}`)
  if (existsSync(file) && !flags.force) throw commandError(`the file ${file} already exists; replace it with --force`)
  const { workspace, application, email, yes } = flags
  const answers = {
    ...DEFAULTS,
    ...(yes ? {} : await ask(io, flags)),
    ...omitUndefined({ workspace, application, email }),
  }
  const text = fixtureText(answers, file)
  await requireValid(text, file)
  try {
    await writeFile(file, text, { flag: flags.force ? "w" : "wx" })
  } catch (error) {
    throw notWritten(file, error)
  }
  io.out(`wrote ${file}; serve it with: hexarium start ${file}\n`)
  return EXIT.ok
}

async function ask(io: Io, flags: InitFlags): Promise<Partial<Answers>> {
  if (io.isTerminal !== true || !process.stdin.isTTY) return {}
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  // Unlike `question`, the iterator also buffers lines that the user types before a question.
  const typed = lines[Symbol.asyncIterator]()
  const answers: Partial<Record<keyof Answers, string>> = {}
  try {
    for (const name of ["workspace", "application", "email"] as const) {
      if (flags[name] !== undefined) continue
      lines.setPrompt(`${QUESTIONS[name]} (${DEFAULTS[name]}): `)
      lines.prompt()
      const { value, done } = await typed.next()
      if (done === true) throw new Exit(EXIT.interrupted, "no file was written")
      if (value.trim() !== "") answers[name] = value.trim()
    }
  } finally {
    lines.close()
  }
  return answers
}

/** Throws for values that make the fixture invalid, such as an invalid e-mail address. */
async function requireValid(text: string, file: string): Promise<void> {
  try {
    const { content } = await parseFixture(text, file)
    await loadFixture({ fixture: content, ports: defaultPorts(), baseUrl: "http://hexarium" })
  } catch (error) {
    throw error instanceof FixtureError ? usageError(await fixtureProblem(error)) : error
  }
}

const fixtureText = (
  { workspace, application, email }: Answers,
  file: string,
): string => `# A world to start from. The format is explained in docs/fixtures.md of Hexarium.
#   hexarium check ${file}   looks for mistakes
#   hexarium start ${file}   serves it
version: 1

users:
  - email: ${JSON.stringify(email)}
    password: change-me-1
    token: dev-token

workspaces:
  - name: ${JSON.stringify(workspace)}
    admins: [${JSON.stringify(email)}]
    group: { group_id: ALL, name: Everybody, members: [${JSON.stringify(email)}] }
    applications:
      - application_id: ${JSON.stringify(application)}
        name: ${JSON.stringify(application)}
        roles: [{ role_id: ADMIN, name: admin, users: [${JSON.stringify(email)}] }]
        datastores:
          - datastore_id: Tasks
            name: Tasks
            fields:
              Title: { dataType: text, as_title: true }
              Due: { dataType: date }
              Effort: { dataType: number, num_info: { suffix: " h" } }
            statuses: { Todo: { name: To do }, Doing: { name: Doing }, Done: { name: Done } }
            actions:
              Create: { name: New task, crud_type: "1", default: true }
              Update: { name: Edit, crud_type: "2", default: true }
              Delete: { name: Delete, crud_type: "3", default: true }
              Start: { crud_type: "2", status: Todo, next_status: Doing }
              Finish: { crud_type: "2", status: Doing, next_status: Done }
            items:
              - { status: Todo, values: { Title: Try Hexarium, Effort: 1 } }
`
