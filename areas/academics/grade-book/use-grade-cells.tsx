// The grid's cells: what the server has, what was entered since, and their saving in the background.
import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { type ApiError, toApiError } from '@aangan/web/api/api-error.ts';
import { call } from '@aangan/web/api/call.ts';
import { newId } from '@aangan/web/api/new-id.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { useEffect, useReducer, useRef, useState } from 'react';
import { gradeContract } from './grade.contract.ts';

export type GradeSheet = OutputOf<typeof gradeContract.sheet>;
type Saved = OutputOf<typeof gradeContract.save>['cells'][number];

export interface CellValue {
  levelId: string | null;
  notObserved: string | null;
}
export interface CellAt {
  enrolmentId: string;
  parameterId: string;
}
/** Another person changed the cell meanwhile: theirs stands, the own one is kept until somebody chooses. */
export interface CellConflict extends CellAt {
  own: CellValue;
  theirs: CellValue;
  by: string | null;
}

const EMPTY: CellValue = { levelId: null, notObserved: null };
const MOST_AT_ONCE = 200;
/** Entries of one moment go out together. */
const PAUSE_MS = 600;

export const keyOf = ({ enrolmentId, parameterId }: CellAt): string => `${enrolmentId} ${parameterId}`;
export const isFilled = ({ levelId, notObserved }: CellValue): boolean =>
  levelId !== null || notObserved !== null;
const same = (a: CellValue | undefined, b: CellValue | undefined): boolean =>
  a?.levelId === b?.levelId && a?.notObserved === b?.notObserved;

export interface GradeCells {
  cellOf: (at: CellAt) => CellValue;
  set: (cells: readonly CellAt[], value: CellValue) => void;
  conflicts: readonly CellConflict[];
  /** Keeps theirs, or sends the own value once more. */
  settle: (conflict: CellConflict, useOwn: boolean) => void;
  /** Cells that are not saved yet. */
  waiting: number;
  error: ApiError | null;
  /** Saves what waits now; true when nothing is left. */
  flush: () => Promise<boolean>;
}

export function useGradeCells(sheet: GradeSheet): GradeCells {
  const { sectionId, termId } = sheet;
  const server = useRef(new Map<string, CellValue & { version: number }>());
  const pending = useRef(new Map<string, CellAt & CellValue>());
  const [conflicts, setConflicts] = useState<readonly CellConflict[]>([]);
  const [error, setError] = useState<ApiError | null>(null);
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const running = useRef<Promise<void> | null>(null);

  useEffect(() => {
    server.current = new Map(sheet.cells.map((cell) => [keyOf(cell), cell]));
    redraw();
  }, [sheet.cells]);
  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current);
    },
    [],
  );

  const take = (cell: Saved, sent: CellValue | undefined) => {
    const key = keyOf(cell);
    server.current.set(key, cell);
    if (same(pending.current.get(key), sent)) pending.current.delete(key);
    if (cell.outcome === 'REFUSED') notice.warn(cell.problem ?? 'A grade was not saved.');
    if (cell.outcome === 'CONFLICT' && sent)
      setConflicts((now) => [
        ...now.filter((one) => keyOf(one) !== key),
        {
          enrolmentId: cell.enrolmentId,
          parameterId: cell.parameterId,
          own: sent,
          theirs: cell,
          by: cell.by,
        },
      ]);
  };

  const saveAll = async () => {
    if (!sectionId || !termId) return;
    try {
      while (pending.current.size > 0) {
        const batch = [...pending.current.values()].slice(0, MOST_AT_ONCE);
        const saved = await call(
          gradeContract.save,
          {
            sectionId,
            termId,
            cells: batch.map((cell) => ({
              ...cell,
              baseVersion: server.current.get(keyOf(cell))?.version ?? 0,
            })),
          },
          { idempotencyKey: newId(), background: true },
        );
        for (const cell of saved.cells)
          take(
            cell,
            batch.find((one) => keyOf(one) === keyOf(cell)),
          );
        setError(null);
        redraw();
      }
    } catch (failure) {
      // What was entered stays, marked as not saved, until it is tried again.
      setError(toApiError(failure));
    }
  };
  const flush = async (): Promise<boolean> => {
    if (timer.current) clearTimeout(timer.current);
    running.current ??= saveAll().finally(() => {
      running.current = null;
    });
    await running.current;
    redraw();
    return pending.current.size === 0;
  };

  const cellOf = (at: CellAt): CellValue =>
    pending.current.get(keyOf(at)) ?? server.current.get(keyOf(at)) ?? EMPTY;
  const set: GradeCells['set'] = (cells, value) => {
    for (const { enrolmentId, parameterId } of cells) {
      const key = keyOf({ enrolmentId, parameterId });
      if (!same(cellOf({ enrolmentId, parameterId }), value))
        pending.current.set(key, { enrolmentId, parameterId, ...value });
    }
    if (timer.current) clearTimeout(timer.current);
    timer.current = setTimeout(() => void flush(), PAUSE_MS);
    redraw();
  };
  return {
    cellOf,
    set,
    conflicts,
    settle: (conflict, useOwn) => {
      setConflicts((now) => now.filter((one) => one !== conflict));
      if (useOwn) set([conflict], conflict.own);
    },
    waiting: pending.current.size,
    error,
    flush,
  };
}
