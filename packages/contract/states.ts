/** Transition tables as data, shared by server and browser: `{draft: {submit: 'submitted'}, approved: {}}`. */
export type States<S extends string = string, A extends string = string> = Readonly<
  Record<S, Readonly<Partial<Record<A, S>>>>
>;

/** Declares a transition table. Every target must be a state of the table; a suite walks them. */
export function transitions<const T extends Readonly<Record<string, Readonly<Record<string, string>>>>>(
  table: T,
): T & States<Extract<keyof T, string>> {
  for (const [from, actions] of Object.entries(table))
    for (const [action, to] of Object.entries(actions))
      if (!Object.hasOwn(table, to))
        throw new Error(`State '${to}' (from '${from}' by '${action}') is not in the table`);
  return table as T & States<Extract<keyof T, string>>;
}

export type StateOf<T> = Extract<keyof T, string>;
export type ActionOf<T> =
  T extends Readonly<Record<string, infer A>>
    ? A extends unknown
      ? Extract<keyof A, string>
      : never
    : never;

/** The state an action leads to, or null where the table does not list it. */
export function nextState<T extends States>(table: T, from: string, action: string): StateOf<T> | null {
  const row = Object.hasOwn(table, from) ? (table as States)[from] : undefined;
  const to = row && Object.hasOwn(row, action) ? row[action] : undefined;
  return (to as StateOf<T> | undefined) ?? null;
}

/** Every action that may be taken from a state. */
export const actionsFrom = (table: States, from: string): string[] =>
  Object.keys((table as States)[from] ?? {});
