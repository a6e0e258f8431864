/** What a teacher reads after reminding the families of an entry or a homework. */
export const remindedText = (families: number): string =>
  families === 0
    ? 'Nobody is left to remind today.'
    : families === 1
      ? '1 family is reminded.'
      : `${families} families are reminded.`;
