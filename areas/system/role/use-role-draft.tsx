import { useCallback, useMemo, useState } from 'react';
import { type Right, type RoleDelta, roleDelta } from './role-delta.ts';
import type { RoleMatrix } from './role-matrix.ts';

type Fields = Partial<RoleDelta['fields']>;

export interface RoleDraft {
  right(module: string): Right;
  setRight(modules: readonly string[], to: Right): void;
  code(code: string): boolean;
  setCode(code: string, to: boolean): void;
  giver(roleId: number): boolean;
  setGiver(roleId: number, to: boolean): void;
  fields: RoleMatrix['role'];
  setField<K extends keyof RoleDelta['fields']>(name: K, value: RoleDelta['fields'][K]): void;
  changed(module: string): boolean;
  delta: RoleDelta;
  undo: (() => void) | null;
  clear(): void;
}

interface State {
  rights: Readonly<Record<string, Right>>;
  codes: Readonly<Record<string, boolean>>;
  givers: Readonly<Record<number, boolean>>;
  fields: Fields;
}
const nothing: State = { rights: {}, codes: {}, givers: {}, fields: {} };

/** What is ticked over a role as it is stored; ticks survive a reload of the role (412) because they are kept apart. */
export function useRoleDraft(matrix: RoleMatrix): RoleDraft {
  const [past, setPast] = useState<readonly State[]>([]);
  const [state, setState] = useState<State>(nothing);
  const stored = useMemo(() => new Map(matrix.modules.map((m) => [m.name, m.right])), [matrix]);
  const heldCodes = useMemo(() => new Set(matrix.codes.filter((c) => c.held).map((c) => c.code)), [matrix]);
  const heldGivers = useMemo(() => new Set(matrix.givers), [matrix]);
  const change = useCallback(
    (next: (before: State) => State) => {
      setPast((all) => [...all.slice(-49), state]);
      setState(next(state));
    },
    [state],
  );
  const right = (module: string): Right => state.rights[module] ?? stored.get(module) ?? 'NONE';
  const code = (name: string) => state.codes[name] ?? heldCodes.has(name);
  const giver = (id: number) => state.givers[id] ?? heldGivers.has(id);
  const delta = useMemo(
    () =>
      roleDelta.parse({
        fields: Object.fromEntries(
          Object.entries(state.fields).filter(
            ([name, value]) =>
              value !== undefined && value !== (matrix.role as Record<string, unknown>)[name],
          ),
        ),
        modules: Object.entries(state.rights)
          .filter(([module, to]) => stored.get(module) !== to)
          .map(([module, to]) => ({ module, to })),
        codes: Object.entries(state.codes)
          .filter(([name, to]) => heldCodes.has(name) !== to)
          .map(([name, to]) => ({ code: name, to })),
        givers: Object.entries(state.givers)
          .filter(([id, to]) => heldGivers.has(Number(id)) !== to)
          .map(([id, to]) => ({ roleId: Number(id), to })),
      }),
    [state, stored, heldCodes, heldGivers, matrix],
  );
  return {
    right,
    setRight: (modules, to) =>
      change((s) => ({ ...s, rights: { ...s.rights, ...Object.fromEntries(modules.map((m) => [m, to])) } })),
    code,
    setCode: (name, to) => change((s) => ({ ...s, codes: { ...s.codes, [name]: to } })),
    giver,
    setGiver: (id, to) => change((s) => ({ ...s, givers: { ...s.givers, [id]: to } })),
    fields: { ...matrix.role, ...state.fields } as RoleMatrix['role'],
    setField: (name, value) => change((s) => ({ ...s, fields: { ...s.fields, [name]: value } })),
    changed: (module) => state.rights[module] !== undefined && state.rights[module] !== stored.get(module),
    delta,
    undo:
      past.length > 0
        ? () => {
            setState(past.at(-1) ?? nothing);
            setPast(past.slice(0, -1));
          }
        : null,
    clear: () => {
      setState(nothing);
      setPast([]);
    },
  };
}
