// Who works at each centre: those who sign in, and those who never do (attendants, drivers, cleaners); in every state.
import { sealNumbers } from '@aangan/areas/staff/staff/sealed-numbers.server.ts';
import { addDays, addMonths, type Day } from '@aangan/contract/period.ts';
import type { Client } from 'pg';
import { childName, familyNames } from '../../../db/demo/names.ts';
import { allPeople, type DemoPerson, headOffice, teamAt } from '../../../db/demo/people.ts';
import { ANDHERI, BANER, type Centre, centreOf, centres } from '../../../db/demo/places.ts';
import { demoMobile, demoUuid, type Rng, rngOf } from '../../../db/demo/random.ts';
import { insertRows, type Row } from '../../../db/demo/rows.ts';

type Status = 'PENDING' | 'APPROVED' | 'SUSPENDED' | 'LEFT';
interface Post {
  designation: string;
  category: 'TEACHING' | 'CARE' | 'ADMIN' | 'TRANSPORT' | 'SUPPORT' | 'MANAGEMENT';
}

const posts = {
  head: { designation: 'Centre Head', category: 'MANAGEMENT' },
  teacher: { designation: 'Teacher', category: 'TEACHING' },
  assistant: { designation: 'Assistant Teacher', category: 'TEACHING' },
  attendant: { designation: 'Day-care Attendant', category: 'CARE' },
  counsellor: { designation: 'Counsellor', category: 'ADMIN' },
  driver: { designation: 'Driver', category: 'TRANSPORT' },
  housekeeping: { designation: 'Housekeeping', category: 'SUPPORT' },
  guard: { designation: 'Security Guard', category: 'SUPPORT' },
} as const satisfies Readonly<Record<string, Post>>;
type PostName = keyof typeof posts;

const POST_OF_ROLE: Readonly<Record<number, PostName>> = {
  5: 'head',
  6: 'head',
  9: 'counsellor',
  10: 'teacher',
};
const WITHOUT_SIGN_IN: readonly PostName[] = ['assistant', 'attendant', 'driver', 'housekeeping', 'guard'];

/** New assistants who wait for approval, and the documents still missing. */
const WAITING: Readonly<Record<number, readonly string[]>> = {
  2: ['Police verification'],
  3: [],
  4: ['Police verification', 'Child-safety undertaking (POCSO policy)'],
  6: [],
  8: ['Photo', 'Address proof', 'Police verification'],
  10: ['Teacher training certificate (NTT/ECCEd)'],
};
const SUSPENDED_ATTENDANT_AT = BANER;
const LEAVERS: readonly { at: number; post: PostName; reason: string }[] = [
  { at: ANDHERI, post: 'assistant', reason: 'Moved to another city with the family' },
  { at: ANDHERI, post: 'attendant', reason: 'Health' },
  { at: BANER, post: 'driver', reason: 'A job nearer home' },
  { at: 5, post: 'guard', reason: 'The agency changed the person' },
  { at: 9, post: 'assistant', reason: 'Higher studies' },
];

interface Member {
  key: string;
  centre: Centre;
  post: PostName;
  user: DemoPerson | null;
  status: Status;
  joinedOn: Day;
  leftOn: Day | null;
  reason: string | null;
  missing: readonly string[];
}

function membersOf(centre: Centre, today: Day): Member[] {
  const rng = rngOf(`staff ${centre.code}`);
  const longAgo = (): Day => {
    const day = addDays(today, -rng.int(120, 1500));
    return day < centre.openedOn ? addDays(centre.openedOn, rng.int(0, 20)) : day;
  };
  const base = { centre, user: null, status: 'APPROVED', leftOn: null, reason: null, missing: [] } as const;
  const signedIn = allPeople.flatMap((user): Member[] => {
    const post = POST_OF_ROLE[user.roles[0] ?? 0];
    return user.scope === 'CENTRE' && user.franchiseeId === centre.id && post
      ? [{ ...base, key: user.signIn, post, user, joinedOn: longAgo() }]
      : [];
  });
  const others = WITHOUT_SIGN_IN.map((post): Member => {
    const suspended = post === 'attendant' && centre.id === SUSPENDED_ATTENDANT_AT;
    return {
      ...base,
      key: `${centre.code} ${post}`,
      post,
      joinedOn: longAgo(),
      ...(suspended
        ? {
            status: 'SUSPENDED',
            reason: 'The police verification has expired',
            missing: ['Police verification'],
          }
        : {}),
    };
  });
  const waiting = WAITING[centre.id];
  const pending: Member[] = waiting
    ? [
        {
          ...base,
          key: `${centre.code} new`,
          post: 'assistant',
          status: 'PENDING',
          joinedOn: addDays(today, -rng.int(2, 20)),
          missing: waiting,
        },
      ]
    : [];
  const left = LEAVERS.filter((one) => one.at === centre.id).map(
    ({ post, reason }, i): Member => ({
      ...base,
      key: `${centre.code} left ${i}`,
      post,
      reason,
      status: 'LEFT',
      joinedOn: centre.openedOn,
      leftOn: addDays(today, -rng.int(30, 200)),
    }),
  );
  return [...signedIn, ...left, ...others, ...pending];
}

