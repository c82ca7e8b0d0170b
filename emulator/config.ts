import type { StartSettings } from "./start-settings.ts"

/**
 * Settings in `hexarium.config.ts` or `.json` (control.md section 1, "config"). Each setting has the same name as the
 * corresponding flag of `start` and `exec`.
 */
export interface Config extends StartSettings {
  /** URL or path of the JSON schema that editors use to check a JSON config. */
  readonly $schema?: string
  /** Fixture files to load if the command line names none. Paths are relative to the config file. */
  readonly fixtures?: string | readonly string[]
}

/** A config, or a function that returns a config or a promise of a config. */
export type ConfigInput = Config | (() => Config | Promise<Config>)

/**
 * Returns the given config unchanged. Calling this function lets editors check the config's type.
 *
 * @example
 * ```ts
 * import { defineConfig } from "hexarium/config"
 *
 * export default defineConfig({ fixtures: "world.yaml", port: 8080, clock: "frozen" })
 * ```
 */
export const defineConfig = (config: ConfigInput): ConfigInput => config
