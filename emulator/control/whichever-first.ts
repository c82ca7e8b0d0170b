/** Several signals as one, for work that looks now and then whether it is wanted still. `AbortSignal.any` would hang on to every request for as long as the world is there. */
export const whicheverFirst = (signals: readonly AbortSignal[]): Pick<AbortSignal, "aborted"> => ({
  get aborted() {
    return signals.some(({ aborted }) => aborted)
  },
})
