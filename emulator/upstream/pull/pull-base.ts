import { readFile } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import * as z from "zod"
import { UpstreamProblem } from "../upstream-problem.ts"
import type { PullOptions } from "./pull-fixture.ts"

/**
 * The base of a pulled fixture is a folder with a copy of what was pulled, without attachments, and with the options of
 * the pull. `pull --update` finds out with the base which side changed.
 */
export interface PullBase {
  readonly options: BaseOptions
  /** Names of the attachments. */
  readonly files: readonly string[]
}

/** The options that decide what a pull contains. The token is not among them. */
export type BaseOptions = Pick<
  PullOptions,
  "baseUrl" | "workspace" | "applications" | "items" | "users" | "files" | "anonymise"
>

export const stemOf = (output: string): string => basename(output).replace(/\.[^.]+$/, "")

export const baseFolderOf = (output: string): string => join(dirname(output), `${stemOf(output)}.base`)

export const OPTIONS_FILE = "pull.json"

export function baseOptions({
  baseUrl,
  workspace,
  applications,
  items,
  users,
  files,
  anonymise,
}: PullOptions): BaseOptions {
  return { baseUrl, workspace, applications, items, users, files, anonymise }
}

const pullBase = z.object({
  options: z.object({
    baseUrl: z.string(),
    workspace: z.string().optional(),
    applications: z.array(z.string()).optional(),
    items: z.union([z.enum(["none", "all"]), z.number()]).optional(),
    users: z.enum(["real", "placeholder"]).optional(),
    files: z.boolean().optional(),
    anonymise: z.boolean().optional(),
  }),
  files: z.array(z.string()),
})

/** Reads the options of the base of a pulled fixture; undefined if it has no base. */
export async function readPullBase(output: string): Promise<PullBase | undefined> {
  const file = join(baseFolderOf(output), OPTIONS_FILE)
  try {
    return pullBase.parse(JSON.parse(await readFile(file, "utf8")))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined
    throw new UpstreamProblem(`${file} can't be used; remove its folder, to compare without a base`)
  }
}
