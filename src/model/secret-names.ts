const SECRET_NAME =
  /password|passwd|token|secret|authorization|confirmation_?id|^(?:pass|pwd|key)$|[_-](?:pass|pwd)$|(?:api|private)[_-]?key/i

/** Returns whether properties of this name hold passwords or tokens. */
export const isSecretName = (name: string): boolean => SECRET_NAME.test(name)
