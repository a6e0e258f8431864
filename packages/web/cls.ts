/** Joins class names; absent and false ones are left out. */
export const cls = (...names: (string | undefined | false | null)[]): string =>
  names.filter(Boolean).join(' ');
