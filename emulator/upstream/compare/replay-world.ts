import { type Fixture, FixtureError } from "../../../src/fixtures/index.ts"
import { createEngineWorld, type EngineWorld } from "../../../src/world/index.ts"
import { type FixtureFiles, serverPorts } from "../../adapters/index.ts"
import { type App, createApp } from "../../app.ts"
import { type Control, createControl } from "../../client/index.ts"
import { idsIn } from "../../insight/index.ts"
import type { HarEntry } from "../har/read-har.ts"
import { withRecordedPasswords } from "./recorded-users.ts"

/** The fixture to compare with, and the files that it names. */
export interface ComparedFixture {
  readonly fixture: Fixture
  readonly sources?: FixtureFiles["sources"] | undefined
  readonly blame?: FixtureFiles["blame"] | undefined
}

/** A fresh world of a fixture that answers recorded requests. */
export interface ReplayWorld {
  readonly world: EngineWorld
  readonly app: App
  readonly control: Control
  /** All IDs of the world before the first request. */
  readonly ids: ReadonlySet<string>
  /** Whether the world's clock follows the times of the recording, because the fixture does not set the time. */
  readonly followsRecording: boolean
  close(): Promise<void>
}

/**
 * Creates a world of the fixture, with the time of the first request. Its base URL is that of the recorded server, so that links are equal.
 */
export async function openReplayWorld(
  { fixture, sources, blame }: ComparedFixture,
  entries: readonly HarEntry[],
  baseUrl: string,
): Promise<ReplayWorld> {
  const ports = await serverPorts()
  const { clock } = fixture
  const followsRecording = clock?.now === undefined && clock?.mode !== "frozen"
  const [first] = entries
  try {
    const world = await createEngineWorld({
      fixture: withRecordedPasswords(fixture, entries),
      sources,
      ports,
      baseUrl,
      ...(followsRecording && first !== undefined ? { clock: startOf(first) } : {}),
    })
    const app = createApp({ world })
    const control = createControl({ app })
    const exported: unknown = await control.exportWorld()
    return {
      world,
      app,
      control,
      ids: new Set(idsIn(JSON.stringify(exported, withoutFiles))),
      followsRecording,
      async close() {
        app.close()
        await world.close()
        ports.scripts.close()
      },
    }
  } catch (error) {
    throw error instanceof FixtureError && blame !== undefined ? blame(error) : error
  }
}

const startOf = ({ startedDateTime }: HarEntry) =>
  ({ mode: "frozen", now: new Date(startedDateTime).toISOString() }) as const

/** Leaves out the contents of files, which contain no IDs of the world. */
const withoutFiles = (_: string, value: unknown): unknown =>
  typeof value === "string" && value.startsWith("data:") ? undefined : value
