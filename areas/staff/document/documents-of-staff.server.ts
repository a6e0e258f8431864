import { type Day, todayIst } from '@aangan/contract/period.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { fileUrl } from '@aangan/server/files/files.ts';
import { type Actor, holds } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { franchiseeLabels } from '../../network/public.server.ts';
import { staffModules } from '../modules.ts';
import { refuseStaff } from '../refusals.ts';
import { maskedNumber } from './document-numbers.server.ts';
import { staffDocumentContract } from './staff-document.contract.ts';

interface Person {
  readonly franchisee_id: number;
  readonly id: string;
  readonly category: string;
}

export interface KindWithDocument {
  kindId: string;
  name: string;
  /** For the approval of this person. */
  needed: boolean;
  validMonths: number | null;
  id: string | null;
  version: number | null;
  status: 'UPLOADED' | 'VERIFIED' | 'REJECTED' | 'EXPIRED' | null;
  number_sealed: Buffer | null;
  issuedOn: Day | null;
  expiresOn: Day | null;
  reason: string | null;
  fileId: string | null;
  fileName: string | null;
}

/**
 * Every kind that people of the category bring, with the one that counts or else the newest. A document is valid through
 * its last day; after it reads EXPIRED, whether the night's job has run or not.
 */
export async function documentsOf(db: Db, staff: Person, today: Day): Promise<KindWithDocument[]> {
  const { rows } = await sql<KindWithDocument>`
    select k.id as "kindId", k.name, k.active and k.for_approval as needed, k.valid_months as "validMonths", d.id, d.version,
           case when d.status = 'VERIFIED' and d.expires_on < ${today}::date then 'EXPIRED' else d.status end as status,
           d.number_sealed, d.issued_on as "issuedOn", d.expires_on as "expiresOn", d.reason, d.file_id as "fileId", f.name as "fileName"
      from staff_document_kind k
      left join lateral (select * from staff_document x where x.franchisee_id = ${staff.franchisee_id} and x.staff_id = ${staff.id}
            and x.kind_id = k.id and x.status <> 'REPLACED'
          order by x.status in ('UPLOADED', 'VERIFIED') desc, x.created_at desc, x.id limit 1) d on true
      left join file f on f.franchisee_id = d.franchisee_id and f.id = d.file_id
     where ${staff.category} = any (k.categories) and (k.active or d.id is not null) order by k.position, k.name`.execute(
    db,
  );
  return rows;
}

/** The row, if it is the caller's own or they keep or approve staff; else it is not there. */
export function isReadable(actor: Actor, row: { readonly user_id: string | null }): boolean {
  return (
    holds(actor, [staffModules.Staff, staffModules.staffApprove], false) ||
    (row.user_id !== null && row.user_id === actor.userId)
  );
}

async function personOf(db: Db, actor: Actor, staffId: string | undefined) {
  let people = db
    .selectFrom('staff')
    .select(['id', 'franchisee_id', 'user_id', 'name', 'employee_code', 'category', 'status']);
  if (staffId !== undefined) {
    const row = ensureFound(await people.where('id', '=', staffId).executeTakeFirst());
    return ensureFound(isReadable(actor, row) ? row : null);
  }
  if (actor.franchiseeId !== null) people = people.where('franchisee_id', '=', actor.franchiseeId);
  const own = await people
    .where('user_id', '=', actor.userId)
    .where('status', '<>', 'LEFT')
    .orderBy('franchisee_id')
    .executeTakeFirst();
  if (!own) throw refuseStaff('staff.not-listed');
  return own;
}

export const documentsOfStaff = handle(staffDocumentContract.of, async ({ db, actor, input, now }) => {
  const person = await personOf(db, actor, input.staffId);
  const { franchisee_id } = person;
  const all = await documentsOf(db, person, todayIst(now));
  const needed = all.filter((one) => one.needed);
  return {
    staffId: person.id,
    franchiseeId: franchisee_id,
    centre: (await franchiseeLabels(db, [franchisee_id])).get(franchisee_id) ?? '',
    name: person.name,
    employeeCode: person.employee_code,
    needed: needed.length,
    verified: needed.filter((one) => one.status === 'VERIFIED').length,
    kinds: all.map(({ kindId, name, needed: isNeeded, validMonths, ...of }) => ({
      kindId,
      name,
      needed: isNeeded,
      validMonths,
      document:
        of.id === null || of.version === null || of.status === null
          ? null
          : {
              id: of.id,
              version: of.version,
              status: of.status,
              number: maskedNumber({ franchisee_id, id: of.id, number_sealed: of.number_sealed }),
              issuedOn: of.issuedOn,
              expiresOn: of.expiresOn,
              reason: of.reason,
              fileName: of.fileName,
              fileUrl:
                of.fileId && `${fileUrl({ franchiseeId: franchisee_id, fileId: of.fileId }, now)}&inline=1`,
            },
    })),
    can: {
      upload:
        person.status !== 'LEFT' &&
        (holds(actor, staffModules.Staff, true) ||
          (person.user_id === actor.userId && holds(actor, staffModules.TeacherAttendance, true))),
    },
  };
});
