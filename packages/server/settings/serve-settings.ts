// Serves a form of settings (packages/contract/setting-form.ts). A value is a row of `setting` that holds from a day on;
// saving writes rows for what differs alone, so a centre keeps following head office in everything else.
import { type Day, todayIst } from '@aangan/contract/period.ts';
import { refusals, refuse } from '@aangan/contract/refusal.ts';
import type { SettingEntry, SettingForm } from '@aangan/contract/setting-form.ts';
import { type Handler, handle } from '../endpoint/handle.ts';
import { HEAD_OFFICE } from '../sql.ts';
import { type Actor, holds } from '../work/actor.ts';
import { ensure } from '../work/ensure.ts';
import type { Db } from '../work/unit-of-work.ts';

export const refuseSetting = refusals({
  'setting.fixed': [409, 'Head office has fixed "{setting}" for every centre.'],
});

interface StoredValue {
  franchisee_id: number;
  key: string;
  value: unknown;
  from_on: Day;
  locked_by_network: boolean;
}

/** With a centre chosen the centre's values, else the network's. */
const placeOf = (actor: Actor): number => actor.franchiseeId ?? HEAD_OFFICE;

/** Handlers of a declared form. Refuses a day before today (422), and a centre's change of what is fixed (409). */
export function serveSettings(form: SettingForm): readonly Handler[] {
  const { get, save } = form.endpoints;
  const mayChange = (actor: Actor) =>
    holds(actor, save.module, true) && (actor.franchiseeId !== null || actor.wholeNetwork);
  return [
    handle(get, async ({ db, actor, now }) => {
      const rows = await storedValues(db, form, placeOf(actor));
      const entries = Object.keys(form.settings).map((name) => [
        name,
        entryOn(form, name, { rows, place: placeOf(actor), on: todayIst(now) }),
      ]);
      return {
        network: placeOf(actor) === HEAD_OFFICE,
        mayChange: mayChange(actor),
        entries: Object.fromEntries(entries) as Record<string, SettingEntry>,
      };
    }),
    handle(save, async ({ db, actor, input, now }) => {
      ensure(mayChange(actor), () => refuse('context.centre-needed'));
      const { fromOn, fixed, ...values } = input as { fromOn: Day; fixed?: readonly string[] | null };
      ensure(fromOn >= todayIst(now), () =>
        refuse('input.invalid', { fields: { fromOn: 'Not before today' } }),
      );
      const place = placeOf(actor);
      const rows = await storedValues(db, form, place);
      let changed = 0;
      for (const [name, { key, title }] of Object.entries(form.settings)) {
        const before = entryOn(form, name, { rows, place, on: fromOn });
        const value = (values as Readonly<Record<string, unknown>>)[name] ?? null;
        const fix = place === HEAD_OFFICE && (fixed ?? []).includes(name);
        const same = JSON.stringify(value) === JSON.stringify(before.value);
        if (same && (place !== HEAD_OFFICE || fix === before.fixed)) continue;
        ensure(place === HEAD_OFFICE || !before.fixed, () =>
          refuseSetting('setting.fixed', { details: { setting: title } }),
        );
        const row = { value: JSON.stringify(value), locked_by_network: fix };
        await db
          .insertInto('setting')
          .values({ ...row, franchisee_id: place, area: form.area, key, from_on: fromOn })
          .onConflict((oc) => oc.columns(['franchisee_id', 'area', 'key', 'from_on']).doUpdateSet(row))
          .execute();
        changed += 1;
      }
      return { changed };
    }),
  ];
}

async function storedValues(db: Db, form: SettingForm, place: number): Promise<StoredValue[]> {
  return db
    .selectFrom('setting')
    .select(['franchisee_id', 'key', 'value', 'from_on', 'locked_by_network'])
    .where('area', '=', form.area)
    .where(
      'key',
      'in',
      Object.values(form.settings).map(({ key }) => key),
    )
    .where('franchisee_id', 'in', [HEAD_OFFICE, place])
    .orderBy('from_on', 'desc')
    .execute();
}

function entryOn(
  form: SettingForm,
  name: string,
  at: { rows: readonly StoredValue[]; place: number; on: Day },
): SettingEntry {
  const setting = form.settings[name] as SettingForm['settings'][string]; // names are the form's own
  const own = at.rows.filter((row) => row.key === setting.key);
  const newest = (place: number) => own.find((row) => row.franchisee_id === place && row.from_on <= at.on);
  const network = newest(HEAD_OFFICE);
  const centre = at.place === HEAD_OFFICE || network?.locked_by_network ? undefined : newest(at.place);
  const parsed = setting.schema.safeParse((centre ?? network)?.value);
  const next = own.filter((row) => row.franchisee_id === at.place && row.from_on > at.on).at(-1);
  return {
    value: parsed.success ? parsed.data : setting.default,
    from: !parsed.success ? 'DEFAULT' : centre ? 'CENTRE' : 'NETWORK',
    fixed: network?.locked_by_network ?? false,
    next: next ? { value: next.value, fromOn: next.from_on } : null,
  };
}
