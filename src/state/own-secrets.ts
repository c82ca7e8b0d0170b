import { xoroshiro128plusFromState } from "pure-rand/generator/xoroshiro128plus"
import type { State } from "./state.ts"
import { textDigest } from "./store/digest.ts"
import type { RandomStream } from "./tx.ts"

/** Returns a random stream for the secrets of a dry run. It is a function of the state, but not a part of the world's stream. */
export function ownSecretsOf({ scalars }: State): RandomStream {
  const words = textDigest(`secrets of a dry run ${scalars.random.join(" ")}`).match(/[0-9a-f]{8}/g) ?? []
  return xoroshiro128plusFromState(words.slice(0, 4).map((word) => Number.parseInt(word, 16) | 0))
}
