import { randomUUID } from 'node:crypto';
import type { OutputOf, ParsedInputOf } from '@aangan/contract/endpoint.ts';
import { refuse } from '@aangan/contract/refusal.ts';
import { actionsFrom } from '@aangan/contract/states.ts';
import { messageKinds } from '@aangan/server/endpoint/area-registry.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { countTry } from '@aangan/server/endpoint/rate-limit.ts';
import { serveListing } from '@aangan/server/listing/serve-listing.ts';
import { HEAD_OFFICE, personName } from '@aangan/server/sql.ts';
import { type Actor, mayCall, reaches } from '@aangan/server/work/actor.ts';
import { ensure, ensureFound, userIdOf } from '@aangan/server/work/ensure.ts';
import { decide, lockRow, moveStatus, type RowIn } from '@aangan/server/work/status-step.ts';
import type { Db } from '@aangan/server/work/unit-of-work.ts';
import { sql } from 'kysely';
import { centreOfWriter } from '../audience/audience.server.ts';
import { refuseCommunication } from '../communication.refusals.ts';
import { queueMessage } from '../message/queue-message.server.ts';
import { smsUnits } from '../message/sms-units.ts';
import { templateContract as contract, type Template, type Variant } from './template.contract.ts';
import { templates } from './template.listing.ts';
import { type TemplateStatus, templateStates } from './template.states.ts';
import {
  knownVariables,
  MOST_UNITS,
  namesIn,
  placesOf,
  sampleOf,
  type Variable,
  withNames,
} from './template-text.ts';

type Row = RowIn<'template'>;
type Input = ParsedInputOf<typeof contract.save>;
const moved = { states: templateStates, table: 'template' } as const;

interface Steps {
  status: TemplateStatus;
  franchiseeId: number;
  writtenBy: string | null;
}

/** Head office's own are read by every centre and changed by head office alone. */
function stepsOf(row: Steps, actor: Actor) {
  const writes = mayCall(actor, contract.save) && owns(actor, row.franchiseeId);
  const steps = new Set<string>(writes ? actionsFrom(templateStates, row.status) : []);
  const other = row.writtenBy !== actor.userId;
  return {
    edit: writes && (row.status === 'DRAFT' || steps.has('edit')),
    submit: steps.has('submit'),
    activate: other && steps.has('activate'),
    return: other && steps.has('return'),
    pause: steps.has('pause'),
    resume: steps.has('resume'),
    retire: steps.has('retire'),
    test: writes && row.status !== 'RETIRED',
  };
}

const owns = (actor: Actor, franchiseeId: number): boolean =>
  actor.franchiseeId === null ? reaches(actor, franchiseeId) : actor.franchiseeId === franchiseeId;

export const templateListing = serveListing(templates, {
  from: sql`template t left join template_variant v on v.franchisee_id = t.franchisee_id and v.template_id = t.id and v.version_no = t.version_no and v.language = 'en'`,
  alias: 't',
  columns: {
    name: 't.name',
    type: 't.type',
    userType: 't.user_type',
    page: 't.page',
    category: 't.category',
    languages: sql`(select string_agg(case x.language when 'hi' then 'Hindi' else 'English' end, ', ' order by x.language) from template_variant x
      where x.franchisee_id = t.franchisee_id and x.template_id = t.id and x.version_no = t.version_no)`,
    body: sql`coalesce(v.body, '')`,
    versionNo: 't.version_no',
    owner: sql`(select case when f.id = ${HEAD_OFFICE} then 'Head office' else f.company_name end from franchisee f where f.id = t.franchisee_id)`,
    updatedAt: sql`date_trunc('milliseconds', t.updated_at)`,
    status: 't.status',
    writtenBy: 't.written_by',
    dltMissing: sql`(t.type = 'SMS' and v.dlt_template_id is null)`,
    liveVersion: 't.live_version',
  },
  can: stepsOf,
});

export async function variantsOf(db: Db, row: Row, versionNo: number): Promise<Variant[]> {
  const rows = await db
    .selectFrom('template_variant')
    .select([
      'language',
      'subject',
      'body',
      'map',
      'dlt_entity_id as dltEntityId',
      'dlt_template_id as dltTemplateId',
      'header',
    ])
    .where('franchisee_id', '=', row.franchisee_id)
    .where('template_id', '=', row.id)
    .where('version_no', '=', versionNo)
    .orderBy('language')
    .execute();
  return rows as Variant[]; // language is one of two by its check
}

export const variablesOf = (row: Pick<Row, 'variables'>): Variable[] =>
  row.variables as unknown as Variable[]; // jsonb that `save` alone writes

