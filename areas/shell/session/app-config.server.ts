import { configRead } from '@aangan/contract/app-config.ts';
import { basesOf } from '@aangan/server/config.ts';
import { handle } from '@aangan/server/endpoint/handle.ts';
import { sql } from 'kysely';

// The demo's password stands in README and in the start's table; the trigger of migration 0010 keeps demo mode off every
// database with real users.
const DEMO_PASSWORD = 'Aangan#2026';
const VERSION = '3.1.0';

/** What a page may know before anybody signs in. */
export const readConfig = handle(configRead, async ({ db, ports }) => {
  const installation = await db.selectFrom('installation').select('demo').executeTakeFirst();
  const demo = installation?.demo ?? false;
  const people = demo
    ? await db
        .selectFrom('app_user')
        .select(['email_norm', 'first_name', sql<string>`split_part(email_norm, '@', 1)`.as('persona')])
        .where(
          'email_norm',
          'in',
          [...personas.keys()].map((persona) => `${persona}@demo.aangan`),
        )
        .execute()
    : [];
  return {
    brand: 'Aangan',
    version: VERSION,
    bases: basesOf(ports.config),
    demo,
    // In the order of the personas: whose rows come first is chance.
    demoSignIns: [...personas].flatMap(([persona, does]) =>
      people
        .filter((person) => person.persona === persona)
        .map((person) => ({
          label: `${person.first_name} · ${does}`,
          identifier: person.email_norm ?? '',
          password: DEMO_PASSWORD,
        })),
    ),
  };
});

const personas = new Map([
  ['superadmin', 'super admin'],
  ['centrehead', 'centre head, Andheri'],
  ['centrehead2', 'centre head, Baner'],
  ['counsellor', 'counsellor'],
  ['teacher', 'teacher'],
  ['finance', 'finance'],
  ['zonemanager', 'zone manager'],
  ['operations', 'operations'],
  ['marketing', 'marketing'],
  ['delivery', 'delivery'],
  ['tickets', 'tickets'],
  ['product', 'product'],
  ['author', 'curriculum author'],
  ['trainer', 'trainer'],
  ['academicmanager', 'academic manager'],
  ['driver', 'driver'],
  ['parent', 'parent'],
]);
