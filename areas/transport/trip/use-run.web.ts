// The run screen's trip: as the server told it, or as this device kept it, with what waits on the device played over it; and the one
// way in which anything is tapped.
import { todayIst } from '@aangan/contract/period.ts';
import { toApiError } from '@aangan/web/api/api-error.ts';
import { newId } from '@aangan/web/api/new-id.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { refreshCached } from '@aangan/web/api/use-command.ts';
import { isAway, useQuery } from '@aangan/web/api/use-query.ts';
import { callOffline, useWaiting, waitingInput } from '@aangan/web/local/offline-queue.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { scanReasons } from './judge-scan.ts';
import { keepRun, keptRuns } from './kept-run.web.ts';
import { judgeTap, playTaps, type TapInput } from './play-scans.ts';
import { tripContract as contract, type Run } from './trip.contract.ts';
import { REFRESH, runPath, tapTitle } from './trip-look.tsx';

const EVERY_MS = 15_000;
/** A finger that trembles taps what has just come under it. */
export const TREMBLE_MS = 700;
/** So long a read may be under way: one that began before the server had a tap does not hold it. */
const READ_MOST_MS = 15_000;

type What = Pick<TapInput, 'kind'> &
  Partial<Pick<TapInput, 'childId' | 'receiverId' | 'stopId' | 'code' | 'photo'>>;
/** What was said to a tap; null: nothing was sent. */
export type Said = { denied: boolean; text: string | null; waits: boolean } | null;
export type Tap = (what: What) => Promise<Said>;
interface Played {
  readonly tap: TapInput;
  /** When it left this device; null while it has not. */
  readonly goneAt: number | null;
}

/** The taps of this trip that what was read does not hold yet: by the number of the caller's last one it knows, as far as it can. */
function useTaps(tripId: string, read: { at: number; seq: number }) {
  const rows = useWaiting().filter((one) => one.contract === contract.scan.name && one.state !== 'REFUSED');
  const ids = rows.map(({ id }) => id).join();
  const [played, setPlayed] = useState<ReadonlyMap<string, Played>>(new Map());
  /** Of the queue's rows: which scan each carries. */
  const carries = useRef(new Map<string, TapInput>());
  useEffect(() => {
    let gone = false;
    void (async () => {
      const waiting = ids === '' ? [] : ids.split(',');
      for (const id of waiting)
        if (!carries.current.has(id)) {
          const input = (await waitingInput(id)) as TapInput | null; // sealed by `callOffline` from this contract
          if (input) carries.current.set(id, input);
        }
      if (gone) return;
      const inQueue = waiting
        .flatMap((id) => carries.current.get(id) ?? [])
        .filter((tap) => tap.tripId === tripId);
      const now = new Set(inQueue.map(({ id }) => id));
      setPlayed((before) => {
        const next = new Map<string, Played>(inQueue.map((tap) => [tap.id, { tap, goneAt: null }]));
        for (const [id, one] of before)
          if (!now.has(id)) next.set(id, { ...one, goneAt: one.goneAt ?? Date.now() });
        return next;
      });
    })();
    return () => {
      gone = true;
    };
  }, [ids, tripId]);
  const shown = useMemo(
    () =>
      [...played.values()]
        .filter(
          ({ tap, goneAt }) => goneAt === null || read.at <= goneAt + (tap.seq > read.seq ? READ_MOST_MS : 0),
        )
        .map(({ tap }) => tap),
    [played, read.at, read.seq],
  );
  const add = (tap: TapInput) => setPlayed((before) => new Map(before).set(tap.id, { tap, goneAt: null }));
  const settle = (id: string) =>
    setPlayed((before) => {
      const one = before.get(id);
      return one ? new Map(before).set(id, { ...one, goneAt: Date.now() }) : before;
    });
  /** The server refused it. */
  const drop = (id: string) => setPlayed((before) => new Map([...before].filter(([tapId]) => tapId !== id)));
  return { shown, waiting: rows.length, add, settle, drop };
}

/** Without a network the trip that this device kept. */
function useRead(id: string) {
  const query = useQuery(contract.run, { id }, { fresh: 0, every: EVERY_MS });
  const [kept, setKept] = useState<Run | null>(null);
  useEffect(() => {
    if (query.data) void keepRun(query.data, todayIst(serverNow()));
    else
      void keptRuns(todayIst(serverNow())).then((all) => setKept(all.find((run) => run.id === id) ?? null));
  }, [query.data, id]);
  const away = isAway(query);
  return { query, run: query.data ?? (query.error && !away ? null : kept), away };
}

export function useRun(id: string) {
  const { query, run: read, away } = useRead(id);
  const client = useQueryClient();
  const { shown, waiting, add, settle, drop } = useTaps(id, {
    at: query.dataUpdatedAt,
    seq: query.data?.seq ?? 0,
  });
  const run = useMemo(() => read && playTaps(read, shown), [read, shown]);
  const lastTap = useRef({ what: '', at: 0 });
  const seq = useRef(0);
  const latest = useRef({ run, shown });
  latest.current = { run, shown };

  const tap = useCallback<Tap>(
    async ({ kind, childId = null, receiverId = null, stopId = null, code = null, photo = null }) => {
      const { run: now, shown: before } = latest.current;
      if (!now) return null;
      // The check has a dialog of its own between its taps.
      const about = childId ?? stopId ?? (kind === 'REAR_CHECK' ? kind : 'bus');
      const at = Date.now();
      if (lastTap.current.what === about && at - lastTap.current.at < TREMBLE_MS) return null;
      lastTap.current = { what: about, at };
      seq.current = Math.max(seq.current, now.seq, ...before.map((one) => one.seq)) + 1;
      const atDevice = new Date(serverNow()).toISOString();
      const one = {
        tripId: id,
        id: newId(),
        seq: seq.current,
        kind,
        childId,
        receiverId,
        stopId,
        code,
        photo,
        atDevice,
      };
      const verdict = judgeTap(now, one);
      if (verdict.result === 'SAME') return null;
      add(one);
      try {
        const done = await callOffline(contract.scan, one, {
          title: tapTitle(now.route, kind),
          link: runPath(id),
        });
        if (done.waits)
          return {
            denied: verdict.result === 'DENIED',
            text: verdict.reason && scanReasons[verdict.reason],
            waits: true,
          };
        settle(one.id);
        await refreshCached(client, REFRESH);
        return { denied: done.output.result === 'DENIED', text: done.output.text, waits: false };
      } catch (error) {
        drop(one.id);
        await refreshCached(client, REFRESH);
        return { denied: true, text: toApiError(error).message, waits: false };
      }
    },
    [id, client, add, settle, drop],
  );
  return { query, run, away, waiting, tap };
}