export const getTemplate = handle(contract.get, async ({ db, actor, input }) => {
  const { rows } = await sql<Row & { writer: string | null }>`
    select t.*, ${personName('u')} as writer from template t left join app_user u on u.id = t.written_by where t.id = ${input.id}`.execute(
    db,
  );
  const row = ensureFound(rows[0]);
  const live = row.live_version !== null && row.live_version < row.version_no ? row.live_version : null;
  return {
    id: row.id,
    franchiseeId: row.franchisee_id,
    version: row.version,
    versionNo: row.version_no,
    liveVersion: row.live_version,
    name: row.name,
    userType: row.user_type,
    type: row.type,
    page: row.page,
    category: row.category,
    variables: variablesOf(row),
    variants: await variantsOf(db, row, row.version_no),
    live: live === null ? null : await variantsOf(db, row, live),
    status: row.status,
    writtenBy: row.writer,
    pauseReason: row.pause_reason,
    can: stepsOf({ status: row.status, franchiseeId: row.franchisee_id, writtenBy: row.written_by }, actor),
  } satisfies Template;
});

export const systemTexts = handle(contract.system, async () => {
  const rows: OutputOf<typeof contract.system>['rows'] = [...messageKinds().values()]
    .map((kind) => ({
      key: kind.key,
      category: kind.category,
      channels: [...kind.channels],
      subject: kind.subject ?? null,
      en: kind.en,
      hi: kind.hi ?? null,
      units: smsUnits(kind.en).units,
    }))
    .sort((a, b) => a.key.localeCompare(b.key));
  return { rows };
});

/** Every text fits its type: places mapped to variables there are, no other names, not too long. */
function ensureTexts({ type, category, variables, variants }: Input): void {
  const fault = (n: number, name: string, text: string) =>
    refuseCommunication('template.text', { fields: { [`variants.${n}.${name}`]: text } });
  const known = new Set([...Object.keys(knownVariables), ...variables.map(({ name }) => name)]);
  if (new Set(variables.map(({ name }) => name)).size < variables.length)
    throw refuseCommunication('template.text', { fields: { variables: 'A name stands there twice' } });
  if (
    new Set(variants.map(({ language }) => language)).size < variants.length ||
    variants[0]?.language !== 'en'
  )
    throw refuseCommunication('template.text', { fields: { variants: 'Write English, then Hindi' } });
  for (const [n, one] of variants.entries()) {
    if (type === 'EMAIL' && !one.subject) throw fault(n, 'subject', 'Write the subject');
    const places = placesOf(one.body);
    if (type === 'SMS' && places.length !== one.map.length)
      throw fault(n, 'map', `The text has ${places.length} places; map each of them`);
    if (type === 'EMAIL' && places.length > 0) throw fault(n, 'body', 'Places of the registry are for SMS');
    const names = type === 'SMS' ? one.map : namesIn(`${one.subject ?? ''} ${one.body}`);
    const unknown = names.find((name) => !known.has(name));
    if (unknown !== undefined)
      throw fault(
        n,
        type === 'SMS' ? 'map' : 'body',
        `${unknown || 'A place'} is no variable of this template`,
      );
    if (type === 'SMS' && namesIn(one.body).length > 0)
      throw fault(n, 'body', 'Paste the registered text with its {#places#}');
    if (type === 'SMS' && one.header && /^\d/.test(one.header) !== (category === 'PROMOTIONAL'))
      throw fault(n, 'header', 'Digits are for promotional texts, letters for all others');
    if (type === 'SMS' && sampleOf({ ...one, type }, variables).units > MOST_UNITS)
      throw fault(n, 'body', `At most ${MOST_UNITS} units`);
  }
}

const columnsOf = (input: Input, actor: Actor) => ({
  name: input.name,
  user_type: input.userType,
  type: input.type,
  page: input.type === 'SMS' ? ('SEND_SMS' as const) : ('SEND_EMAIL' as const),
  category: input.category,
  variables: JSON.stringify(input.variables),
  written_by: userIdOf(actor),
});

export const saveTemplate = handle(contract.save, async ({ db, actor, input }) => {
  ensureTexts(input);
  const before = input.id === null ? null : await lockRow(db, 'template', input.id, input.version ?? 0);
  const franchiseeId = before?.franchisee_id ?? centreOfWriter(actor);
  await ensureFreeName(db, franchiseeId, input);
  const row = before
    ? await changed(db, actor, before, input)
    : await db
        .insertInto('template')
        .values({ franchisee_id: franchiseeId, id: randomUUID(), ...columnsOf(input, actor) })
        .returningAll()
        .executeTakeFirstOrThrow();
  await db
    .deleteFrom('template_variant')
    .where('franchisee_id', '=', row.franchisee_id)
    .where('template_id', '=', row.id)
    .where('version_no', '=', row.version_no)
    .execute();
  await db
    .insertInto('template_variant')
    .values(
      input.variants.map((one) => ({
        franchisee_id: row.franchisee_id,
        template_id: row.id,
        version_no: row.version_no,
        language: one.language,
        subject: input.type === 'EMAIL' ? one.subject : null,
        body: one.body,
        map: input.type === 'SMS' ? one.map : [],
        dlt_entity_id: one.dltEntityId,
        dlt_template_id: one.dltTemplateId,
        header: one.header,
      })),
    )
    .execute();
  const saved = input.submit ? await moveStatus(db, { ...moved, row, action: 'submit' }) : row;
  return { id: row.id, versionNo: row.version_no, status: saved.status };
});

