// The rows of a bus trip as a story tells it: its stops with their times, its children, and what was scanned.
import type { Day } from '@aangan/contract/period.ts';
import { istText } from '../../../db/demo/moment.ts';
import { escortTeam, teamAt } from '../../../db/demo/people.ts';
import { ANDHERI } from '../../../db/demo/places.ts';
import { demoUuid } from '../../../db/demo/random.ts';
import type { Row } from '../../../db/demo/rows.ts';

const MINUTE = 60_000;
export type Way = 'PICKUP' | 'DROPOFF';
type State = 'EXPECTED' | 'BOARDED' | 'ALIGHTED' | 'HANDED_OVER' | 'NO_SHOW' | 'EXCUSED';

interface Stop {
  readonly id: string;
  readonly seq: number;
  /** Minutes from the start of the route. */
  readonly pickup: number | null;
  readonly dropoff: number | null;
  readonly distance: number;
}
export interface Child {
  readonly enrolment: string;
  readonly student: string;
  readonly stop: string;
  readonly direction: string;
  readonly days: number;
  readonly from: Day;
  readonly to: Day;
  readonly guardian: string | null;
  readonly guardianName: string | null;
}
export interface Route {
  readonly id: string;
  readonly code: string;
  readonly pickupStart: string | null;
  readonly dropoffStart: string | null;
  readonly stops: readonly Stop[];
  readonly children: readonly Child[];
}

export interface Story {
  readonly centre: number;
  readonly route: Route;
  readonly way: Way;
  readonly day: Day;
  /** Epoch ms. */
  readonly starts: number;
  readonly plate: string;
  readonly driver: string;
  readonly attendant: string | null;
  readonly status: 'SCHEDULED' | 'IN_PROGRESS' | 'COMPLETED' | 'CANCELLED';
  /** Minutes after the plan. */
  readonly late: number;
  readonly children: readonly Child[];
  /** By place in the list. */
  readonly states?: Readonly<Record<number, State>>;
  readonly returned?: number;
  readonly refused?: number;
  readonly checkLate?: boolean;
  readonly forced?: boolean;
  /** Of a running trip: how far it has come. */
  readonly now?: number;
}

const offsetOf = (stop: Stop, way: Way): number => (way === 'PICKUP' ? stop.pickup : stop.dropoff) ?? 0;

export class TripWriter {
  readonly rows: Record<'trip' | 'stop' | 'child' | 'scan' | 'alarm' | 'step', Row[]> = {
    trip: [],
    stop: [],
    child: [],
    scan: [],
    alarm: [],
    step: [],
  };

  private scan(
    of: Story,
    id: string,
    row: { kind: string; student: string; at: number; before: State } & Row,
  ): void {
    const { kind, student, at, before, ...more } = row;
    this.rows.scan.push({
      franchisee_id: of.centre,
      id: demoUuid('scan', of.centre, id, student, kind, at),
      at_device: istText(new Date(at)),
      trip_id: id,
      kind,
      subject_kind: 'CHILD',
      subject_id: student,
      receiver_id: null,
      by_user:
        of.centre === ANDHERI && of.driver === 'omkar' ? escortTeam.driver.id : teamAt(of.centre).head.id,
      at: istText(new Date(at)),
      received_at: istText(new Date(at)),
      result: 'ALLOWED',
      reason: null,
      before,
      ...more,
    });
  }

  alarm(
    of: Story,
    row: { kind: string; level: number; at: number; resolved: number | null; note: string | null } & Row,
  ): void {
    const { at, resolved, ...more } = row;
    const id = this.idOf(of);
    this.rows.alarm.push({
      franchisee_id: of.centre,
      id: demoUuid('alarm', id, row.kind),
      trip_id: id,
      enrolment_id: null,
      raised_at: istText(new Date(at)),
      acked_by: null,
      acked_at: null,
      resolved_by: resolved === null ? null : teamAt(of.centre).head.id,
      resolved_at: resolved === null ? null : istText(new Date(resolved)),
      ...more,
    });
  }

  idOf = ({ centre, route, way, day }: Story): string => demoUuid('trip', centre, route.code, way, day);

