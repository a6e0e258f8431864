// What a tap or a scan does to a child, decided alike wherever it is asked (areas/transport.md 2.5 and 3.12). Pure.
import type { ChildState, RunDirection, TripStatus } from './trip.states.ts';

export const childKinds = ['BOARD', 'NO_SHOW', 'ALIGHT', 'HANDOVER', 'RETURN', 'UNDO'] as const;
/** What happens to a child, and what happens to the bus: one queue holds both, in the order of the device. */
export const scanKinds = [...childKinds, 'REACH', 'END_ROUTE', 'REAR_CHECK'] as const;
export type ChildKind = (typeof childKinds)[number];
export type ScanKind = (typeof scanKinds)[number];
export const isChildKind = (kind: ScanKind): kind is ChildKind =>
  (childKinds as readonly string[]).includes(kind);

/** Why not, or what to mind, as the person at the bus reads it. */
export const scanReasons = {
  TRIP_CLOSED: 'This trip does not run now.',
  WRONG_ROUTE: 'This child is not on this trip.',
  WRONG_WAY: 'This does not happen on this way of the trip.',
  ALREADY_ON: 'Is on the bus already.',
  ALREADY_OFF: 'Has left the bus already.',
  NOT_ON_BOARD: 'Is not on the bus.',
  NOT_AT_STOP: 'Tell first that the bus is at this stop.',
  WAIT_AT_STOP: 'Wait a moment longer at this stop.',
  NOT_A_RECEIVER: 'May not receive this child. Do not hand over; call the centre.',
  TOO_LATE: 'It is too late to take this back.',
  EXCUSED_BY_PARENT: 'Was excused for today and came all the same.',
  CAME_AFTER_ALL: 'Was noted as not there and came all the same.',
  CHILDREN_OPEN: 'A child is still expected or on the bus.',
  NOT_ENDED: 'End the route first.',
  NO_STICKER: 'No sticker of a vehicle of this centre has this code. Try again, or print new ones.',
  WRONG_STICKER: 'This sticker belongs to another vehicle.',
  FRONT_STICKER: 'This is the front sticker. Please walk to the back seat.',
  NO_PHOTO: 'Take a photo of the empty vehicle.',
} as const;
export type ScanReason = keyof typeof scanReasons;

export interface RosterChild {
  readonly id: string;
  readonly state: ChildState;
  /** When the bus was at the stop of the child, as epoch ms. */
  readonly stopReachedAt: number | null;
  /** The newest scan of the child that was not denied. */
  readonly last: { readonly kind: ChildKind; readonly at: number; readonly before: ChildState } | null;
  /** Who may receive the child today. */
  readonly receivers: readonly string[];
}
export interface Roster {
  readonly direction: RunDirection;
  readonly status: TripStatus;
  readonly waitMs: number;
  readonly children: readonly RosterChild[];
}
export interface Scan {
  readonly kind: ScanKind;
  /** Null: the bus itself. */
  readonly childId: string | null;
  readonly receiverId: string | null;
  readonly at: number;
}
export interface Verdict {
  /** SAME: a second scan of what was scanned a moment ago, which counts once. */
  readonly result: 'ALLOWED' | 'WARNED' | 'DENIED' | 'SAME';
  readonly reason: ScanReason | null;
  /** The state of the child afterwards. */
  readonly state: ChildState | null;
}

/** Two scans of the same within this time are one. */
export const SAME_MS = 60_000;
/** Ten seconds on the screen, and the way to the server. */
const UNDO_MS = 15_000;

const denied = (reason: ScanReason, state: ChildState | null = null): Verdict => ({
  result: 'DENIED',
  reason,
  state,
});
const allowed = (state: ChildState, reason: ScanReason | null = null): Verdict => ({
  result: reason === null ? 'ALLOWED' : 'WARNED',
  reason,
  state,
});

function board(child: RosterChild): Verdict {
  switch (child.state) {
    case 'EXPECTED':
      return allowed('BOARDED');
    case 'EXCUSED':
      return allowed('BOARDED', 'EXCUSED_BY_PARENT');
    case 'NO_SHOW':
      return allowed('BOARDED', 'CAME_AFTER_ALL');
    case 'BOARDED':
      return denied('ALREADY_ON', child.state);
    default:
      return denied('ALREADY_OFF', child.state);
  }
}

function noShow(roster: Roster, child: RosterChild, at: number): Verdict {
  if (child.state === 'BOARDED') return denied('ALREADY_ON', child.state);
  if (child.state !== 'EXPECTED') return denied('ALREADY_OFF', child.state);
  // On the way home children get in at the centre, where nobody waits at a stop.
  if (roster.direction === 'DROPOFF') return allowed('NO_SHOW');
  if (child.stopReachedAt === null) return denied('NOT_AT_STOP', child.state);
  if (at - child.stopReachedAt < roster.waitMs) return denied('WAIT_AT_STOP', child.state);
  return allowed('NO_SHOW');
}

function getOff(roster: Roster, child: RosterChild, scan: Scan): Verdict {
  if ((scan.kind === 'ALIGHT') !== (roster.direction === 'PICKUP')) return denied('WRONG_WAY', child.state);
  if (child.state === 'ALIGHTED' || child.state === 'HANDED_OVER') return denied('ALREADY_OFF', child.state);
  if (child.state !== 'BOARDED') return denied('NOT_ON_BOARD', child.state);
  if (scan.kind !== 'HANDOVER') return allowed('ALIGHTED');
  const known = scan.receiverId !== null && child.receivers.includes(scan.receiverId);
  return known ? allowed('HANDED_OVER') : denied('NOT_A_RECEIVER', child.state);
}

const undo = ({ last, state }: RosterChild, at: number): Verdict =>
  last !== null && last.kind !== 'UNDO' && at - last.at <= UNDO_MS
    ? allowed(last.before)
    : denied('TOO_LATE', state);

/** The sticker is looked at afterwards, where stickers are known. */
function judgeBus({ status, children }: Roster, kind: ScanKind): Verdict {
  const done: Verdict = { result: 'ALLOWED', reason: null, state: null };
  if (kind === 'REAR_CHECK') {
    if (status === 'IN_PROGRESS') return denied('NOT_ENDED');
    return status === 'CHECK_DUE' ? done : denied('TRIP_CLOSED');
  }
  if (kind === 'END_ROUTE' && status === 'CHECK_DUE') return { ...done, result: 'SAME' };
  if (status !== 'IN_PROGRESS') return denied('TRIP_CLOSED');
  const open = children.some(({ state }) => state === 'EXPECTED' || state === 'BOARDED');
  return kind === 'END_ROUTE' && open ? denied('CHILDREN_OPEN') : done;
}

export function judgeScan(roster: Roster, scan: Scan): Verdict {
  const { kind } = scan;
  if (!isChildKind(kind)) return judgeBus(roster, kind);
  const child = roster.children.find(({ id }) => id === scan.childId);
  if (!child) return denied('WRONG_ROUTE');
  if (roster.status !== 'IN_PROGRESS') return denied('TRIP_CLOSED', child.state);
  if (kind === 'UNDO') return undo(child, scan.at);
  const { last } = child;
  // Two phones on one bus may send theirs in another order than they were tapped.
  if (last?.kind === kind && Math.abs(scan.at - last.at) <= SAME_MS)
    return { result: 'SAME', reason: null, state: child.state };
  if (kind === 'BOARD') return board(child);
  if (kind === 'NO_SHOW') return noShow(roster, child, scan.at);
  return getOff(roster, child, scan);
}
