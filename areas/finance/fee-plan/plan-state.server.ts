// What other areas ask about plans: options for a child, state of a child's plan, fee of a form, money collected.
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';

export interface FormFee {
  readonly id: string;
  readonly name: string;
  readonly amount: number;
  readonly feeTypeId: string;
  readonly bankAccountId: string | null;
  readonly online: boolean;
  readonly offline: boolean;
}

/** Fee of a form for a class; the row of the class wins over the row for all classes. Null: nothing to pay. */
export async function formFee(
  db: Db,
  form: { franchiseeId: number; referenceType: string; yearId: number; classId?: number | null },
): Promise<FormFee | null> {
  const row = await db
    .selectFrom('receipt_fee_type')
    .selectAll()
    .where('franchisee_id', '=', form.franchiseeId)
    .where('academic_year_id', '=', form.yearId)
    .where(sql<boolean>`reference_type = ${form.referenceType}`)
    .where('active', '=', true)
    .where((eb) =>
      eb.or([eb('class_id', 'is', null), ...(form.classId ? [eb('class_id', '=', form.classId)] : [])]),
    )
    .orderBy(sql`class_id nulls last`)
    .limit(1)
    .executeTakeFirst();
  return row === undefined
    ? null
    : {
        id: row.id,
        name: row.name,
        amount: row.amount,
        feeTypeId: row.fee_type_id,
        bankAccountId: row.bank_account_id,
        online: row.online,
        offline: row.offline,
      };
}

export interface PlanChoice {
  readonly planId: string;
  readonly franchiseeId: number;
  readonly code: string;
  readonly name: string;
  readonly planVersion: number;
  readonly classId: number | null;
  readonly className: string | null;
  readonly session: string;
  readonly total: number;
  /** Fits the child's class and session. */
  readonly fits: boolean;
  readonly options: readonly {
    readonly id: string;
    readonly name: string;
    readonly kind: string;
    readonly instalments: number;
    readonly discountBp: number;
  }[];
}

/** Approved plans of a year a centre may give: its own and the network's; fitting ones first. */
export async function planOptionsFor(
  db: Db,
  child: {
    franchiseeId: number;
    yearId: number;
    classId?: number | null;
    session?: string | null;
    module?: 'ACADEMIC' | 'SERVICE';
    /** Only plans that price this service. */
    serviceId?: string;
  },
): Promise<PlanChoice[]> {
  const { rows } = await sql<PlanChoice>`
    select p.id as "planId", p.franchisee_id as "franchiseeId", p.code, p.name, p.plan_version as "planVersion", p.class_id as "classId", c.name as "className",
      p.session, p.total,
      (p.class_id is null or p.class_id = ${child.classId ?? null}::int) and (p.session = 'NONE' or ${child.session ?? null}::text is null or p.session = ${child.session ?? null}) as fits,
      (select json_agg(json_build_object('id', b.id, 'name', b.name, 'kind', b.kind, 'discountBp', b.discount_bp,
        'instalments', (select count(*) from fee_plan_instalment i where i.breakdown_id = b.id)) order by b.created_at, b.name) from fee_plan_breakdown b where b.fee_plan_id = p.id) as options
    from fee_plan p left join class c on c.id = p.class_id
    where p.status = 'APPROVED' and p.academic_year_id = ${child.yearId} and p.module = ${child.module ?? 'ACADEMIC'}
      and p.franchisee_id in (1, ${child.franchiseeId}) and ${child.serviceId === undefined ? sql`true` : sql`p.service_id = ${child.serviceId}`}
      -- A centre's own plan of the same code replaces the network's.
      and not (p.franchisee_id = 1 and exists (select from fee_plan o where o.franchisee_id = ${child.franchiseeId} and o.code = p.code and o.status = 'APPROVED') and ${child.franchiseeId} <> 1)
    order by fits desc, p.name limit 100`.execute(db);
  return rows.map((row) => ({ ...row, options: row.options ?? [] }));
}

export interface PlanState {
  readonly status:
    | 'NONE'
    | 'DRAFT'
    | 'PENDING'
    | 'APPROVED'
    | 'REJECTED'
    | 'REVISED'
    | 'CLOSED'
    | 'CANCELLED';
  /** Posted to the ledger. */
  readonly active: boolean;
  readonly assignmentId: string | null;
  readonly planId: string | null;
  readonly planName: string | null;
  readonly classId: number | null;
  readonly session: string | null;
  readonly joinsOn: string | null;
  readonly net: number;
  readonly paid: number;
  /** Open amount of the whole plan. */
  readonly due: number;
}

const NO_PLAN: PlanState = {
  status: 'NONE',
  active: false,
  assignmentId: null,
  planId: null,
  planName: null,
  classId: null,
  session: null,
  joinsOn: null,
  net: 0,
  paid: 0,
  due: 0,
};