  trip(of: Story): void {
    const id = this.idOf(of);
    const { centre, route, way, status } = of;
    const last = Math.max(...route.stops.map((stop) => offsetOf(stop, way)));
    const lastStop = route.stops.find((stop) => offsetOf(stop, way) === last);
    const home = way === 'PICKUP' ? last + Math.max(5, Math.floor((lastStop?.distance ?? 0) / 300)) : last;
    const started = of.starts + of.late * MINUTE;
    const arrived = of.starts + (home + of.late + 2) * MINUTE;
    const ended = arrived + 3 * MINUTE;
    const done = status === 'COMPLETED';
    const ran = done || status === 'IN_PROGRESS';
    const completed = ended + (of.checkLate ? 12 : 2) * MINUTE;
    const instant = (at: number | null) => (at === null ? null : istText(new Date(at)));
    this.rows.trip.push({
      franchisee_id: centre,
      id,
      route_id: route.id,
      service_date: of.day,
      direction: way,
      vehicle_id: demoUuid('vehicle', centre, `MH${centre === ANDHERI ? '02' : '12'}${of.plate}`),
      driver_id: demoUuid('escort-person', centre, of.driver),
      attendant_id: of.attendant === null ? null : demoUuid('escort-person', centre, of.attendant),
      planned_start: instant(of.starts),
      planned_end: instant(of.starts + home * MINUTE),
      status,
      started_at: instant(ran ? started : null),
      arrived_at: instant(done ? arrived : null),
      last_off_at: instant(done ? arrived : null),
      check_due_at: instant(done ? ended + 5 * MINUTE : null),
      completed_at: instant(done ? completed : null),
      check_method: done && !of.forced ? 'REAR_CODE' : null,
      check_by: done && !of.forced ? teamAt(centre).head.id : null,
      forced: of.forced ?? false,
      cancel_reason:
        status === 'CANCELLED' ? 'Water on the road after heavy rain; families were called.' : null,
    });
    this.step(of, id, 'make', '', 'SCHEDULED', null);
    if (status === 'CANCELLED') this.step(of, id, 'cancel', 'SCHEDULED', 'CANCELLED', 'Heavy rain');
    if (ran) this.step(of, id, 'start', 'SCHEDULED', 'IN_PROGRESS', null);
    if (done) {
      this.step(of, id, 'end', 'IN_PROGRESS', 'CHECK_DUE', null);
      this.step(of, id, of.forced ? 'force-close' : 'check', 'CHECK_DUE', 'COMPLETED', null);
    }
    const reached = new Map<string, number | null>();
    for (const stop of route.stops) {
      const planned = of.starts + offsetOf(stop, way) * MINUTE;
      const at = planned + (of.late + (stop.seq % 3)) * MINUTE;
      const there = done || (status === 'IN_PROGRESS' && at <= (of.now ?? 0)) ? at : null;
      reached.set(stop.id, there);
      this.rows.stop.push({
        franchisee_id: centre,
        id: demoUuid('trip-stop', id, stop.id),
        trip_id: id,
        stop_id: stop.id,
        seq: stop.seq,
        planned_at: instant(planned),
        reached_at: instant(there),
        left_at: instant(there === null ? null : there + MINUTE),
      });
    }
    for (const [n, child] of of.children.entries())
      this.child(of, { id, n, child, at: reached.get(child.stop) ?? null, started, arrived });
    if (of.checkLate)
      this.alarm(of, {
        kind: 'CHECK_OVERDUE',
        level: 2,
        at: ended + 5 * MINUTE,
        resolved: completed,
        note: 'Seats checked; the attendant had taken a child to class first.',
      });
  }

  private child(
    of: Story,
    {
      id,
      n,
      child,
      at,
      started,
      arrived,
    }: { id: string; n: number; child: Child; at: number | null; started: number; arrived: number },
  ): void {
    const { way, status } = of;
    const came = way === 'PICKUP' ? at : started - MINUTE;
    const back = of.returned === n;
    const normal: State =
      status === 'COMPLETED'
        ? way === 'PICKUP' || back
          ? 'ALIGHTED'
          : 'HANDED_OVER'
        : status === 'IN_PROGRESS' && came !== null
          ? 'BOARDED'
          : 'EXPECTED';
    const state = of.states?.[n] ?? normal;
    const rode = state === 'BOARDED' || state === 'ALIGHTED' || state === 'HANDED_OVER';
    const off = state === 'HANDED_OVER' ? at : state === 'ALIGHTED' ? arrived + n * 20_000 : null;
    const given = state === 'HANDED_OVER';
    this.rows.child.push({
      franchisee_id: of.centre,
      id: demoUuid('trip-child', id, child.enrolment),
      trip_id: id,
      enrolment_id: child.enrolment,
      student_id: child.student,
      stop_id: child.stop,
      state,
      on_at: rode && came !== null ? istText(new Date(came)) : null,
      off_at: off === null ? null : istText(new Date(off)),
      receiver_kind: given ? 'GUARDIAN' : null,
      receiver_id: given ? child.guardian : null,
      received_by: given ? child.guardianName : null,
      returned: back,
    });
    const { student } = child;
    if (rode && came !== null) this.scan(of, id, { kind: 'BOARD', student, at: came, before: 'EXPECTED' });
    if (state === 'NO_SHOW')
      this.scan(of, id, { kind: 'NO_SHOW', student, at: came ?? started, before: 'EXPECTED' });
    if (of.refused === n && at !== null)
      for (const minutes of [2, 1])
        this.scan(of, id, {
          kind: 'HANDOVER',
          student,
          at: at - minutes * MINUTE,
          before: 'BOARDED',
          result: 'DENIED',
          reason: 'NOT_A_RECEIVER',
        });
    if (off !== null)
      this.scan(of, id, {
        kind: given ? 'HANDOVER' : back ? 'RETURN' : 'ALIGHT',
        student,
        at: off,
        before: 'BOARDED',
        receiver_id: given ? child.guardian : null,
      });
  }

  private step(of: Story, id: string, action: string, from: string, to: string, reason: string | null): void {
    this.rows.step.push({
      franchisee_id: of.centre,
      subject: 'trip',
      subject_id: id,
      action,
      from_status: from,
      to_status: to,
      reason,
      created_by: teamAt(of.centre).head.id,
    });
  }
}
