// The small world every test knows: head office (1), centres Andheri (2) and Baner (3) in zone West, and people by name.
// make-world.ts writes it, world-families.ts has the children.
import { createHash, randomBytes } from 'node:crypto';
import { withClient } from './postgres.ts';

export const HEAD_OFFICE = 1;
export const ANDHERI = 2;
export const BANER = 3;
/** Academic year 2026-2027; its id is its first calendar year. */
export const YEAR = 2026;

export interface Person {
  readonly id: string;
  readonly lastName: string;
  readonly roles: readonly number[];
  /** Where the roles are held. */
  readonly at: 'NETWORK' | 'ZONE' | typeof ANDHERI | typeof BANER;
  readonly superAdmin?: true;
  readonly kind?: 'PARENT';
  readonly codes?: readonly string[];
}

const person = (
  n: number,
  lastName: string,
  roles: readonly number[],
  at: Person['at'],
  more: Partial<Person> = {},
): Person => ({
  id: `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  lastName,
  roles,
  at,
  ...more,
});

/** Role ids are those of system.md 12.2 (migration 0102). */
export const people = {
  /** Super admin. */
  Asha: person(1, 'Rao', [1], 'NETWORK', { superAdmin: true }),
  /** Centre head of Andheri (FRANCHISEE_USER_1). */
  Bina: person(2, 'Shah', [5], ANDHERI),
  /** Centre head of Baner. */
  Charu: person(3, 'Kulkarni', [5], BANER),
  /** Finance, both roles (FINANCE_ADMIN, FINANCE_DEPT). */
  Chetan: person(4, 'Mehta', [18, 19], 'NETWORK'),
  /** Teacher of Andheri, approved. */
  Divya: person(5, 'Nair', [10], ANDHERI, { codes: ['USER_STAFF_APPROVED'] }),
  /** Counsellor of Andheri. */
  Esha: person(6, 'Patil', [9], ANDHERI),
  /** Zone manager of West. */
  Farid: person(7, 'Khan', [13], 'ZONE'),
  /** Parent at Andheri. */
  Gita: person(8, 'Iyer', [36], ANDHERI, { kind: 'PARENT' }),
  /** Operations, head office. */
  Harsh: person(9, 'Joshi', [20], 'NETWORK'),
  Meera: person(10, 'Das', [16], 'NETWORK'),
  /** Delivery (DELIVERY_CHALLAN). */
  Dev: person(11, 'Pawar', [21], 'NETWORK'),
  /** Ticket admin. */
  Tara: person(12, 'Bose', [23], 'NETWORK'),
  /** Company admin. */
  Kavi: person(13, 'Menon', [2], 'NETWORK'),
  /** System staff. */
  Sahil: person(14, 'Gupta', [3], 'NETWORK'),
  /** Company centre head of Andheri (COCO_USER_1). */
  Omkar: person(15, 'Sawant', [6], ANDHERI),
  /** BSK user. */
  Bela: person(16, 'Fernandes', [15], ANDHERI),
  /** Teacher of Andheri, not approved yet. */
  Usha: person(17, 'Ghosh', [10], ANDHERI),
  /** Finance department only. */
  Nitin: person(18, 'Agarwal', [19], 'NETWORK'),
  /** Counsellor of Baner: what Esha may not see. */
  Rekha: person(19, 'More', [9], BANER),
  /** Somebody without any role. */
  Zoya: person(20, 'Ali', [], ANDHERI),
  /** Product (PRODUCT): makes what the next three decide on. */
  Ira: person(21, 'Sen', [22], 'NETWORK'),
  /** First approver of margins, mappings and BOMs. */
  Jai: person(22, 'Malhotra', [22, 31], 'NETWORK', {
    codes: ['WOWKIT_C1_APPROVED', 'MARGIN_L1_APPROVED', 'KITMAP_CH1_APPROVED'],
  }),
  /** Second approver. */
  Kiran: person(23, 'Bhatia', [22, 32], 'NETWORK', {
    codes: ['WOWKIT_C2_APPROVED', 'MARGIN_L2_APPROVED', 'KITMAP_APPROVED'],
  }),
  /** Third approver of BOMs. */
  Leela: person(24, 'Varma', [33], 'NETWORK', { codes: ['WOWKIT_C3_APPROVED'] }),
  /** Final approver of WOW orders. */
  Manoj: person(25, 'Tiwari', [35], 'NETWORK', { codes: ['WOWKIT_APPROVED'] }),
  /** Trainer of head office (TRAINER). */
  Hema: person(26, 'Kapoor', [27], 'NETWORK'),
} as const satisfies Record<string, Person>;

/** Rows of the staff area for the two teachers: Divya approved, Usha waiting. */
export const staffIds = {
  Divya: '0190c000-0000-7000-8000-000000000005',
  Usha: '0190c000-0000-7000-8000-000000000017',
} as const;

export type PersonName = keyof typeof people;

/**
 * Opens a real session for a person and gives its token (for the Authorization header). `steppedUp`: as if a fresh
 * one-time password had just been entered.
 */
export async function openSession(
  adminUrl: string,
  name: PersonName,
  options: { steppedUp?: boolean } = {},
): Promise<string> {
  const token = `pps_${randomBytes(32).toString('base64url')}`;
  await withClient(adminUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `insert into session (user_id, ip, user_agent, started_at, last_seen_at, idle_seconds, absolute_until, step_up_until)
       values ($1, '127.0.0.1', 'testkit', now(), now(), 43200, now() + interval '12 hours', case when $2 then now() + interval '5 minutes' end) returning id`,
      [people[name].id, options.steppedUp ?? false],
    );
    await client.query(
      'insert into session_token (token_hash, session_id, issued_at) values ($1, $2, now())',
      [createHash('sha256').update(token).digest(), rows[0]?.id],
    );
  });
  return token;
}
