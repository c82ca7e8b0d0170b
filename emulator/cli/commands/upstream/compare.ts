import { FixtureError } from "../../../../src/fixtures/index.ts"
import { readFixtureFiles } from "../../../adapters/index.ts"
import { readDemo } from "../../../demo.ts"
import {
  baselineText,
  type Comparison,
  compareRecording,
  compareWithBaseline,
  type DifferenceGroup,
  readBaseline,
  readHar,
  UpstreamProblem,
} from "../../../upstream/index.ts"
import { fixtureProblem } from "../../fixture-mistakes.ts"
import { commandError, EXIT, type Io, usageError } from "../../io.ts"
import { writeOutput } from "../../output.ts"
import { countText, print, valueText } from "../../print.ts"
import { printable } from "../../printable.ts"
import { progressOn } from "../../progress.ts"
import { asFailure, exportIn, remoteServer } from "../../remote/running-server.ts"
import type { CompareFlags } from "./declare.ts"

/** Exit code of a comparison that found differences. */
const EXIT_DIFFERENT = 2

/** Runs `hexarium compare`: exit 0 if all responses are equal, or as the baseline says; 2 if they differ. */
export async function compare(
  io: Io,
  recording: string,
  fixtures: readonly string[],
  flags: CompareFlags,
): Promise<number> {
  const { baseline, write, as } = flags
  if (write && baseline === undefined) throw usageError("--write needs --baseline with the file to write")
  const progress = progressOn(io, "comparing")
  try {
    const known = baseline === undefined || write ? undefined : await readBaseline(baseline)
    const { entries, others, unread } = await readHar(recording)
    const fixture = await comparedFixture(io, fixtures, flags)
    const found = await compareRecording(entries, fixture, {
      ignore: flags.ignore ?? [],
      as,
      onProgress: progress.report,
    })
    progress.end()
    const comparison = { ...found, skipped: found.skipped + others, unread: Object.fromEntries(unread) }
    if (comparison.compared === 0 && comparison.differences.length === 0) {
      throw commandError(printable(`${recording}: no response could be compared${leftOut(comparison)}`))
    }
    if (write && baseline !== undefined) {
      await writeOutput(io, baseline, baselineText(comparison.differences))
      io.out(`${baseline} accepts ${countText(comparison.differences.length, "difference")}\n`)
      return EXIT.ok
    }
    const { added, vanished } = compareWithBaseline(comparison.differences, known ?? { differences: [] })
    print(io, flags, { ...comparison, differences: added, vanished }, () => reportText(comparison, added, vanished))
    return added.length + vanished.length === 0 ? EXIT.ok : EXIT_DIFFERENT
  } catch (error) {
    if (error instanceof UpstreamProblem) throw commandError(printable(error.message))
    throw error instanceof FixtureError ? commandError(await fixtureProblem(error)) : error
  } finally {
    progress.end()
  }
}

async function comparedFixture(io: Io, fixtures: readonly string[], flags: CompareFlags) {
  const { world, url, allowFiles } = flags
  if (fixtures.length > 0) {
    if (world !== undefined) throw usageError("expected fixture files or --world, received both")
    return readFixtureFiles(fixtures, { allowFiles })
  }
  if (world === undefined && url === undefined) return readDemo()
  const server = remoteServer(io, flags)
  try {
    return { fixture: exportIn(await server.control.exportWorld()) }
  } catch (error) {
    throw asFailure(error, server)
  }
}

interface ReadComparison extends Comparison {
  /** Number of requests to the API that could not be read, by reason. */
  readonly unread: Readonly<Record<string, number>>
}

/** Describes the requests that were not compared. */
function leftOut({ skipped, bodiless, incomplete, unread }: ReadComparison): string {
  const parts = [
    [skipped, "(other sites, preflights, cached or without a response)"],
    ...Object.entries(unread).map(([reason, count]) => [count, reason] as const),
    [incomplete, "whose bytes the recording lacks"],
    [bodiless, "whose response body the recording lacks"],
  ] as const
  const counts = parts.flatMap(([count, reason]) => (count === 0 ? [] : [`${count} ${reason}`]))
  return counts.length === 0 ? "" : `; skipped ${counts.join(", ")}`
}

function reportText(
  comparison: ReadComparison,
  added: readonly DifferenceGroup[],
  vanished: readonly { readonly operation: string; readonly path: string; readonly kind: string }[],
): string {
  const head = `compared ${countText(comparison.compared, "request")}${printable(leftOut(comparison))}: `
  if (added.length + vanished.length === 0) return `${head}no differences\n`
  const lines = added.flatMap((group) => [
    `  ${printable(group.operation)} ${printable(group.path)}  ${WORDS[group.kind]}${group.count === 1 ? "" : ` ×${group.count}`}`,
    `    there ${valueText(group.there)}`,
    `    here  ${valueText(group.here)}`,
  ])
  const gone = vanished.map(({ operation, path, kind }) => `  ${operation} ${path}  no longer differs (${kind})`)
  return [`${head}${countText(added.length + vanished.length, "difference")}`, ...lines, ...gone, ""].join("\n")
}

const WORDS = {
  status: "another status",
  header: "another header",
  missing: "missing here",
  extra: "not there",
  type: "another type",
  value: "another value",
  order: "another order",
  length: "another number of elements",
} as const
