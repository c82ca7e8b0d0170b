/** The part of Storybook that the documents use. The package is not installed here. */
declare module "@storybook/react-vite" {
  interface StoryContext {
    // biome-ignore lint/suspicious/noExplicitAny: Storybook's own types leave parameters and loaded values open.
    readonly parameters: Record<string, any>
    // biome-ignore lint/suspicious/noExplicitAny: see above
    readonly loaded: Record<string, any>
  }
  export type Loader = (context: StoryContext) => Promise<Record<string, unknown>>
  export type Decorator = (story: () => unknown, context: StoryContext) => unknown
  export interface Preview {
    readonly loaders?: Loader[]
    readonly decorators?: Decorator[]
  }
}