const staffId = (member: Member): string => demoUuid('staff', member.key);
const makerOf = (member: Member): string => teamAt(member.centre.id).head.id;
const at = (day: Day, time: string): string => `${day}T${time}:00+05:30`;

function namesOf(member: Member, rng: Rng): { first: string; last: string; gender: 'MALE' | 'FEMALE' } {
  const male = member.post === 'driver' || member.post === 'guard';
  const family = familyNames(rng, member.centre.city.mix);
  const gender = male ? 'MALE' : 'FEMALE';
  if (member.user) return { first: member.user.firstName, last: member.user.lastName, gender: 'FEMALE' };
  const grown = male ? family.father : family.mother;
  return {
    first: rng.chance(0.8) ? grown : childName(rng, family.region, gender),
    last: family.surname,
    gender,
  };
}

interface Ids {
  designations: ReadonlyMap<string, string>;
  shift: string;
}

function rowOf(member: Member, n: number, ids: Ids): Row {
  const rng = rngOf(`staff row ${member.key}`);
  const { first, last, gender } = namesOf(member, rng);
  const { id: franchiseeId, city, pincode } = member.centre;
  const id = staffId(member);
  const letters = () => String.fromCharCode(65 + rng.int(0, 25));
  const sealed = sealNumbers(
    { franchisee_id: franchiseeId, id },
    {
      pan: `${letters()}${letters()}${letters()}P${last.charAt(0).toUpperCase()}${rng.int(1000, 9999)}${letters()}`,
      bankAccount: `50${rng.int(100_000_000, 999_999_999)}`,
      ifsc: `HDFC0${String(rng.int(1000, 9999)).padStart(6, '0')}`,
    },
  );
  const approved = member.status === 'APPROVED' || member.status === 'SUSPENDED' || member.status === 'LEFT';
  const created = at(member.joinedOn, '11:10');
  return {
    franchisee_id: franchiseeId,
    id,
    user_id: member.user?.id ?? null,
    employee_code: `${String(franchiseeId).padStart(3, '0')}-${String(n).padStart(4, '0')}`,
    first_name: first,
    last_name: last,
    gender,
    born_on: addDays(member.joinedOn, -rng.int(21 * 366, 45 * 365)),
    mobile: member.user?.mobile ?? demoMobile(745, franchiseeId * 100 + n),
    email: member.user?.signIn ?? null,
    category: posts[member.post].category,
    designation_id: ids.designations.get(posts[member.post].designation) ?? null,
    department_id: null,
    employment: member.post === 'guard' ? 'CONTRACT' : 'FULL_TIME',
    joined_on: member.joinedOn,
    shift_id: ids.shift,
    reports_to: member.post === 'head' ? headOffice.zonemanager.id : makerOf(member),
    address: `${rng.int(1, 90)}, ${member.centre.name}, ${city.name}`,
    pincode,
    emergency_name: familyNames(rng, city.mix).father,
    emergency_mobile: demoMobile(746, franchiseeId * 100 + n),
    blood_group: rng.pick(['A+', 'B+', 'O+', 'AB+', 'O-']),
    qualification: posts[member.post].category === 'TEACHING' ? 'B.A., ECCEd diploma' : null,
    experience_months: rng.int(0, 90),
    languages: ['English', 'Hindi'],
    aadhaar_last4: String(rng.int(1000, 9999)),
    private: sealed && `\\x${sealed.toString('hex')}`,
    status: member.status,
    status_reason: member.status === 'SUSPENDED' ? member.reason : null,
    approved_by: approved ? headOffice.superadmin.id : null,
    approved_at: approved ? at(addDays(member.joinedOn, 4), '15:30') : null,
    left_on: member.leftOn,
    leaving_reason: member.status === 'LEFT' ? member.reason : null,
    created_by: member.post === 'head' ? headOffice.operations.id : makerOf(member),
    created_at: created,
    updated_at: created,
  };
}

