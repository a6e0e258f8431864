import { refuse } from '@aangan/contract/refusal.ts';

/**
 * Refuses (422) text that no column can keep: NUL, and half of a surrogate pair (jsonb). Looked at once for all
 * operations, before any schema, so that a forgotten rule in one contract is not a fault of ours (promise R1).
 */
export function ensureStorable(input: Readonly<Record<string, unknown>>): void {
  // A list, not recursion: an input may be nested 10,000 deep.
  const open: [path: string, value: unknown][] = Object.entries(input);
  for (let next = open.pop(); next; next = open.pop()) {
    const [path, value] = next;
    if (typeof value === 'string') {
      if (value.includes('\0') || !value.isWellFormed())
        throw refuse('input.invalid', {
          fields: { [path.toWellFormed().replaceAll('\0', '')]: 'Remove the invisible control characters' },
        });
    } else if (value !== null && typeof value === 'object') {
      // Two names are enough to find the field; a full path of a deep input would be long.
      for (const [key, inner] of Object.entries(value))
        open.push([path.length > 80 ? path : `${path}.${key}`, inner]);
    }
  }
}
