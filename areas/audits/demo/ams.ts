// The visits of academic managers: days without travel, two cycles with their visits, categories that head office set, and
// who has which zone and centre.
import { academicYearOf, addDays, calendarYear, type Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { amsTeam, headOffice } from '../../../db/demo/people.ts';
import { ANDHERI, BANER } from '../../../db/demo/places.ts';
import { demoUuid } from '../../../db/demo/random.ts';
import { insertRows } from '../../../db/demo/rows.ts';

// biome-ignore format: a table
const HOLIDAYS = [
  // month and day, name, level, state, city
  ['01-26', 'Republic Day', 'NATIONAL', null, null],
  ['05-01', 'Maharashtra Day', 'STATE', '27', null],
  ['08-15', 'Independence Day', 'NATIONAL', null, null],
  ['09-14', 'Ganesh Chaturthi', 'CITY', null, 2],
  ['10-02', 'Gandhi Jayanti', 'NATIONAL', null, null],
  ['11-01', 'Kannada Rajyotsava', 'STATE', '29', null],
  ['12-25', 'Christmas', 'NATIONAL', null, null],
] as const;

// biome-ignore format: a table
const OVERRIDES = [
  // centre, category, since, lasts, reason
  [2, 'B', -20, 90, 'New rooms since June, to be seen once more'],
  [3, 'A', -35, 120, 'Best results of the zone for two years'],
  [4, 'C', -10, 60, 'The head changed twice this year'],
  [5, 'D', -5, 30, 'Complaints of parents about the kitchen'],
  [6, 'C', -200, 90, 'Moved to other rooms during the year'],
] as const;

/** What each centre was before the cycle began, by its audits; the others are new to it. */
const COMPUTED = {
  2: 'A',
  3: 'B',
  4: 'A',
  5: 'C',
  6: 'B',
  7: 'A',
  8: 'A',
  9: 'B',
  10: 'A',
  11: 'A',
} as const;

// biome-ignore format: a table
const RULES = [
  // category, type, visits, of these surprise
  ['NEW', 'ams-visit', 2, 0],
  ['A', 'ams-visit', 1, 0],
  ['B', 'ams-visit', 2, 1],
  ['C', 'ams-visit', 3, 1],
  ['D', 'ams-visit', 4, 2],
  ['C', 'centre-academic', 1, 0],
  ['D', 'centre-academic', 1, 0],
] as const;

export async function writeAms(client: Client, today: Day): Promise<void> {
  const by = headOffice.superadmin.id;
  const created = { created_by: by, created_at: `${addDays(today, -200)}T10:00:00+05:30` };
  await insertRows(
    client,
    'ams_holiday',
    HOLIDAYS.map(([on, name, level, state, city], n) => ({
      id: demoUuid('ams-holiday', n),
      on_date: `${calendarYear(`${today}T12:00:00+05:30`)}-${on}`,
      name,
      level,
      state_code: state,
      city_id: city,
    })),
  );
  const year = academicYearOf(today);
  const cycles = [
    { name: 'First half', from_on: `${year}-04-01`, to_on: `${year}-09-30` },
    { name: 'Second half', from_on: `${year}-10-01`, to_on: `${year + 1}-03-31` },
  ].map((cycle) => ({
    ...cycle,
    id: demoUuid('ams-cycle', cycle.name),
    academic_year_id: year,
    state: cycle.to_on < today ? 'CLOSED' : cycle.from_on <= today ? 'ACTIVE' : 'DRAFT',
    ...created,
  }));
  await insertRows(client, 'ams_cycle', cycles);
  await insertRows(
    client,
    'ams_cycle_rule',
    cycles.flatMap(({ id }) =>
      RULES.map(([category, type, visits, surprise]) => ({
        cycle_id: id,
        centre_category: category,
        audit_type: type,
        visits,
        surprise_visits: surprise,
      })),
    ),
  );
  await insertRows(
    client,
    'ams_centre_category',
    OVERRIDES.map(([centre, category, since, lasts, reason]) => ({
      id: demoUuid('ams-category', centre),
      franchisee_id: centre,
      category,
      effective_from: addDays(today, since),
      source: 'OVERRIDE',
      reason,
      expires_on: addDays(today, since + lasts),
      created_by: by,
    })),
  );
  await insertRows(
    client,
    'ams_centre_category',
    Object.entries(COMPUTED).map(([centre, category]) => ({
      id: demoUuid('ams-category-computed', centre),
      franchisee_id: Number(centre),
      category,
      effective_from: addDays(today, -240),
      source: 'COMPUTED',
      created_by: by,
    })),
  );
  await writeAllocations(client, today);
}

const begun: Day = '2025-04-01';

async function writeAllocations(client: Client, today: Day): Promise<void> {
  const { zonemanager, operations } = headOffice;
  const { manager, manager2 } = amsTeam;
  // North has nobody; the board shows it.
  const zones = [
    { user: operations, zone: 1, from: '2024-04-01', to: begun, note: 'Until the zone had a manager' },
    { user: zonemanager, zone: 1, from: begun, to: null, note: null },
    { user: operations, zone: 2, from: addDays(today, 14), to: null, note: 'Beside the operations' },
  ];
  await insertRows(
    client,
    'ams_zm_allocation',
    zones.map(({ user, zone, from, to, note }, n) => ({
      id: demoUuid('ams-zm', n),
      user_id: user.id,
      zone_id: zone,
      from_on: from,
      to_on: to,
      note,
    })),
  );
  const managers = [
    { user: manager, zone: 1, city: 1, visits: 2, off: 64, from: begun, to: null },
    { user: manager2, zone: 1, city: 2, visits: 1, off: 96, from: '2024-04-01', to: begun },
    { user: manager2, zone: 2, city: 5, visits: 2, off: 64, from: addDays(today, 10), to: null },
  ];
  await insertRows(
    client,
    'ams_am_allocation',
    managers.map(({ user, zone, city, visits, off, from, to }, n) => ({
      id: demoUuid('ams-am', n),
      user_id: user.id,
      zone_id: zone,
      base_city_id: city,
      visits_per_day: visits,
      weekly_off: off,
      from_on: from,
      to_on: to,
    })),
  );
  const centres = [ANDHERI, BANER].map((franchiseeId) => ({
    id: demoUuid('ams-centre', franchiseeId),
    franchiseeId,
  }));
  await insertRows(
    client,
    'ams_centre_allocation',
    centres.map(({ id, franchiseeId }) => ({
      id,
      franchisee_id: franchiseeId,
      am_allocation_id: demoUuid('ams-am', 0),
      from_on: begun,
    })),
  );
  await insertRows(
    client,
    'user_centre',
    centres.map(({ id, franchiseeId }) => ({
      id: demoUuid('ams-grant', franchiseeId),
      user_id: manager.id,
      franchisee_id: franchiseeId,
      from_on: begun,
      source: 'AMS',
      source_id: id,
    })),
  );
}
