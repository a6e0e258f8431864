// Live trainings of head office: one that runs over three days, some to come, one held, one called off.
import { addDays, type Day, financialYear } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { sessionsOf, WORKING } from '../../areas/training/training/training-days.ts';
import { headOffice, trainingTeam } from './people.ts';
import { demoUuid } from './random.ts';
import { insertRows } from './rows.ts';

// biome-ignore format: a table
const TRAININGS = [
  // title, category, first day, last day, from, to, mode, venue, provider, places, status
  ['Phonics 1', 'Phonics', 2, 2, '11:00', '12:00', 'ONLINE', null, 'MESH', 24, 'ACTIVE'],
  ['Reading corner', 'Classroom practice', 6, 7, '15:00', '16:30', 'HYBRID', 'Head office, hall 2', 'LINK', 40, 'ACTIVE'],
  ['Fire drill with children', 'Health and safety', 12, 12, '10:00', '13:00', 'CLASSROOM', 'Head office, courtyard', null, 30, 'ACTIVE'],
  ['First aid in three days', 'Health and safety', -1, 1, '16:00', '17:30', 'CLASSROOM', 'Head office, hall 1', null, 30, 'IN PROGRESS'],
  ['Talking with parents', 'Parents', -10, -10, '11:00', '12:30', 'ONLINE', null, 'MESH', 24, 'COMPLETED'],
  ['Circle time', 'Classroom practice', 4, 4, '11:00', '12:00', 'ONLINE', null, 'LINK', null, 'CANCELLED'],
] as const;
const EVERY_DAY = [...WORKING, 'SUN'] as const;

export async function writeTrainings(client: Client, today: Day): Promise<void> {
  const trainer = trainingTeam.trainer.id;
  const id = (title: string) => demoUuid('training', title);
  const plans = TRAININGS.map(
    ([title, category, first, last, fromTime, toTime, mode, venue, provider, capacity, status], i) => ({
      title,
      status,
      when: {
        fromDate: addDays(today, first),
        toDate: addDays(today, last),
        fromTime,
        toTime,
        weekdays: EVERY_DAY,
      },
      row: {
        id: id(title),
        code: `TRN/${financialYear(today).short}/${String(i + 1).padStart(4, '0')}`,
        title,
        category_id: demoUuid('training-category', category),
        description: i % 2 === 0 ? 'Bring one thing that your children like most at the moment.' : null,
        mode,
        venue,
        from_date: addDays(today, first),
        to_date: addDays(today, last),
        from_time: fromTime,
        to_time: toTime,
        weekdays: [...EVERY_DAY],
        provider,
        link_url: provider === 'LINK' ? 'https://meet.example.in/aangan' : null,
        capacity,
        status,
        cancel_reason: status === 'CANCELLED' ? 'The trainer is on leave' : null,
        created_by: trainer,
        created_at: `${addDays(today, -20 + i)}T10:00:00+05:30`,
      },
    }),
  );
  await insertRows(
    client,
    'training',
    plans.map(({ row }) => row),
  );
  await insertRows(
    client,
    'training_session',
    plans.flatMap(({ title, status, when }) =>
      sessionsOf(when).map(({ startsAt, endsAt }, i) => ({
        training_id: id(title),
        session_no: i + 1,
        starts_at: startsAt,
        ends_at: endsAt,
        status: status === 'CANCELLED' ? 'CANCELLED' : 'SCHEDULED',
      })),
    ),
  );
  await insertRows(
    client,
    'training_trainer',
    plans.flatMap(({ title }, i) => [
      { training_id: id(title), user_id: trainer, kind: 'Organizer' },
      ...(i % 2 === 1 ? [{ training_id: id(title), user_id: headOffice.operations.id, kind: 'Expert' }] : []),
    ]),
  );
  await insertRows(
    client,
    'training_audience',
    plans.flatMap(({ title }, i) => [
      { training_id: id(title), kind: 'CATEGORY', ref_id: 'TEACHING' },
      ...(i % 2 === 0 ? [{ training_id: id(title), kind: 'ZONE', ref_id: '1' }] : []),
    ]),
  );
}
