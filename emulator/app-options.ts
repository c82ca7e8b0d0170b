import { type NamesOf, type Patterns, requireOptions, shown, World } from "../src/inside.ts"
import type { RemoteControl } from "./control/guard.ts"
import type { Reads } from "./api/http/read-barrier.ts"
import type { PageFile } from "./pages/pages.ts"
import type { Worlds, WorldsOptions } from "./worlds/worlds.ts"

/** What an app serves, to whom, and what it stands on. */
export interface AppOptions extends WorldsOptions, RemoteControl {
  /** The world `main`. Either this or `worlds`. */
  readonly world?: World
  /** Worlds that another app or server has already. */
  readonly worlds?: Worlds
  /** The only origins whose pages may use the API; none given = all. */
  readonly corsOrigins?: readonly string[]
  /** Hosts the server may be called by besides those of the loopback (control.md section 4). */
  readonly allowedHosts?: readonly string[]
  /** For worlds whose ports bring none: what regular expressions with lookaround and backreferences run on. */
  readonly patterns?: Patterns
  /** Reads the files of the dashboard and the reference, which are served only then. */
  readonly pageFile?: PageFile
  /** What reads of worlds that several servers share see; `fenced` when absent. */
  readonly reads?: Reads
  /**
   * Members of request bodies that the operation does not know are refused with INVALID_PARAMS (errors.md section 3). Passed over unless
   * true, as the service does.
   */
  readonly strict?: boolean
  /** Told of every error that is a bug of ours. */
  readonly onBug?: (error: unknown, operation: string) => void
}

/** The options that there are. */
export const APP_OPTIONS: NamesOf<AppOptions> = {
  ...{ world: true, corsOrigins: true, strict: true, allowedHosts: true, worlds: true, requestLogSize: true },
  ...{ controlToken: true, allowRemoteControl: true, patterns: true, pageFile: true, reads: true, onBug: true },
}

/** Refuses options that mean nothing, each with what would; `where` is who takes them. */
export function requireAppOptions<T extends AppOptions>(where: string, options: T, known: NamesOf<T>): void {
  if (options instanceof World) throw new TypeError(`${where} takes an object of options: ${where}({ world })`)
  requireOptions(where, options, known)
  const { corsOrigins, allowedHosts } = options
  for (const [name, list] of Object.entries({ corsOrigins, allowedHosts })) {
    // A text would be taken for a list of its letters.
    if (list === undefined || Array.isArray(list)) continue
    throw new TypeError(`${where}: ${name} is a list of texts, not ${shown(list)}`)
  }
}

/** The world that `createApp` was given. */
export function mainOf({ world }: AppOptions): World {
  if (world === undefined) throw new TypeError("createApp needs a `world` or `worlds`")
  if (!(world instanceof World)) {
    throw new TypeError(`createApp: world is what createWorld answers, not ${shown(world)}`)
  }
  return world
}
