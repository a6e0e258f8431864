// Writes the named world into an empty database, by SQL as the owner.
import type { Client } from 'pg';
import { withClient } from './postgres.ts';
import { ANDHERI, BANER, HEAD_OFFICE, type Person, type PersonName, people, staffIds } from './world.ts';
import { addFamilies } from './world-families.ts';

/** Fills a migrated, empty database with the named world. `adminUrl` is the owner's address. */
export async function makeWorld(adminUrl: string): Promise<void> {
  await withClient(adminUrl, (client) =>
    quietly(client, async () => {
      await client.query(PLACES);
      for (const [firstName, who] of Object.entries(people) as [PersonName, Person][])
        await addPerson(client, firstName, who);
      await addFamilies(client);
    }),
  );
}

/** Only the people and their roles, for a database that has centres 1 to 3 and zone 1 already. */
export async function addPeople(client: Client): Promise<void> {
  await quietly(client, async () => {
    for (const [firstName, who] of Object.entries(people) as [PersonName, Person][])
      await addPerson(client, firstName, who);
  });
}

// The change audit of the set-up would only be noise in tests that count audit rows.
async function quietly(client: Client, work: () => Promise<void>): Promise<void> {
  await client.query("begin; set local role aangan_owner; set local app.bulk = 'on'");
  await work();
  await client.query('commit');
}

const PLACES = `
  insert into zone (id, name, code) values (1, 'West', 'W'), (2, 'South', 'S');
  insert into city (id, name, state, tier) values (1, 'Mumbai', 'Maharashtra', 'T1'), (2, 'Pune', 'Maharashtra', 'T1'), (3, 'Bengaluru', 'Karnataka', 'T1');
  insert into pincode (pincode, district, state_name, city_id, primary_office) select (400000 + n)::text, 'Mumbai', 'Maharashtra', 1, 'Office ' || n from generate_series(1, 60) n;
  insert into pincode (pincode, district, state_name, city_id, primary_office) values ('411045', 'Pune', 'Maharashtra', 2, 'Baner');
  insert into franchisee (id, company_name, legal_name, code, model, status, brand_id, zone_id, city_id, pincode, signed_on, opened_on) values
    (${ANDHERI}, 'Andheri', 'Andheri Early Learning LLP', 'AND', 'FOFO', 'ACTIVE', 1, 1, 1, '400053', '2024-04-01', '2024-06-10'),
    (${BANER}, 'Baner', 'Baner Early Learning LLP', 'BAN', 'FOFO', 'ACTIVE', 1, 1, 2, '411045', '2024-04-01', '2024-06-10');
  select setval(pg_get_serial_sequence('zone', 'id'), 2), setval(pg_get_serial_sequence('city', 'id'), 3), setval(pg_get_serial_sequence('franchisee', 'id'), 3);
  insert into franchisee_year (franchisee_id, academic_year_id) select f, y from (values (1), (2), (3)) c (f), (values (2025), (2026), (2027)) v (y);
  insert into vehicle (franchisee_id, reg_no, make, model, kind, fuel, registered_seats, child_seats, ownership, registered_on, has_cctv, has_speed_governor, has_first_aid, has_extinguisher) values
    (${ANDHERI}, 'MH02AA0001', 'Tata', 'Starbus', 'BUS', 'DIESEL', 20, 18, 'OWN', '2024-04-01', true, true, true, true),
    (${BANER}, 'MH12AA0002', 'Tata', 'Starbus', 'BUS', 'DIESEL', 20, 18, 'OWN', '2024-04-01', true, true, true, true);`;

const emailOf = (firstName: string) => `${firstName.toLowerCase()}@aangan.test`;

async function addPerson(client: Client, firstName: string, who: Person): Promise<void> {
  const home = typeof who.at === 'number' ? who.at : HEAD_OFFICE;
  const mobile = `+9198200${who.id.slice(-5)}`;
  await client.query(
    `insert into app_user (id, kind, first_name, last_name, email, email_norm, mobile, mobile_norm, franchisee_id, state, super_admin, activated_at)
     values ($1, $2, $3, $4, $5, $5, $6, $6, $7, 'ACTIVE', $8, now())`,
    [
      who.id,
      who.kind ?? 'STAFF',
      firstName,
      who.lastName,
      emailOf(firstName),
      mobile,
      home,
      who.superAdmin ?? false,
    ],
  );
  const scope = typeof who.at === 'number' ? 'CENTRE' : who.at;
  for (const role of who.roles) {
    await client.query(
      `insert into user_role (user_id, role_id, scope, zone_id, franchisee_id, from_on, reason) values ($1, $2, $3, $4, $5, '2024-04-01', 'named world')`,
      [who.id, role, scope, scope === 'ZONE' ? 1 : null, scope === 'CENTRE' ? home : null],
    );
  }
  for (const code of who.codes ?? [])
    await client.query('insert into user_approval_code (user_id, code, franchisee_id) values ($1, $2, $3)', [
      who.id,
      code,
      scope === 'CENTRE' ? home : null,
    ]);
  if (firstName in staffIds) await addStaff(client, firstName as keyof typeof staffIds, who, home);
}

/** A teacher is staff of the own centre: approved who holds the code, else waiting. */
async function addStaff(
  client: Client,
  name: keyof typeof staffIds,
  who: Person,
  home: number,
): Promise<void> {
  const status = who.codes?.includes('USER_STAFF_APPROVED') ? 'APPROVED' : 'PENDING';
  await client.query(
    `insert into staff (franchisee_id, id, user_id, employee_code, first_name, last_name, mobile, email, category, joined_on, status)
     select $2::int, $4::uuid, u.id, lpad($2::int::text, 3, '0') || '-' || lpad(next_number($2::int, 'STAFF', '')::text, 4, '0'), u.first_name, u.last_name, u.mobile_norm, u.email_norm,
       'TEACHING', '2024-04-01', $3 from app_user u where u.id = $1::uuid`,
    [who.id, home, status, staffIds[name]],
  );
}
