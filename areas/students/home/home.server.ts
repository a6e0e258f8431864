// The family's own page. Everything is read in the parent's own scope (rt_family): row security gives own children only.
import { addDays, type Day, todayIst } from '@aangan/contract/period.ts';
import { handle, handleApart } from '@aangan/server/endpoint/handle.ts';
import { fileUrl } from '@aangan/server/files/files.ts';
import { type Actor, systemActor } from '@aangan/server/work/actor.ts';
import { ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { createPaymentLink, openLines, studentBalances } from '../../finance/public.server.ts';
import { franchisee } from '../../network/public.server.ts';
import { homeContract } from './home.contract.ts';

const RECEIPTS = 12;
const NEXT_LINES = 4;
const empty = {
  family: false,
  children: [],
  child: null,
  centre: null,
  money: null,
  documents: [],
  people: [],
};

export const childHome = handle(homeContract.child, async ({ db, actor, input, now }) => {
  if (actor.students === null) return empty;
  const own = await ownChildren(db);
  const children = own.map((one) => ({
    studentAdmissionId: one.studentAdmissionId,
    callName: one.callName,
  }));
  const picked = input.student
    ? ensureFound(own.find((one) => [one.studentAdmissionId, one.studentId].includes(input.student ?? '')))
    : own[0];
  if (!picked) return { ...empty, family: true };
  const today = todayIst(now);
  const centre = await franchisee(db, picked.franchiseeId);
  return {
    family: true,
    children,
    child: {
      ...picked,
      photoUrl: picked.photoFileId
        ? `${fileUrl({ franchiseeId: picked.franchiseeId, fileId: picked.photoFileId })}&inline=1`
        : null,
    },
    centre: centre && {
      name: centre.companyName,
      phone: centre.phone,
      email: centre.email,
      address: centre.address,
    },
    money: (await seesMoney(db, actor, picked)) ? await moneyOf(db, picked, today) : null,
    documents: await documentsOf(db, picked),
    people: await peopleOf(db, picked),
  };
});

interface ChildKey {
  franchiseeId: number;
  studentId: string;
}

// No centre in the statement: rt_family gives the rows of the parent's own children and of nobody else.
export async function ownChildren(db: Db) {
  const rows = await db
    .selectFrom('student as s')
    .innerJoin('child as c', 'c.id', 's.child_id')
    .innerJoin('enrolment as e', (j) =>
      j.onRef('e.franchisee_id', '=', 's.franchisee_id').onRef('e.id', '=', 's.current_enrolment_id'),
    )
    .leftJoin('class as k', 'k.id', 'e.class_id')
    .leftJoin('section as n', (j) =>
      j.onRef('n.franchisee_id', '=', 'e.franchisee_id').onRef('n.id', '=', 'e.section_id'),
    )
    .leftJoin('admission as a', (j) =>
      j.onRef('a.franchisee_id', '=', 's.franchisee_id').onRef('a.student_id', '=', 's.id'),
    )
    .select([
      's.franchisee_id as franchiseeId',
      's.id as studentId',
      'e.id as studentAdmissionId',
      's.name',
      's.call_name',
      's.admission_no as admissionNo',
      'c.child_no as childNo',
      's.date_of_birth as dateOfBirth',
      's.state',
      's.photo_file_id as photoFileId',
      'k.name as className',
      'n.name as sectionName',
      'e.day_session as daySession',
      'n.starts_at as startsAt',
      'n.ends_at as endsAt',
      'e.joined_on as joinedOn',
      'a.confirmed_at as admittedOn',
    ])
    .where('s.merged_into', 'is', null)
    .orderBy('s.date_of_birth')
    .execute();
  return rows.map(({ call_name, ...row }) => ({
    ...row,
    callName: call_name ?? row.name.split(' ')[0] ?? row.name,
    admittedOn: row.admittedOn ? todayIst(row.admittedOn) : null,
  }));
}

/** A guardian with the limited portal sees no money (students.md 3.9), and a student none at all. */
export async function seesMoney(db: Db, actor: Actor, child: ChildKey): Promise<boolean> {
  const row = await db
    .selectFrom('student_guardian as sg')
    .innerJoin('guardian as g', (j) =>
      j.onRef('g.franchisee_id', '=', 'sg.franchisee_id').onRef('g.id', '=', 'sg.guardian_id'),
    )
    .select('sg.portal')
    .where('sg.student_id', '=', child.studentId)
    .where('g.user_id', '=', userIdOf(actor))
    .executeTakeFirst();
  return row?.portal === 'FULL';
}

const accountOf = (db: Db, child: ChildKey) =>
  db
    .selectFrom('fee_account')
    .select('id')
    .where('franchisee_id', '=', child.franchiseeId)
    .where('student_id', '=', child.studentId)
    .where('closed_on', 'is', null)
    .orderBy('created_at')
    .executeTakeFirst();

async function moneyOf(db: Db, child: ChildKey, today: Day) {
  const account = await accountOf(db, child);
  if (!account) return null;
  const balance = (await studentBalances(db, { feeAccountIds: [account.id], on: today })).get(account.id);
  if (!balance) return null;
  const lines = await openLines(db, child.franchiseeId, account.id);
  const receipts = await db
    .selectFrom('receipt as r')
    .innerJoin('payment as p', (j) =>
      j.onRef('p.franchisee_id', '=', 'r.franchisee_id').onRef('p.id', '=', 'r.payment_id'),
    )
    .select(['r.id', 'r.number', 'r.issued_on as issuedOn', 'p.amount'])
    .where('p.fee_account_id', '=', account.id)
    .where('r.cancelled_at', 'is', null)
    .orderBy('r.issued_on', 'desc')
    .orderBy('r.number', 'desc')
    .limit(RECEIPTS)
    .execute();
  const byDay = new Map<string, { label: string; dueOn: string; open: number; overdue: boolean }>();
  for (const line of lines) {
    const label = line.label.split(':')[0] ?? line.label;
    const one = byDay.get(`${line.dueOn} ${label}`) ?? {
      label,
      dueOn: line.dueOn,
      open: 0,
      overdue: addDays(line.dueOn, line.graceDays) < today,
    };
    byDay.set(`${line.dueOn} ${label}`, { ...one, open: one.open + line.net - line.allocated });
  }
  return {
    due: balance.due,
    overdue: balance.overdue,
    paid: balance.paid,
    advance: balance.advance,
    planned: balance.planned,
    nextDueOn: balance.nextDueOn,
    next: [...byDay.values()].slice(0, NEXT_LINES),
    receipts,
  };
}

const documentsOf = (db: Db, child: ChildKey) =>
  db
    .selectFrom('student_document')
    .select(['id', 'kind', 'file_name as fileName', 'status'])
    .where('student_id', '=', child.studentId)
    .where('ended_at', 'is', null)
    .where('visible_to_family', '=', true)
    .orderBy('kind')
    .execute();

async function peopleOf(db: Db, child: ChildKey) {
  const gate = await db
    .selectFrom('pickup_person')
    .select(['name', 'relation'])
    .where('student_id', '=', child.studentId)
    .where('status', '=', 'ACTIVE')
    .orderBy('name')
    .execute();
  const call = await db
    .selectFrom('emergency_contact')
    .select(['name', 'relation'])
    .where('student_id', '=', child.studentId)
    .orderBy('ordinal')
    .execute();
  return [
    ...call.map((one) => ({ ...one, what: 'CALL' as const })),
    ...gate.map((one) => ({ ...one, what: 'GATE' as const })),
  ];
}

export const receiptOfFamily = handle(homeContract.openReceipt, async ({ db, actor, input }) => {
  const row = ensureFound(
    await db
      .selectFrom('receipt as r')
      .innerJoin('payment as p', (j) =>
        j.onRef('p.franchisee_id', '=', 'r.franchisee_id').onRef('p.id', '=', 'r.payment_id'),
      )
      .innerJoin('fee_account as a', (j) =>
        j.onRef('a.franchisee_id', '=', 'p.franchisee_id').onRef('a.id', '=', 'p.fee_account_id'),
      )
      .select(['r.franchisee_id', 'r.number', 'r.file_id', 'a.student_id'])
      .where('r.id', '=', input.id)
      .executeTakeFirst(),
  );
  const child = { franchiseeId: row.franchisee_id, studentId: ensureFound(row.student_id) };
  ensureFound((await seesMoney(db, actor, child)) || null);
  return {
    number: row.number,
    url: row.file_id ? `${fileUrl({ franchiseeId: row.franchisee_id, fileId: row.file_id })}&inline=1` : null,
  };
});

/** The child is looked up in the parent's scope; the link is then made as the centre, because a parent's role writes nothing. */
export const payAsFamily = handleApart(homeContract.pay, async ({ actor, input, now, work }) => {
  const account = await work(actor, async (db) => {
    if (actor.students === null) return null;
    const child = (await ownChildren(db)).find((one) =>
      [one.studentAdmissionId, one.studentId].includes(input.student),
    );
    if (!child || !(await seesMoney(db, actor, child))) return null;
    const found = await accountOf(db, child);
    return found ? { franchiseeId: child.franchiseeId, feeAccountId: found.id } : null;
  });
  const key = ensureFound(account);
  const { token } = await work(systemActor(key.franchiseeId), (db) =>
    createPaymentLink(db, { ...key, sentTo: null, now }),
  );
  return { path: `/admission-payments/${token}` };
});
