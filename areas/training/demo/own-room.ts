// A training in a room of our own, every day: yesterday's session with who was there when, and one that is open now for whoever tries it.
import { addDays, type Day, financialYear, IST_OFFSET_MS } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { teamAt, trainingTeam } from '../../../db/demo/people.ts';
import { demoUuid } from '../../../db/demo/random.ts';
import { insertRows } from '../../../db/demo/rows.ts';
import { markOf, presenceOf } from '../attendance/attendance.ts';
import { sessionsOf, WORKING } from '../training/training-days.ts';

const TITLE = 'Letters and sounds, open room';
const EVERY_DAY = [...WORKING, 'SUN'] as const;
const LIMITS = { presentPct: 85, partialPct: 50 };
const BRIDGE_S = 60;
const HOURS = 8;
const LAST_MIN = 23 * 60 + 55;

// biome-ignore format: a table
const YESTERDAY = [
  // connections in seconds of what was held, 56 minutes: from, until, why it ended
  [[0, 3360, 'ENDED']],
  [[0, 960, 'TIMEOUT'], [1000, 2760, 'LEAVE'], [3240, 3360, 'ENDED']],
  [[420, 2300, 'LEAVE']],
  [],
  [[0, 1500, 'TIMEOUT'], [1530, 3360, 'ENDED']],
  [[30, 3360, 'ENDED']],
] as const;
const HELD_S = 3360;

const clockAt = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** From the full hour on, so that it is open whenever the demo is made. */
function timesAt(now: Date): { fromTime: string; toTime: string } {
  const hour = new Date(now.getTime() + IST_OFFSET_MS).getUTCHours();
  return { fromTime: clockAt(hour * 60), toTime: clockAt(Math.min((hour + HOURS) * 60, LAST_MIN)) };
}

export async function writeOwnRoom(client: Client, today: Day, now: Date): Promise<void> {
  const trainer = trainingTeam.trainer.id;
  const id = demoUuid('training', TITLE);
  const times = timesAt(now);
  const when = { fromDate: addDays(today, -1), toDate: addDays(today, 6), ...times, weekdays: EVERY_DAY };
  const { rows: staff } = await client.query<{ id: string; franchisee_id: number }>(
    `select id, franchisee_id from (select s.*, row_number() over (partition by franchisee_id order by user_id nulls last, employee_code) as n from staff s
        where status = 'APPROVED' and category = 'TEACHING' and franchisee_id in (2, 3)) s where n <= 3 order by n, franchisee_id`,
  );
  const { rows: codes } = await client.query<{ n: number }>(`select count(*)::int as n from training`);
  await insertRows(
    client,
    'training',
    [
      {
        id,
        code: `TRN/${financialYear(today).short}/${String((codes[0]?.n ?? 0) + 1).padStart(4, '0')}`,
        title: TITLE,
        category_id: demoUuid('training-category', 'Phonics'),
        description:
          'Come with your questions of the week. The room stays open; the trainer is there again and again.',
        mode: 'ONLINE',
        from_date: when.fromDate,
        to_date: when.toDate,
        from_time: times.fromTime,
        to_time: times.toTime,
        weekdays: [...EVERY_DAY],
        provider: 'MESH',
        capacity: 6,
        status: 'IN PROGRESS',
        created_by: trainer,
        created_at: `${addDays(today, -8)}T10:00:00+05:30`,
      },
    ].map((row) => ({
      ...row,
      ask_feedback: true,
      present_pct: LIMITS.presentPct,
      partial_pct: LIMITS.partialPct,
      bridge_gap_s: BRIDGE_S,
    })),
  );
  const first = demoUuid('training-session', TITLE);
  await insertRows(
    client,
    'training_session',
    sessionsOf(when).map(({ startsAt, endsAt }, i) => {
      const from = new Date(Date.parse(startsAt) + 240_000);
      const to = new Date(from.getTime() + HELD_S * 1000);
      return {
        id: i === 0 ? first : demoUuid('training-session', `${TITLE} ${i}`),
        training_id: id,
        session_no: i + 1,
        starts_at: startsAt,
        ends_at: endsAt,
        status: i === 0 ? 'HELD' : 'SCHEDULED',
        // The trainer came four minutes late and ended an hour after the start, as far as the day went on.
        held_from: i === 0 ? from.toISOString() : null,
        held_to: i === 0 ? to.toISOString() : null,
        closed_at: i === 0 ? to.toISOString() : null,
      };
    }),
  );
  await insertRows(client, 'training_trainer', [{ training_id: id, user_id: trainer, kind: 'Organizer' }]);
  await insertRows(client, 'training_audience', [{ training_id: id, kind: 'CATEGORY', ref_id: 'TEACHING' }]);
  const begins = Date.parse(sessionsOf(when)[0]?.startsAt ?? '') + 240_000;
  const places = staff.map((one, i) => {
    const log = (YESTERDAY[i] ?? []).map(([from, to, reason]) => ({ from, to, reason }));
    const there = presenceOf(log, { from: 0, to: HELD_S }, BRIDGE_S);
    return {
      ...one,
      enrollment: demoUuid('training-enrollment', `${TITLE} ${one.id}`),
      log,
      attended: there.attendedS,
      mark: markOf(there.attendedS, HELD_S, LIMITS),
    };
  });
  await insertRows(
    client,
    'training_enrollment',
    places.map(({ franchisee_id, id: staff_id, enrollment, attended, mark }) => ({
      franchisee_id,
      id: enrollment,
      training_id: id,
      staff_id,
      response: 'ACCEPTED',
      response_source: 'SCREEN',
      responded_at: `${addDays(today, -3)}T09:30:00+05:30`,
      seat: 'SEATED',
      registered_by: teamAt(franchisee_id).head.id,
      attended_s: attended,
      held_s: HELD_S,
      mark,
    })),
  );
  await insertRows(client, 'training_seat', [
    {
      training_id: id,
      capacity: 6,
      seated: places.length,
      waitlisted: 0,
      next_no: 1,
      attended: places.filter(({ mark }) => mark !== 'ABSENT').length,
    },
  ]);
  await insertRows(
    client,
    'training_session_mark',
    places.map(({ franchisee_id, enrollment, attended, mark }) => ({
      franchisee_id,
      enrollment_id: enrollment,
      session_id: first,
      mark,
      source: 'AUTO',
      attended_s: attended,
      held_s: HELD_S,
    })),
  );
  await insertRows(
    client,
    'training_presence',
    places.flatMap(({ franchisee_id, enrollment, log }) =>
      log.map(({ from, to, reason }, i) => ({
        franchisee_id,
        enrollment_id: enrollment,
        session_id: first,
        connection_id: demoUuid('training-connection', `${enrollment} ${i}`),
        joined_at: new Date(begins + from * 1000).toISOString(),
        last_seen_at: new Date(begins + to * 1000).toISOString(),
        left_at: new Date(begins + to * 1000).toISOString(),
        reason,
      })),
    ),
  );
}
