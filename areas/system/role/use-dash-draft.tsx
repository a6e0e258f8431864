import { useMemo, useState } from 'react';
import { type Right, roleDelta } from './role-delta.ts';
import type { MatrixDashboard, RoleMatrix } from './role-matrix.ts';

type Flags = Pick<MatrixDashboard, 'on' | 'isActive' | 'isDefault' | 'isWrite' | 'position'>;

/** What is set over the dashboards of a role as they are stored. */
export function useDashDraft(matrix: RoleMatrix) {
  const [flags, setFlags] = useState<Readonly<Record<number, Flags>>>({});
  const [rights, setRights] = useState<Readonly<Record<string, Right>>>({});
  const [subs, setSubs] = useState<Readonly<Record<number, { on: boolean; isWrite: boolean | null }>>>({});
  const stored = useMemo(() => new Map(matrix.modules.map((m) => [m.name, m.right])), [matrix]);
  const right = (module: string): Right => rights[module] ?? stored.get(module) ?? 'NONE';
  const dashboards = matrix.dashboards
    .map((d) => ({
      ...d,
      ...flags[d.id],
      subs: d.subs.map((s) => ({
        ...s,
        ...(rights[s.module] === undefined ? {} : { on: right(s.module) !== 'NONE' }),
        ...subs[s.id],
      })),
    }))
    .sort((a, b) => a.position - b.position || a.id - b.id);
  const setFlag = (id: number, part: Partial<Flags>) => {
    const known = dashboards.find((d) => d.id === id);
    if (!known) return;
    const { on, isActive, isDefault, isWrite, position } = known;
    setFlags((all) => ({
      ...all,
      // One default a role: choosing one takes it from the other.
      ...(part.isDefault
        ? Object.fromEntries(
            dashboards
              .filter((d) => d.isDefault && d.id !== id)
              .map((d) => [
                d.id,
                {
                  on: d.on,
                  isActive: d.isActive,
                  isDefault: false,
                  isWrite: d.isWrite,
                  position: d.position,
                },
              ]),
          )
        : {}),
      [id]: { on, isActive, isDefault, isWrite, position, ...part },
    }));
  };
  const changedFlags = Object.entries(flags).filter(([id, now]) => {
    const was = matrix.dashboards.find((d) => d.id === Number(id));
    return (['on', 'isActive', 'isDefault', 'isWrite', 'position'] as const).some(
      (name) => was?.[name] !== now[name],
    );
  });
  const delta = roleDelta.parse({
    dashboards: changedFlags.map(([id, now]) => ({ dashboardId: Number(id), ...now })),
    modules: Object.entries(rights)
      .filter(([module, to]) => stored.get(module) !== to)
      .map(([module, to]) => ({ module, to })),
    subs: Object.entries(subs).map(([id, sub]) => ({ subDashboardId: Number(id), ...sub })),
  });
  return {
    dashboards,
    right,
    delta,
    setFlag,
    setRight: (module: string, to: Right) => setRights((all) => ({ ...all, [module]: to })),
    setSub: (id: number, sub: { on: boolean; isWrite: boolean | null }) =>
      setSubs((all) => ({ ...all, [id]: sub })),
    copy: (other: RoleMatrix) => {
      setRights(
        Object.fromEntries(
          other.modules.filter((m) => !/^level_/.test(m.name)).map((m) => [m.name, m.right]),
        ),
      );
      setFlags(
        Object.fromEntries(
          other.dashboards
            .filter((d) => d.on)
            .map((d) => [
              d.id,
              {
                on: true,
                isActive: d.isActive,
                isDefault: d.isDefault,
                isWrite: d.isWrite,
                position: d.position,
              },
            ]),
        ),
      );
    },
    clear: () => {
      setFlags({});
      setRights({});
      setSubs({});
    },
    /** Swaps two neighbours, so that the order is the role's own. */
    move: (id: number, by: 1 | -1) => {
      const order = dashboards.map((d) => d.id);
      const at = order.indexOf(id);
      const other = order[at + by];
      if (other === undefined) return;
      order[at] = other;
      order[at + by] = id;
      setFlags((all) => ({
        ...all,
        ...Object.fromEntries(
          order.flatMap((one, i) => {
            const d = dashboards.find((x) => x.id === one);
            return d?.on
              ? [
                  [
                    one,
                    {
                      on: d.on,
                      isActive: d.isActive,
                      isDefault: d.isDefault,
                      isWrite: d.isWrite,
                      position: i + 1,
                    },
                  ],
                ]
              : [];
          }),
        ),
      }));
    },
  };
}
