import type { ScriptFault, ScriptOutcome, ScriptRun, Scripts } from "../../../src/ports/index.ts"

/** Implementation of a fake script. */
export type FakeScript = (run: ScriptRun) => unknown

/** Simulates a script that throws a value. */
export class Rejected {
  readonly reason: unknown

  constructor(reason: unknown) {
    this.reason = reason
  }
}

/** Fake scripts: the code is the name of a test's function. Records the data of each run. */
export class FakeScripts implements Scripts {
  readonly runs: { readonly code: string; readonly data: Record<string, unknown>; readonly run: ScriptRun }[] = []
  readonly #scripts: Readonly<Record<string, FakeScript>>

  constructor(scripts: Readonly<Record<string, FakeScript>>) {
    this.#scripts = scripts
  }

  async run(run: ScriptRun): Promise<{ outcome: ScriptOutcome; logs: string[] }> {
    this.runs.push({ code: run.code, data: structuredClone(run.data) as Record<string, unknown>, run })
    const logs = [`ran ${run.code}`]
    const script = this.#scripts[run.code]
    if (script === undefined) return { outcome: { status: "stopped", message: `no script ${run.code}` }, logs }
    try {
      return { outcome: { status: "resolved", value: await script(run) }, logs }
    } catch (error) {
      const reason = error instanceof Rejected ? error.reason : error instanceof Error ? error.message : error
      return { outcome: { status: "rejected", reason }, logs }
    }
  }

  async check(code: string): Promise<ScriptFault | null> {
    return code in this.#scripts ? null : { message: `no script ${code}`, line: 1, column: 1 }
  }

  close(): void {}
}
