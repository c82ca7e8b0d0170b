import type { Fixture, FixtureItem } from "../../../src/fixtures/index.ts"
import type { Client } from "../../client/index.ts"

export type PulledWorkspace = Fixture["workspaces"][number]
export type PulledApplication = NonNullable<PulledWorkspace["applications"]>[number]
export type PulledDatastore = NonNullable<PulledApplication["datastores"]>[number]
export type PulledField = PulledDatastore["fields"][string]
export type PulledAction = NonNullable<PulledDatastore["actions"]>[string]
export type PulledUser = Fixture["users"][number]
export type PulledItem = FixtureItem

/** Response of an operation of the wire client. */
export type AnswerFrom<N extends keyof Client> = Client[N] extends (...given: never) => Promise<infer A> ? A : never

/** Items of a datastore to read. */
export interface PulledPlace {
  readonly application: string
  readonly displayId: string
  readonly pId: string
  readonly dId: string
}

/** Parts of a workspace that the API did not return, in words, each once. */
export class Untold {
  readonly #texts = new Set<string>()

  add(text: string): void {
    this.#texts.add(text)
  }

  list(): string[] {
    return [...this.#texts]
  }
}

type Names = { readonly en: string; readonly ja: string }

/** Writes a name as a fixture does: as a text if it is the same in both languages. */
export const namesInFixture = ({ en, ja }: Names): string | Names => (en === ja ? en : { en, ja })

/** Leaves out undefined members. */
export const compact = <T extends object>(members: T): { [N in keyof T]: Exclude<T[N], undefined> } =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never
