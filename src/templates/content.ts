import type { FixtureApplication } from "../fixture/load/loading.ts"
import type { TemplateHistory } from "./history-form.ts"

/** What a template is made of: an application as fixtures have it, with its items, and histories of these. */
export interface TemplateContent {
  readonly application: FixtureApplication
  readonly histories: readonly TemplateHistory[]
}

/** What an archive says of itself. */
export interface TemplateHead {
  readonly name: string
  readonly category: string
  readonly description: string
}
