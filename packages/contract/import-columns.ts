// Which heading of a file is which column of an import.

/** A column as headings are compared with it. */
export interface HeadingColumn {
  readonly name: string;
  readonly names: readonly string[];
}

/** What each heading is taken for, in their order; null = nothing is read from it. */
export type MatchedColumns = readonly (string | null)[];

// Headings that mean the same wherever they stand; each group by its keys.
const SAME: readonly (readonly string[])[] = [
  [
    'mobile',
    'mobileno',
    'mobilenumber',
    'phone',
    'phoneno',
    'phonenumber',
    'contactno',
    'contactnumber',
    'cell',
  ],
  ['email', 'emailid', 'emailaddress', 'mailid'],
  ['dob', 'dateofbirth', 'birthdate', 'birthday', 'childdob'],
  ['pincode', 'pin', 'pinno', 'postalcode', 'postcode', 'zip', 'zipcode'],
  ['source', 'leadsource', 'enquirysource'],
  ['class', 'classname', 'std', 'standard', 'grade'],
  ['gender', 'sex'],
  ['state', 'statename'],
  ['district', 'districtname'],
  ['city', 'cityname'],
  ['lat', 'latitude'],
  ['lng', 'lon', 'long', 'longitude'],
  ['remarks', 'remark', 'note', 'notes', 'comments'],
];
const GROUP = new Map(SAME.flatMap((keys, group) => keys.map((key) => [key, group])));

/** 'Mobile No. *', 'mobile_no' and 'MobileNo' as one key. */
export const headingKey = (title: string): string => title.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** Lines among which the heading is looked for: a title, a date or an address may stand above it. */
export const HEADING_LINES = 10;

/** The columns of the headings: by their own names, else as they were chosen before (by `headingKey`), else by a usual word for the same. Each once. */
export function matchColumns(
  columns: readonly HeadingColumn[],
  titles: readonly string[],
  chosenBefore: ReadonlyMap<string, string | null> = new Map(),
): (string | null)[] {
  const own = new Map(
    columns.flatMap(({ name, names }) => [name, ...names].map((one) => [headingKey(one), name])),
  );
  const groups = new Map(
    [...own].flatMap(([key, name]) => {
      const group = GROUP.get(key);
      return group === undefined ? [] : [[group, name] as const];
    }),
  );
  const known = new Set(columns.map(({ name }) => name));
  const taken = new Set<string>();
  const once = (name: string | null | undefined): string | null => {
    if (!name || !known.has(name) || taken.has(name)) return null;
    taken.add(name);
    return name;
  };
  const keys = titles.map(headingKey);
  const certain = keys.map((key) => once(own.get(key)));
  const chosen = keys.map((key, at) => certain[at] ?? once(chosenBefore.get(key)));
  // What somebody chose not to read stays unread.
  return keys.map(
    (key, at) =>
      chosen[at] ?? (chosenBefore.get(key) === null ? null : once(groups.get(GROUP.get(key) ?? -1))),
  );
}

/** Index of the line that holds the headings: the one with most of these columns; without any, the first with two cells. */
export function headingIndex(
  columns: readonly HeadingColumn[],
  lines: readonly { readonly cells: readonly string[] }[],
  chosenBefore?: ReadonlyMap<string, string | null>,
): number {
  let best = { at: -1, score: 0 };
  for (const [at, { cells }] of lines.slice(0, HEADING_LINES).entries()) {
    const score = matchColumns(columns, cells, chosenBefore).filter(Boolean).length;
    if (score > best.score) best = { at, score };
  }
  if (best.at >= 0) return best.at;
  return Math.max(
    0,
    lines.slice(0, HEADING_LINES).findIndex(({ cells }) => cells.filter(Boolean).length > 1),
  );
}
