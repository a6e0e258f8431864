import { handle } from '@aangan/server/endpoint/handle.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { mayCall } from '@aangan/server/work/actor.ts';
import { ensureFound } from '@aangan/server/work/ensure.ts';
import { sql } from 'kysely';
import { uniformIndentContract as contract, type IndentDetails } from './uniform-indent.contract.ts';
import { uniformIndents } from './uniform-indent.listing.ts';

const linesOf = (what: string) =>
  sql`(select ${sql.raw(what)} from uniform_indent_line l join product z on z.id = l.product_id join product p on p.id = l.style_id
    where l.franchisee_id = i.franchisee_id and l.indent_id = i.id)`;

export const indentListing = serveListing(uniformIndents, {
  from: sql`uniform_indent i join franchisee f on f.id = i.franchisee_id join class c on c.id = i.class_id
    left join student s on s.franchisee_id = i.franchisee_id and s.id = i.student_id
    left join enquiry q on q.franchisee_id = i.franchisee_id and q.id = i.enquiry_id
    left join kit_order o on o.franchisee_id = i.franchisee_id and o.id = i.order_id and i.status in ('ORDERED', 'FULFILLED')`,
  alias: 'i',
  columns: {
    number: 'i.indent_no',
    child: sql`coalesce(s.name, nullif(trim(concat_ws(' ', q.child_first_name, q.child_last_name)), ''), 'Child of ' || q.guardian_name, '–')`,
    className: 'c.name',
    sizes: linesOf(
      `coalesce(string_agg(p.name || ' ' || z.size_code || ' × ' || l.qty, ', ' order by p.name, p.id), '–')`,
    ),
    pieces: linesOf('coalesce(sum(l.qty), 0)::int'),
    setNo: 'i.set_no',
    source: sql`(case when i.enrolment_id is null then 'ENQUIRY' else 'STUDENT' end)`,
    centre: 'f.company_name',
    orderNo: 'o.order_no',
    submittedAt: sql`date_trunc('milliseconds', i.submitted_at)`,
    handedAt: sql`date_trunc('milliseconds', i.handed_at)`,
    status: 'i.status',
    orderId: 'o.id',
    classId: 'i.class_id',
    handed: sql`(case when i.handed_at is null then 'NO' else 'YES' end)`,
  },
  can: (row, actor) => {
    const waits = row.status === 'SUBMITTED';
    return {
      order: waits && mayCall(actor, contract.order),
      handOver: row.status === 'FULFILLED' && row.handedAt === null && mayCall(actor, contract.handOver),
      cancel: waits && mayCall(actor, contract.cancel),
    };
  },
});
export const { handlers } = indentListing;

export const getIndent = handle(contract.get, async ({ db, actor, input }) => {
  const row = ensureFound(await indentListing.row({ db, actor }, input.id));
  const more = await db
    .selectFrom('uniform_indent')
    .select(['height_cm', 'remark'])
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow();
  const { rows: lines } = await sql<IndentDetails['lines'][number]>`
    select l.product_id as "productId", p.name as style, z.size_code as size, l.qty, g.size_code as suggested from uniform_indent_line l
      join product p on p.id = l.style_id join product z on z.id = l.product_id left join product g on g.id = l.suggested_product_id
     where l.franchisee_id = ${row.franchiseeId} and l.indent_id = ${row.id} order by p.name, p.id`.execute(
    db,
  );
  return { ...row, heightCm: more.height_cm, remark: more.remark, lines };
});
