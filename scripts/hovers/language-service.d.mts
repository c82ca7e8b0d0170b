export function textsShown(asked: {
  readonly tsc: string
  readonly folder: string
  readonly file: string
  readonly positions: readonly { readonly line: number; readonly character: number }[]
}): Promise<string[]>
