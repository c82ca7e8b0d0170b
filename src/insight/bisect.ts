import type { KeptVersion } from "./kept-version.ts"

interface Neighbours {
  readonly good: KeptVersion
  readonly bad: KeptVersion
}

/** Finds two neighbours of which the older passes the test and the newer fails it, by binary search. `versions` are oldest first. */
export async function firstFailing(
  versions: readonly KeptVersion[],
  test: (version: KeptVersion) => boolean | Promise<boolean>,
): Promise<Neighbours> {
  const [oldest, newest] = [versions[0], versions.at(-1)]
  if (oldest === undefined || newest === undefined) {
    throw new Error("bisect: the world keeps no versions; create it with createWorld({ history: 1000 })")
  }
  if (await test(newest)) throw new Error(`bisect: the newest version ${newest.version} passes the test`)
  if (!(await test(oldest))) throw new Error(`bisect: the oldest version ${oldest.version} fails the test`)
  let [low, high] = [0, versions.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (await test(versions[middle] as KeptVersion)) low = middle
    else high = middle
  }
  return { good: versions[low] as KeptVersion, bad: versions[high] as KeptVersion }
}
