// Forms keep flat names ('children.0.firstName'); the contract takes the nested shape. The server's field errors carry
// the flat names, so they land on their fields.
type Values = Readonly<Record<string, unknown>>;

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/** `{'children.0.firstName': 'Kiaan'}` -> `{children: [{firstName: 'Kiaan'}]}`; empty entries are left out. */
export function nested(values: Values): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(values)) {
    if (isEmpty(value)) continue;
    const parts = path.split('.');
    let at: Record<string, unknown> = out;
    for (const [i, part] of parts.slice(0, -1).entries()) {
      at[part] ??= /^\d+$/.test(parts[i + 1] ?? '') ? [] : {};
      at = at[part] as Record<string, unknown>; // made one line above
    }
    at[parts.at(-1) ?? path] = /(^|\.)classId$/.test(path) ? Number(value) : value;
  }
  return out;
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
