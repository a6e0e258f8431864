// From what a form holds to what the contract takes: empty entries are left out, a class is a number again.
type Values = Readonly<Record<string, unknown>>;

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';
const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Without empty entries, also inside `children` and `consents`. */
export function filled(values: Values): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    if (isEmpty(value)) continue;
    if (name === 'classId') out[name] = Number(value);
    else if (Array.isArray(value)) out[name] = value.map((one) => (isValues(one) ? filled(one) : one));
    else out[name] = isValues(value) ? filled(value) : value;
  }
  return out;
}

/** The value at a path such as 'children.0.firstName'. */
export function valueAt(values: Values, path: string): unknown {
  let at: unknown = values;
  for (const part of path.split('.'))
    at = Array.isArray(at) ? at[Number(part)] : isValues(at) ? at[part] : undefined;
  return at;
}

/** Only what differs from the start; an emptied entry becomes null. */
export function changed(start: Values, values: Values): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value === start[name] || (isEmpty(value) && isEmpty(start[name]))) continue;
    out[name] = isEmpty(value) ? null : name === 'classId' ? Number(value) : value;
  }
  return out;
}

/** A typed text; null where there is none. */
export const textAt = (values: Readonly<Record<string, unknown>>, name: string): string | null => {
  const value = valueAt(values, name);
  return typeof value === 'string' && value !== '' ? value : null;
};
