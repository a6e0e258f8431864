import { emailSchema } from '@aangan/contract/fields.ts';
import { phoneNorm } from '@aangan/contract/phone.ts';
import type { Recipient } from '@aangan/server/endpoint/area-extras.ts';
import { istDay, personName } from '@aangan/server/sql.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';

/** The stored form of what people type to sign in: e-mail lower-cased or a mobile; null when it is neither. */
export function signInKey(identifier: string): { email: string } | { mobile: string } | null {
  const typed = identifier.trim();
  if (!typed.includes('@')) {
    const mobile = phoneNorm(typed);
    return mobile ? { mobile } : null;
  }
  const email = emailSchema.safeParse(typed);
  return email.success ? { email: email.data } : null;
}

export interface SignInUser {
  id: string;
  firstName: string;
  lastName: string;
  email: string | null;
  mobile: string | null;
  passwordHash: string | null;
  franchiseeId: number;
  superAdmin: boolean;
  codeExempt: boolean;
}

/** The one living, active user behind an e-mail or mobile, or null. */
export async function userForSignIn(db: Db, identifier: string): Promise<SignInUser | null> {
  const key = signInKey(identifier);
  if (!key) return null;
  const row = await db
    .selectFrom('app_user')
    .select([
      'id',
      'first_name',
      'last_name',
      'email_norm',
      'mobile_norm',
      'password_hash',
      'franchisee_id',
      'super_admin',
      'code_exempt',
    ])
    .where('state', '=', 'ACTIVE')
    .$if('email' in key, (qb) => qb.where('email_norm', '=', 'email' in key ? key.email : ''))
    .$if('mobile' in key, (qb) => qb.where('mobile_norm', '=', 'mobile' in key ? key.mobile : ''))
    .executeTakeFirst();
  return row
    ? {
        id: row.id,
        firstName: row.first_name,
        lastName: row.last_name,
        email: row.email_norm,
        mobile: row.mobile_norm,
        passwordHash: row.password_hash,
        franchiseeId: row.franchisee_id,
        superAdmin: row.super_admin,
        codeExempt: row.code_exempt,
      }
    : null;
}

export interface UserCard {
  id: string;
  name: string;
  photoFileId: string | null;
  role: string | null;
  designation: string | null;
  centreId: number;
}

/**
 * Name, photo, first role and home centre of users, for lists and pickers. Unknown ids are left out; an account that was
 * joined with another is shown as that one.
 */
export async function userCards(db: Db, ids: readonly string[]): Promise<Map<string, UserCard>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{
    id: string;
    shown: string;
    name: string;
    photo: string | null;
    role: string | null;
    designation: string | null;
    centre: number;
  }>`
    select o.id, u.id as shown, ${personName('u')} as name, u.photo_file_id as photo, u.designation, u.franchisee_id as centre,
      (select r.description from user_role g join role r on r.id = g.role_id where g.user_id = u.id and g.ended_at is null order by r.position limit 1) as role
      from app_user o join app_user u on u.id = coalesce(o.merged_into, o.id) where o.id = any (${[...new Set(ids)]}::uuid[])`.execute(
    db,
  );
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.shown,
        name: row.name,
        photoFileId: row.photo,
        role: row.role,
        designation: row.designation,
        centreId: row.centre,
      },
    ]),
  );
}

export interface UsersWith {
  module?: string;
  /** Only holders of the change right. */
  write?: true;
  code?: string;
  roleId?: number;
  franchiseeId?: number;
  /** Instead of one centre: whoever reaches any of these. */
  franchiseeIds?: readonly number[];
  zoneId?: number;
  /** Of these people alone. */
  userIds?: readonly string[];
}

/**
 * Active users who hold a module, a code or a role, reaching a centre where one is named: for pickers and notices. The
 * grant's reach counts (a zone manager is found for a centre of his zone). At most 500, by name.
 */
export async function usersWith(db: Db, wanted: UsersWith): Promise<{ id: string; name: string }[]> {
  const method = wanted.write ? ['any', 'POST'] : ['any', 'GET'];
  const at = wanted.franchiseeIds ?? (wanted.franchiseeId === undefined ? null : [wanted.franchiseeId]);
  const { rows } = await sql<{ id: string; name: string }>`
    select u.id, ${personName('u')} as name from app_user u
     where u.state = 'ACTIVE' and (${wanted.userIds ?? null}::uuid[] is null or u.id = any (${wanted.userIds ?? null}::uuid[])) and (u.super_admin and ${wanted.roleId === undefined && wanted.code === undefined} or exists (
       select from user_role g join role r on r.id = g.role_id and r.active
        where g.user_id = u.id and g.ended_at is null and ${istDay(sql`now()`)} between g.from_on and coalesce(g.to_on, 'infinity')
          and (${wanted.roleId ?? null}::int is null or g.role_id = ${wanted.roleId ?? null})
          and (${wanted.zoneId ?? null}::int is null or g.zone_id = ${wanted.zoneId ?? null})
          and (${wanted.module ?? null}::text is null or exists (select from role_end_point p join system_end_point e on e.id = p.end_point_id and e.active
                where p.role_id = r.id and e.module = ${wanted.module ?? null} and e.method = any (${method}::text[])))
          and (${wanted.code ?? null}::text is null or exists (select from role_approval_code c where c.role_id = r.id and c.code = ${wanted.code ?? null})
               or exists (select from user_approval_code c where c.user_id = u.id and c.code = ${wanted.code ?? null} and c.revoked_at is null
                    and (c.franchisee_id is null or c.franchisee_id = ${wanted.franchiseeId ?? null})))
          and (${at}::int[] is null or (r.franchisee_id is null or r.franchisee_id = any (${at}::int[])) and case g.scope
                when 'NETWORK' then true
                when 'CENTRE' then g.franchisee_id = any (${at}::int[])
                when 'CENTRES' then exists (select from user_centre c where c.user_id = u.id and c.franchisee_id = any (${at}::int[])
                    and ${istDay(sql`now()`)} between c.from_on and coalesce(c.to_on, 'infinity'))
                else exists (select from franchisee f join zone z on z.id = f.zone_id
                    where f.id = any (${at}::int[]) and (z.id = g.zone_id or z.parent_id = g.zone_id)) end)))
     order by 2, 1 limit 500`.execute(db);
  return rows;
}

/** Registered for messages about users (platform `recipients.userIds`). */
export async function userRecipients(db: Db, ids: readonly string[]): Promise<Recipient[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('app_user')
    .select(['id', 'first_name', 'last_name', 'locale', 'mobile_norm', 'email_norm'])
    .where('id', 'in', [...ids])
    .where('state', '<>', 'DISABLED')
    .execute();
  return rows.map((row) => ({
    kind: 'STAFF' as const,
    id: row.id,
    name: `${row.first_name} ${row.last_name}`.trim(),
    language: row.locale,
    mobile: row.mobile_norm,
    email: row.email_norm,
    userId: row.id,
  }));
}

/** The 13 departments, in the specification's spelling. */
export const departments = (db: Db) =>
  db.selectFrom('department').select(['id', 'name']).orderBy('id').execute();