/** The academic plan of an admission or enrolment, the newest proposal before older ones. */
export async function planState(
  db: Db,
  which: { franchiseeId: number; studentAdmissionId: string },
): Promise<PlanState> {
  const { rows } = await sql<PlanState>`
    select f.status, exists (select from plan_activation v where v.franchisee_id = f.franchisee_id and v.fee_assignment_id = f.id) as active,
      f.id as "assignmentId", p.id as "planId", p.name as "planName", p.class_id as "classId", p.session, f.joins_on as "joinsOn",
      f.net, coalesce(l.paid, 0)::bigint as paid, (f.net - coalesce(l.paid, 0))::bigint as due
    from fee_assignment f join fee_plan p on p.id = f.fee_plan_id
    left join lateral (select sum(allocated) as paid from fee_line l where l.franchisee_id = f.franchisee_id and l.fee_assignment_id = f.id and l.state <> 'CANCELLED') l on true
    where f.franchisee_id = ${which.franchiseeId} and f.student_admission_id = ${which.studentAdmissionId} and f.module = 'ACADEMIC'
    order by f.status = 'APPROVED' desc, f.status = 'CANCELLED', f.created_at desc limit 1`.execute(db);
  return rows[0] ?? NO_PLAN;
}

/** The account has an academic plan of that year, or a proposal of one. */
export async function hasPlanOf(
  db: Db,
  of: { franchiseeId: number; feeAccountId: string; yearId: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('fee_assignment')
    .select('id')
    .where('franchisee_id', '=', of.franchiseeId)
    .where('fee_account_id', '=', of.feeAccountId)
    .where('academic_year_id', '=', of.yearId)
    .where('module', '=', 'ACADEMIC')
    .where('status', 'in', ['DRAFT', 'PENDING', 'REJECTED', 'APPROVED'])
    .executeTakeFirst();
  return row !== undefined;
}

/** Confirmed money per child (CONFIRMED, TRANSFERRED), by the kind of id asked for. */
export async function feeCollected(
  db: Db,
  which: {
    studentAdmissionIds?: readonly string[];
    enquiryIds?: readonly string[];
    studentIds?: readonly string[];
  },
): Promise<Map<string, number>> {
  const [column, ids] = which.studentAdmissionIds
    ? (['student_admission_id', which.studentAdmissionIds] as const)
    : which.enquiryIds
      ? (['enquiry_id', which.enquiryIds] as const)
      : (['student_id', which.studentIds ?? []] as const);
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ key: string; amount: number }>`
    select ${sql.ref(`a.${column}`)} as key, sum(p.amount)::bigint as amount from fee_account a
      join payment p on p.franchisee_id = a.franchisee_id and p.fee_account_id = a.id and p.status in ('CONFIRMED', 'TRANSFERRED')
     where ${sql.ref(`a.${column}`)} = any (${ids as string[]}::uuid[]) group by 1`.execute(db);
  return new Map(rows.map((row) => [row.key, row.amount]));
}

/** Money of a centre toward head office: what it owes, what it has paid ahead, days since its oldest open due was due. */
export async function franchiseePosition(
  db: Db,
  which: { franchiseeIds: readonly number[]; on: string },
): Promise<Map<number, { receivable: number; advance: number; oldestOverdueDays: number }>> {
  const { rows } = await sql<{ id: number; receivable: number; advance: number; oldestOverdueDays: number }>`
    select f as id, coalesce(-sum(b.amount) filter (where b.account_code = '2400'), 0)::bigint as receivable,
      coalesce(sum(b.amount) filter (where b.account_code = '1310'), 0)::bigint as advance,
      greatest(0, ${which.on}::date - (select min(d.due_on) from franchisee_due d where d.franchisee_id = f and d.settled < d.amount))::int as "oldestOverdueDays"
    from unnest(${which.franchiseeIds as number[]}::int[]) f left join ledger_balance b on b.franchisee_id = f and b.account_code in ('2400', '1310') group by f`.execute(
    db,
  );
  return new Map(rows.map(({ id, ...position }) => [id, position]));
}

/** Share of due fees that is paid: n of d paise, lines due by the day. */
export async function collectionRate(
  db: Db,
  which: { franchiseeIds: readonly number[]; on: string },
): Promise<Map<number, { n: number; d: number }>> {
  const { rows } = await sql<{ id: number; n: number; d: number }>`
    select franchisee_id as id, sum(allocated)::bigint as n, sum(net)::bigint as d from fee_line
     where franchisee_id = any (${which.franchiseeIds as number[]}::int[]) and state = 'OPEN' and due_on <= ${which.on} group by 1`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, { n: row.n, d: row.d }]));
}
