import { existsSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { createInterface } from "node:readline"
import { defaultPorts, FixtureError, loadFixture } from "../../../src/inside.ts"
import { parseText } from "../../adapters/fixture-files/read-document.ts"
import { EXIT, Exit, failed, type Io, misused } from "../io.ts"
import { notWritten } from "../output.ts"
import { fixtureProblem } from "./fixture-mistakes.ts"

export interface InitFlags {
  readonly workspace?: string
  readonly application?: string
  readonly email?: string
  readonly yes?: true
  readonly force?: true
}

type Answers = Required<Pick<InitFlags, "workspace" | "application" | "email">>

const USUAL: Answers = { workspace: "Acme", application: "TASKS", email: "ada@acme.test" }

const QUESTIONS: Readonly<Record<keyof Answers, string>> = {
  workspace: "Name of the workspace",
  application: "Display ID of its application (letters, digits, - and _)",
  email: "E-mail address of the first user",
}

/** `hexarium init`: a fixture that starts and passes `check`. A file that is there stays, unless `--force` says otherwise. */
export async function init(io: Io, file = "world.yaml", flags: InitFlags = {}): Promise<number> {
  if (!/\.ya?ml$/i.test(file)) throw misused(`${file} is to be YAML: name it world.yaml or the like`)
  if (existsSync(file) && !flags.force)
    throw failed(`${file} is there already; name another, or replace it with --force`)
  const answers = { ...USUAL, ...(flags.yes ? {} : await ask(io, flags)), ...given(flags) }
  const text = fixtureText(answers, file)
  await requireSound(text, file)
  try {
    await writeFile(file, text, { flag: flags.force ? "w" : "wx" })
  } catch (error) {
    throw notWritten(file, error)
  }
  io.out(`${file} is written. Next:\n  hexarium start ${file}\n`)
  return EXIT.ok
}

const given = ({ workspace, application, email }: InitFlags): Partial<Answers> => ({
  ...(workspace === undefined ? {} : { workspace }),
  ...(application === undefined ? {} : { application }),
  ...(email === undefined ? {} : { email }),
})

/** Asks on a terminal what no flag says; elsewhere the usual is taken. */
async function ask(io: Io, flags: InitFlags): Promise<Partial<Answers>> {
  if (io.isTerminal !== true || !process.stdin.isTTY) return {}
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  // What was typed before it was asked for counts, too.
  const typed = lines[Symbol.asyncIterator]()
  const answers: Partial<Record<keyof Answers, string>> = {}
  try {
    for (const name of ["workspace", "application", "email"] as const) {
      if (flags[name] !== undefined) continue
      lines.setPrompt(`${QUESTIONS[name]} (${USUAL[name]}): `)
      lines.prompt()
      const { value, done } = await typed.next()
      // Ctrl+C or Ctrl+D.
      if (done === true) throw new Exit(EXIT.interrupted, "nothing was written")
      if (value.trim() !== "") answers[name] = value.trim()
    }
  } finally {
    lines.close()
  }
  return answers
}

/** What was answered may make no fixture, such as a name where an address is expected. */
async function requireSound(text: string, file: string): Promise<void> {
  try {
    await loadFixture({ fixture: await parseText(text, file), ports: defaultPorts(), baseUrl: "http://hexarium" })
  } catch (error) {
    throw error instanceof FixtureError ? misused(await fixtureProblem(error)) : error
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