interface Kind {
  id: string;
  name: string;
  categories: readonly string[];
  valid_months: number | null;
}

const POLICE = 'Police verification';

/** Of who waits with gaps: what was added and nobody has decided yet, and what head office sent back. */
function stateOf(member: Member, kind: Kind, expiresOn: Day | null, today: Day): Row {
  const incomplete = member.status === 'PENDING' && member.missing.length > 0;
  if (incomplete && ['Identity proof', 'Address proof'].includes(kind.name)) return { status: 'UPLOADED' };
  if (incomplete && kind.name === POLICE)
    return { status: 'REJECTED', reason: 'The stamp of the police station is missing' };
  return { status: expiresOn !== null && expiresOn < today ? 'EXPIRED' : 'VERIFIED' };
}

/** Documents of everybody: most are verified, some have expired, and new people lack one or another. */
function documentsOf(member: Member, kinds: readonly Kind[], today: Day): Row[] {
  const rng = rngOf(`staff documents ${member.key}`);
  const wanted = kinds.filter(
    (kind) =>
      kind.categories.includes(posts[member.post].category) &&
      (kind.name === POLICE || !member.missing.includes(kind.name)),
  );
  return wanted.flatMap((kind): Row[] => {
    const lacks = member.missing.includes(kind.name);
    if (lacks && member.centre.id !== ANDHERI && member.status !== 'SUSPENDED') return [];
    const months = kind.valid_months;
    const ago = lacks ? 1130 : months === 12 ? rng.int(20, 400) : rng.int(20, 900);
    const issued = months === null ? member.joinedOn : addDays(today, -ago);
    const brought = issued > member.joinedOn ? issued : member.joinedOn;
    const expiresOn = months === null ? null : addMonths(issued, months);
    const state = stateOf(member, kind, expiresOn, today);
    const decided = state['status'] === 'VERIFIED' || state['status'] === 'EXPIRED';
    const row: Row = {
      franchisee_id: member.centre.id,
      id: demoUuid('staff-document', member.key, kind.name),
      staff_id: staffId(member),
      kind_id: kind.id,
      issued_on: issued,
      expires_on: expiresOn,
      ...state,
      uploaded_by: makerOf(member),
      verified_by: decided ? headOffice.superadmin.id : null,
      verified_at: decided ? at(addDays(brought, 1), '12:15') : null,
      created_at: at(brought, '11:20'),
    };
    return [{ reason: null, ...row }];
  });
}

/** The steps that led to the state, as moveStatus would have noted them. */
function stepsOf(member: Member): Row[] {
  if (member.status === 'PENDING') return [];
  const step = (action: string, from: Status, to: Status, day: Day, reason: string | null = null): Row => ({
    franchisee_id: member.centre.id,
    subject: 'staff',
    subject_id: staffId(member),
    action,
    from_status: from,
    to_status: to,
    reason,
    created_by: headOffice.superadmin.id,
    created_at: at(day, '15:30'),
  });
  const approved = step('approve', 'PENDING', 'APPROVED', addDays(member.joinedOn, 4));
  if (member.status === 'SUSPENDED')
    return [approved, step('suspend', 'APPROVED', 'SUSPENDED', addDays(member.joinedOn, 100), member.reason)];
  if (member.leftOn === null) return [approved];
  return [approved, step('leave', 'APPROVED', 'LEFT', member.leftOn, member.reason)];
}

export async function writeStaff(client: Client, today: Day): Promise<void> {
  const { rows: designations } = await client.query<{ id: string; name: string }>(
    'select id, name from staff_designation',
  );
  const { rows: kinds } = await client.query<Kind>(
    "select id, name, categories, valid_months from staff_document_kind where for_approval or name = 'Medical fitness' order by position",
  );
  const { rows: shifts } = await client.query<{ id: string }>(
    'select id from staff_shift where franchisee_id = 1',
  );
  const ids = {
    designations: new Map(designations.map((one) => [one.name, one.id])),
    shift: shifts[0]?.id ?? '',
  };
  for (const centre of centres) {
    const members = membersOf(centreOf(centre.id), today);
    await insertRows(
      client,
      'staff',
      members.map((member, i) => rowOf(member, i + 1, ids)),
    );
    await insertRows(
      client,
      'staff_document',
      members.flatMap((member) => documentsOf(member, kinds, today)),
    );
    await insertRows(client, 'status_step', members.flatMap(stepsOf));
    await client.query(
      `insert into number_series (franchisee_id, series, period, next) values ($1, 'STAFF', '', $2)`,
      [centre.id, members.length + 1],
    );
  }
}