/** Of one that is active or paused the next version begins; the one that is sent stays as it is. */
async function changed(db: Db, actor: Actor, before: Row, input: Input): Promise<Row> {
  if (input.type !== before.type)
    throw refuse('input.invalid', { fields: { type: 'The type of a template stays' } });
  if (before.status !== 'DRAFT')
    return moveStatus(db, {
      ...moved,
      row: before,
      action: 'edit',
      set: { ...columnsOf(input, actor), version_no: before.version_no + 1 },
    });
  return db
    .updateTable('template')
    .set(columnsOf(input, actor))
    .where('franchisee_id', '=', before.franchisee_id)
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function ensureFreeName(db: Db, franchiseeId: number, { id, name }: Input): Promise<void> {
  const { rows } =
    await sql`select from template where franchisee_id = ${franchiseeId} and lower(name) = lower(${name})
    and status <> 'RETIRED' and id is distinct from ${id}::uuid`.execute(db);
  ensure(rows.length === 0, () =>
    refuseCommunication('template.exists', { fields: { name: 'Choose another name' } }),
  );
}

export const submitTemplate = handle(contract.submit, async ({ db, input, version }) => {
  const row = await lockRow(db, 'template', input.id, version);
  await moveStatus(db, { ...moved, row, action: 'submit' });
  return {};
});

export const activateTemplate = handle(contract.activate, async ({ db, actor, input, version }) => {
  const row = await lockRow(db, 'template', input.id, version);
  const missing =
    row.type === 'SMS' &&
    (await variantsOf(db, row, row.version_no)).some(
      (one) => !one.dltEntityId || !one.dltTemplateId || !one.header,
    );
  ensure(!missing || row.status !== 'SUBMITTED', () => refuseCommunication('template.dlt-missing'));
  await decide(db, actor, {
    ...moved,
    row,
    action: 'activate',
    decision: 'APPROVE',
    makers: [row.written_by],
    reason: input.note ?? null,
    set: { live_version: row.version_no, approved_by: userIdOf(actor), pause_reason: null },
  });
  return {};
});

export const returnTemplate = handle(contract.sendBack, async ({ db, actor, input, version }) => {
  const row = await lockRow(db, 'template', input.id, version);
  await decide(db, actor, {
    ...moved,
    row,
    action: 'return',
    decision: 'RETURN',
    makers: [row.written_by],
    reason: input.reason,
  });
  return {};
});

export const pauseTemplate = handle(contract.pause, async ({ db, input, version }) => {
  const row = await lockRow(db, 'template', input.id, version);
  await moveStatus(db, {
    ...moved,
    row,
    action: 'pause',
    reason: input.reason,
    set: { pause_reason: input.reason },
  });
  return {};
});

export const resumeTemplate = handle(contract.resume, async ({ db, input, version }) => {
  const row = await lockRow(db, 'template', input.id, version);
  await moveStatus(db, { ...moved, row, action: 'resume', set: { pause_reason: null } });
  return {};
});

export const retireTemplate = handle(contract.retire, async ({ db, input, version }) => {
  const row = await lockRow(db, 'template', input.id, version);
  await moveStatus(db, { ...moved, row, action: 'retire' });
  return {};
});

const TESTS_AN_HOUR = 5;

export const testTemplate = handle(contract.test, async ({ db, actor, input, now }) => {
  const row = await lockRow(db, 'template', input.id);
  ensure(row.status !== 'RETIRED', () => refuse('row.wrong-state'));
  const variant = ensureFound(
    (await variantsOf(db, row, row.version_no)).find(({ language }) => language === input.language),
  );
  const me = userIdOf(actor);
  const n = await countTry(db, `template-test:${me}`, 3600);
  ensure(n <= TESTS_AN_HOUR, () => refuse('rate.limited', { details: { seconds: 3600 }, retryAfter: 3600 }));
  const source = row.type === 'SMS' ? withNames(variant.body, variant.map) : variant.body;
  const samples = Object.fromEntries(variablesOf(row).map(({ name, sample }) => [name, sample]));
  await queueMessage(db, {
    kind: 'communication.template-test',
    franchiseeId: row.franchisee_id,
    about: { userIds: [me] },
    values: { ...knownVariables, ...samples },
    own: {
      text: source,
      subject: variant.subject,
      language: variant.language,
      dltTemplateId: variant.dltTemplateId,
    },
    channel: row.type,
    dedupeKey: `${row.id}:${me}:${now.getTime()}`,
    source: { kind: 'template-test', id: row.id },
  });
  return {};
});
