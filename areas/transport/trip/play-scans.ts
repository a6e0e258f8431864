// What a device shows before the server has heard of it: the trip as it was read, with what was tapped since played over it by the
// same rules. Pure.
import type { InputOf } from '@aangan/contract/endpoint.ts';
import { isChildKind, judgeScan, type Roster, type Verdict } from './judge-scan.ts';
import type { Run, RunChild, tripContract } from './trip.contract.ts';

export type TapInput = InputOf<typeof tripContract.scan>;

function rosterOf(run: Run): Roster {
  return {
    direction: run.direction,
    status: run.status,
    waitMs: run.waitMs,
    children: run.stops.flatMap(({ reachedAt, children }) =>
      children.map(({ id, state, last, receivers }) => ({
        id,
        state,
        stopReachedAt: reachedAt === null ? null : Date.parse(reachedAt),
        last: last && { ...last, at: Date.parse(last.at) },
        receivers: receivers.filter(({ refused }) => !refused).map((one) => one.id),
      })),
    ),
  };
}

export const judgeTap = (run: Run, tap: TapInput): Verdict =>
  judgeScan(rosterOf(run), {
    kind: tap.kind,
    childId: tap.childId,
    receiverId: tap.receiverId,
    at: Date.parse(tap.atDevice),
  });

function childAfter(child: RunChild, tap: TapInput, state: RunChild['state']): RunChild {
  const { kind, atDevice: at } = tap;
  if (!isChildKind(kind)) return child;
  const after = { ...child, state, last: { kind, at, before: child.state } };
  if (kind === 'BOARD') return { ...after, onAt: at };
  if (kind === 'NO_SHOW') return after;
  if (kind === 'UNDO')
    return {
      ...after,
      onAt: state === 'BOARDED' ? child.onAt : null,
      offAt: null,
      receivedBy: null,
      returned: false,
    };
  const receiver = child.receivers.find(({ id }) => id === tap.receiverId);
  return { ...after, offAt: at, receivedBy: receiver?.name ?? null, returned: kind === 'RETURN' };
}

/** Whether a tap of a child tells that the bus is at its stop. */
const isAtStop = (run: Run, { kind }: TapInput): boolean =>
  kind === 'HANDOVER' || (run.direction === 'PICKUP' && (kind === 'BOARD' || kind === 'NO_SHOW'));

function play(run: Run, tap: TapInput): Run {
  const { result, state } = judgeTap(run, tap);
  if (result === 'DENIED' || result === 'SAME') return run;
  const { kind, atDevice: at } = tap;
  if (kind === 'END_ROUTE')
    return {
      ...run,
      status: 'CHECK_DUE',
      arrivedAt: run.arrivedAt ?? at,
      can: { ...run.can, scan: false, check: run.can['scan'] === true },
    };
  // Only the server knows the stickers: until it has looked, the check waits.
  if (kind === 'REAR_CHECK') return { ...run, can: { ...run.can, check: false } };
  const arrives = kind === 'ALIGHT' || kind === 'RETURN' || (kind === 'REACH' && tap.stopId === null);
  return {
    ...run,
    arrivedAt: arrives ? (run.arrivedAt ?? at) : run.arrivedAt,
    stops: run.stops.map((stop) => {
      const here = stop.children.some(({ id }) => id === tap.childId);
      const seen = kind === 'REACH' ? stop.id === tap.stopId : here && isAtStop(run, tap);
      return {
        ...stop,
        reachedAt: seen ? (stop.reachedAt ?? at) : stop.reachedAt,
        children: here
          ? stop.children.map((child) =>
              child.id === tap.childId && state !== null ? childAfter(child, tap, state) : child,
            )
          : stop.children,
      };
    }),
  };
}

/** In the order of the device. */
export const playTaps = (run: Run, taps: readonly TapInput[]): Run =>
  taps.toSorted((a, b) => a.seq - b.seq).reduce(play, run);
