/** Turns a name into the form used in file names, e.g. `createItemWithItemID` into `create-item-with-item-id`. */
export const inKebabCase = (name: string): string =>
  name.replaceAll(/[A-Z]+(?![a-z])|[A-Z]/g, (capitals) => `-${capitals.toLowerCase()}`)
