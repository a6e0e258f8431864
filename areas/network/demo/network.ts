// Zones, cities, partners, centres, years, people and their rights.
import { gstinCheckCharacter } from '@aangan/contract/india.ts';
import { academicYearOf, addDays, type Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { allPeople, type DemoPerson, headOffice } from '../../../db/demo/people.ts';
import { centres, cities, zones } from '../../../db/demo/places.ts';
import { demoMobile, demoUuid } from '../../../db/demo/random.ts';
import { insertRows } from '../../../db/demo/rows.ts';

/** A GSTIN without its check character. */
const HEAD_OFFICE_GSTIN = '29AAACA4321D1Z';

export const years = [2025, 2026] as const;

export async function writeNetwork(client: Client, passwordHash: string, today: Day): Promise<void> {
  await insertRows(client, 'zone', zones);
  await insertRows(
    client,
    'city',
    cities.map(({ id, name, state, district }) => ({ id, name, state, district, tier: 'T1' })),
  );
  await insertRows(
    client,
    'partner',
    centres
      .filter((c) => c.model === 'FOFO')
      .map((c) => ({
        id: demoUuid('partner', c.id),
        legal_name: c.legalName,
        kind: 'LLP',
        pan: c.pan,
        email: `partner.${c.code.toLowerCase()}@demo.aangan`,
        mobile: demoMobile(701, c.id),
        kyc_state: 'VERIFIED',
      })),
  );
  await insertRows(
    client,
    'franchisee',
    centres.map((c) => ({
      id: c.id,
      company_name: c.name,
      legal_name: c.legalName,
      code: c.code,
      partner_id: c.model === 'FOFO' ? demoUuid('partner', c.id) : null,
      brand_id: 1,
      model: c.model,
      status: 'ACTIVE',
      zone_id: c.city.zone,
      city_id: c.city.id,
      address1: c.address1,
      address2: c.address2,
      landmark: c.landmark,
      pincode: c.pincode,
      lat: c.lat,
      lng: c.lng,
      phone: demoMobile(701, 100 + c.id),
      email: `${c.code.toLowerCase()}@demo.aangan`,
      gstin: c.gstin,
      gst_state_code: c.city.gst,
      signed_on: addDays(c.openedOn, -120),
      opened_on: c.openedOn,
      opens_at: '09:00',
      closes_at: '18:30',
      languages: ['en', 'hi'],
    })),
  );
  // Head office sells royalty and kits from Karnataka: to most centres that is another state.
  await client.query(
    `update franchisee set legal_name = 'Aangan Preschools Private Limited', gstin = $1, gst_state_code = '29', address1 = '14 Residency Road', pincode = '560025' where id = 1`,
    [`${HEAD_OFFICE_GSTIN}${gstinCheckCharacter(HEAD_OFFICE_GSTIN) ?? '0'}`],
  );
  const open = [...new Set([...years, academicYearOf(today), 2027])];
  await insertRows(
    client,
    'franchisee_year',
    [1, ...centres.map((c) => c.id)].flatMap((franchisee_id) =>
      open.map((academic_year_id) => ({ franchisee_id, academic_year_id })),
    ),
  );
  // The whole directory is a matter of `--pincodes`; the centres' own codes are always there.
  await insertRows(
    client,
    'pincode',
    centres.map((c) => ({
      pincode: c.pincode,
      district: c.city.district,
      state_name: c.city.state,
      city_id: c.city.id,
      primary_office: c.name,
    })),
  );
  await insertRows(
    client,
    'franchisee_pincode',
    centres.map((c) => ({
      franchisee_id: c.id,
      id: demoUuid('territory', c.id),
      pincode: c.pincode,
      from_on: c.openedOn,
    })),
  );
  await writePeople(client, passwordHash);
  await client.query(
    `select setval(pg_get_serial_sequence(t, 'id'), n) from (values ('zone', $1::int), ('city', $2), ('franchisee', $3)) v (t, n)`,
    [zones.length, cities.length, centres.length + 1],
  );
}

async function writePeople(client: Client, passwordHash: string): Promise<void> {
  await insertRows(
    client,
    'app_user',
    allPeople.map((p) => ({
      id: p.id,
      kind: p.kind,
      first_name: p.firstName,
      last_name: p.lastName,
      email: p.signIn,
      email_norm: p.signIn,
      mobile: p.mobile,
      mobile_norm: p.mobile,
      employee_code: p.kind === 'STAFF' ? `E${p.mobile.slice(-4)}` : null,
      department_id: p.department,
      designation: p.designation || null,
      franchisee_id: p.franchiseeId,
      state: 'ACTIVE',
      super_admin: p.superAdmin,
      password_hash: passwordHash,
      password_set_at: '2026-04-01T10:00:00+05:30',
      code_exempt: p.codeExempt,
      activated_at: '2026-04-01T10:00:00+05:30',
    })),
  );
  await insertRows(
    client,
    'user_role',
    allPeople.flatMap((p) =>
      p.roles.map((role) => ({
        id: demoUuid('user-role', p.signIn, role),
        user_id: p.id,
        role_id: role,
        scope: p.scope,
        zone_id: p.zoneId,
        franchisee_id: p.scope === 'CENTRE' ? p.franchiseeId : null,
        from_on: '2025-04-01',
        reason: 'Demo network',
        granted_by: headOffice.superadmin.id,
        approved_by: headOffice.operations.id,
      })),
    ),
  );
  await insertRows(
    client,
    'user_approval_code',
    allPeople.flatMap((p) =>
      p.codes.map((code) => ({
        id: demoUuid('user-code', p.signIn, code),
        user_id: p.id,
        code,
        franchisee_id: p.scope === 'CENTRE' ? p.franchiseeId : null,
        granted_by: headOffice.superadmin.id,
      })),
    ),
  );
  await client.query('update zone set head_id = $1 where id = 1', [headOffice.zonemanager.id]);
}

const label = (person: DemoPerson): string =>
  person.scope === 'CENTRE'
    ? `(${String(person.franchiseeId).padStart(3, '0')}) ${centres[person.franchiseeId - 2]?.name ?? ''}`
    : person.scope === 'ZONE'
      ? 'West zone'
      : person.scope === 'CENTRES'
        ? 'Andheri and Baner'
        : 'Head office';

/** The table of sign-ins that `npm start` prints. */
export const signInsWith = (password: string) =>
  allPeople
    .filter((p) => p.shownAs !== null)
    .map((p) => ({
      role: p.shownAs ?? '',
      name: `${p.firstName} ${p.lastName}`,
      centre: label(p),
      signIn: p.signIn,
      password,
    }));
